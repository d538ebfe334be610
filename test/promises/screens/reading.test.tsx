import {Buffer} from 'node:buffer';
import {expect, test} from 'vitest';
import {startApp, type AppOptions} from '../../helpers/app.tsx';
import {pasted} from '../../helpers/screen.tsx';

/** The program on its sandbox, with the list on the screen. */
async function open(options: AppOptions = {}) {
	const app = await startApp(options);
	await app.waitFor('12 notifications · listed just now');
	return app;
}

test('The list', async () => {
	await using app = await open();
	for (const part of ['SANDBOX', 'ops-1', 'treasury@', 'EMAIL', '? help', 'n new', 'd delete', '/ search']) {
		expect(app.frame()).toContain(part);
	}

	// One line says what the row under the cursor is.
	await app.press('j');
	await app.waitFor('─ 2 · USDC in and out ');
	await app.waitFor('POST to https://example.com/hooks/usdc when asset = USDC');
	await app.press('s', 'u');
	await app.waitFor(/▌ 2 +WEBHOOK/v);
	expect(app.frame().indexOf('compliance@')).toBeLessThan(app.frame().indexOf('treasury@'));
	await app.press(' ');
	await app.waitFor('1 marked');
	await app.press('r');
	await app.waitFor('12 notifications · listed just now');
});

test('The search', async () => {
	await using app = await open();
	await app.press('/', 'user:');
	// The values of a field, with how many have each.
	await app.waitFor('ops-1 ×2 · ops-2 ×2');
	await app.press('ops-1');
	await app.waitFor('2 of 12');
	expect(app.frame()).not.toContain('compliance@');
	await app.press(' channel:webhook', 'Enter');
	await app.waitFor('1 of 12');
	expect(app.frame()).toContain('user:ops-1 channel:webhook');
	await app.press('Escape');
	await app.waitFor('12 notifications');
	await app.waitFor('compliance@');
});

test('Groups', async () => {
	await using app = await open();
	await app.press('b', 'u');
	await app.waitFor('▾ compliance · 2');
	expect(app.frame()).toContain('▾ qa · 1');
	expect(app.frame()).toContain('compliance@');
	await app.press('g', 'Enter');
	// Folded: its notifications are not on the screen.
	await app.waitFor('▸ compliance · 2');
	expect(app.frame()).not.toContain('compliance@');
	await app.press(' ');
	await app.waitFor('2 marked');
});

test('A notification', async () => {
	await using app = await open();
	await app.press('Enter');
	await app.waitFor('ADDRESS_ACTIVITY');
	for (const part of [
		'Treasury: large transfers',
		'treasury@example.com',
		'ops-1',
		'value > 10 (int)',
		'ETH_MAINNET',
	]) {
		expect(app.frame()).toContain(part);
	}

	expect(app.frame()).toContain('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
	await app.press('J');
	await app.waitFor('"external_user_id": "ops-1"');
	await app.press('Escape');
	await app.waitFor('12 notifications');
});

test('Copying', async () => {
	const copied: string[] = [];
	await using app = await open({
		desktop: {
			platform: 'linux',
			get: () => undefined,
			write(sequence) {
				copied.push(Buffer.from(/52;c;(?<text>[^\u{7}\u{1B}]*)/v.exec(sequence)!.groups!.text!, 'base64').toString());
			},
		},
	});
	for (const [key, text] of [
		['i', '1'],
		['r', 'treasury@example.com'],
		['c', 'curl '],
		['C', 'chainbell --sandbox create '],
	] as const) {
		await app.press('y');
		await app.waitFor('explorer link');
		await app.press(key);
		await app.waitUntilGone('explorer link');
		expect(copied.at(-1)).toContain(text);
	}

	expect(copied[2]).not.toContain('sandbox-key');
	expect(copied).toHaveLength(4);
});

test('The palette', async () => {
	await using app = await open();
	await app.press(':');
	await app.waitFor('chainbell · palette');
	await app.press('duplicates');
	await app.waitFor(/▌ Find duplicates +D/v);
	await app.press('Enter');
	await app.waitFor('duplicates · SANDBOX');
});

test('Help', async () => {
	await using app = await open();
	await app.press('?');
	// It begins with the keys of the screen that it was opened from.
	await app.waitFor('help · list');
	expect(app.frame()).toMatch(/d x +Delete, park/v);
	await app.press('stop following');
	await app.waitFor('Activity');
	await app.press('Escape', 'Escape');
	await app.waitFor('12 notifications');
});

test('Requests', async () => {
	await using app = await open();
	await app.press('r');
	await app.waitFor('12 notifications · listed just now');
	await app.press('R');
	await app.waitFor('2 requests of this run');
	expect(app.frame()).toMatch(/GET {4}\/api\/v1\/service\/notifications\/ +200/v);
});

test('A request', async () => {
	await using app = await open();
	await app.press('R');
	await app.waitFor('1 request of this run');
	await app.press('Enter');
	await app.waitFor('Response');
	// As it was sent and answered, but for the API key.
	expect(app.frame()).toContain('authorization: Bearer [API key]');
	expect(app.frame()).toContain('content-type: application/json');
	expect(app.frame()).toContain('"external_user_id":"ops-1"');
	expect(app.frame()).toContain('y copy as curl');
});

test('Duplicates', async () => {
	await using app = await open();
	await app.press('D');
	await app.waitFor(/no (?:two|duplicate|identical)/iv);
	await app.press('Escape', 'c');
	await app.waitFor('treasury@example.com');
	await app.press('C-s');
	await app.waitFor('y create');
	await app.press('y');
	await app.waitFor('13 notifications · listed just now');
	await app.press('D');
	await app.waitFor('2 identical');
	expect(app.frame()).toContain('keep (oldest)');
	expect(app.frame()).toContain('1 to delete');
	await app.press('a', 'd');
	// All but the oldest.
	await app.waitFor('Delete 1 notification from SANDBOX?');
	expect(app.frame()).toContain('The one duplicate to keep must still be listed');
});

test('Notices', async () => {
	await using app = await open();
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('11 notifications · listed just now');
	await app.press('H', 'End');
	await app.waitFor(/2026-01-01 00:00 +✓ Deleted 1 from SANDBOX/v);
	await app.press('Escape');
	await app.waitFor('11 notifications');
});

test('Trying filters', async () => {
	await using app = await open();
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('C-t');
	await app.waitFor(/The sample (?:matches|does not match)/v);
	expect(app.frame()).toContain('value > 10 (int)');
	await app.send(pasted('{"event": {"activity": [{"value": "11"}]}}'));
	await app.waitFor('matches all filters');
	await app.press('Escape');
	await app.waitFor('edit notification 1');
});
