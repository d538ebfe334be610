import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {isAltKey} from '../../../source/tui/keys/use-keys.ts';
import {isTextScope, scopes, type Scope} from '../../../source/tui/keys/bindings.ts';

const all = Object.keys(scopes) as Scope[];

test.each(all)('in the scope %s alt takes the keys of a text field, if it has one, and those that are bound', scope => {
	for (const key of ['b', 'f', 'd', '\u{7F}', '\u{1B}[C', '\u{1B}[D']) {
		expect(isAltKey(scope, {}, key)).toBe(isTextScope(scope));
	}

	for (const key of ['j', 'y', '\u{1B}', '\r', '\t', '\u{3}', 'é']) {
		expect(isAltKey(scope, {}, key)).toBe(false);
	}

	expect(isAltKey(scope, {}, 'r')).toBe(scope === 'form');
	expect(isAltKey(scope, {}, '\r', ['alt+enter'])).toBe(true);
});

test('at a question a key with alt neither answers nor cancels', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('d');
	await app.waitFor('y delete');
	for (const key of ['y', 'e']) {
		await app.press(`M-${key}`);
		expect(await app.waitFor(`alt+${key} does nothing here`)).toContain('y delete');
	}
});

test('esc alone, and several in one read, go back', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', 'usdc', 'Enter');
	await app.waitFor('of 12');
	await app.press('Enter');
	await app.waitFor('Recipient');
	await app.send('\u{1B}\u{1B}');
	await app.waitUntilGone('of 12');
	await app.press('Enter');
	await app.waitFor('Recipient');
	await app.send('\u{1B}');
	await app.waitFor('12 notifications');
});

test('ctrl+c right after esc still quits', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.send('\u{1B}\u{3}');
	await app.waitUntilGone('12 notifications');
});
