import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {isAltKey} from '../../../source/tui/keys/alt-keys.ts';
import {isTextScope, scopes, type Scope} from '../../../source/tui/keys/bindings.ts';

const all = Object.keys(scopes) as Scope[];

test.each(all)('in the scope %s alt takes the keys of a text field, if it has one, and those that are bound', scope => {
	for (const key of ['b', 'f', 'd', '\u{7F}', '\u{1B}[C', '\u{1B}[D']) {
		expect(isAltKey(scope, {}, key)).toBe(isTextScope(scope));
	}

	for (const key of ['j', 'y', '\u{1B}', '\r', '\t', '\u{3}', 'é']) {
		expect(isAltKey(scope, {}, key)).toBe(false);
	}

	expect(isAltKey(scope, {}, '\u{1B}[A')).toBe(scope === 'form');
	expect(isAltKey(scope, {}, 'n')).toBe(scope === 'form');
	expect(isAltKey(scope, {}, '\r', ['alt+enter'])).toBe(true);
});

test('esc and keys in one read are esc and the keys', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', 'usdc', 'Enter');
	await app.waitFor('of 12');
	await app.send('\u{1B}j');
	await app.waitUntilGone('of 12');
	expect(app.frame()).toMatch(/▌ +3 /v);
	await app.press('Enter');
	await app.waitFor('Recipient');
	await app.send('\u{1B}\u{1B}');
	await app.waitFor('12 notifications');
	await app.press('Enter');
	await app.waitFor('Recipient');
	// Esc, esc, down: with alt it would be one key.
	await app.send('\u{1B}\u{1B}\u{1B}[B');
	await app.waitFor(/▌ +4 /v);
});

test('esc and enter in one read leave the form, and open the notification', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n');
	await app.waitFor(' new · ');
	await app.send('\u{1B}\r');
	await app.waitFor('Recipient    treasury@example.com');
});

test('alt and a letter move the cursor in a text field', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', 'usdc out');
	await app.send('\u{1B}bin ');
	await app.waitFor('/ usdc in out');
});

test('alt and enter, and ctrl+j, begin a new line in the template', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab', 'one');
	await app.send('\u{1B}\rtwo');
	expect(await app.waitFor('two')).toMatch(/one\n +two/v);
});
