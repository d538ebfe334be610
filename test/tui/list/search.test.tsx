import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('the search narrows while it is typed, shows a count, survives a refresh, and esc clears it', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('/', 'channel:webhook');
	await app.waitFor('3 of 12 notifications');
	expect(app.frame()).toContain('/ channel:webhook');
	await app.press(' usdc');
	const frame = await app.waitFor('1 of 12 notifications');
	expect(frame).toContain('USDC in and out');
	await app.press('Enter', 'r');
	await app.waitFor('1 of 12 notifications');
	await app.press('Enter');
	await app.waitFor(/^ USDC in and out · SANDBOX/v);
	await app.press('Escape', 'Escape');
	await app.waitFor(/ 12 notifications/v);
	await app.waitUntilGone('of 12');
});

test('a search without matches says so, and keys are text while it is typed', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', 'q?nothing');
	await app.waitFor('No matches');
	await app.press('C-u', 'base', 'Down', 'Enter', 'd');
	await app.waitFor('y delete');
	expect(app.frame()).toContain('BASE_MAINNET');
	expect(app.frame()).toContain('12');
});

test('a mistake in the query is said below it, finds nothing, and goes with it', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('/', 'chanel:email');
	const frame = await app.waitFor('Did you mean channel:?');
	expect(frame).toContain('0 of 12 notifications');
	// The preview follows the cursor a moment later.
	expect(frame).not.toMatch(/^.{1,2}1 {2,}Treasury/mv);
	await app.press('Enter', 'a');
	expect(app.frame()).not.toContain('marked');
	await app.press('/', 'C-u', 'channel:email or channel:slack');
	await app.waitFor('7 of 12 notifications');
	await app.press('C-u', '/(a+)+/');
	await app.waitFor('could take very long');
	await app.press('C-u', String.raw`user:/^ops-\d$/`);
	await app.waitFor('4 of 12 notifications');
	expect(app.frame()).not.toContain('could take');
});

test('what is marked can be searched, and follows the marks', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', '/', ...'is:marked', 'Enter');
	await app.waitFor('2 of 12 notifications');
	await app.press(' ');
	await app.waitFor('1 of 12 notifications');
	await app.press('A');
	await app.waitFor('No matches');
});

test('a kept search is selected when it is opened again: typing replaces it, an arrow keeps it', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', ...'usdc', 'Enter', '/', 'Left', 'Right', 'x');
	await app.waitFor(' / usdcx');
	await app.press('Backspace', 'Enter', '/', ...'base');
	await app.waitFor(/ \/ base$/mv);
	await app.press('Enter', '/', 'Backspace', 'Enter');
	await app.waitFor(/^ chainbell · SANDBOX +12 notifications/v);
});

test('where nothing matches there is no preview, and keys say that there is no row', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('/', 'zzz', 'Enter');
	expect(await app.waitFor('No matches.')).not.toContain('──');
	await app.press('y');
	await app.waitFor('No notification is under the cursor: there is nothing to copy.');
	await app.press('d');
	await app.waitFor('Nothing is marked, and the cursor is on no notification.');
});

test('+ shows what changed, and everything again; J shows the raw JSON of the row', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('+');
	await app.waitFor('Nothing has changed since the listing before.');
	await app.press('+', 'J');
	expect(await app.waitFor('"external_user_id": "ops-1"')).toMatch(/^ Treasury: large transfers, raw · /v);
});
