import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

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
