import {Buffer} from 'node:buffer';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {setLabels} from '../../source/notification/labels.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {pasted} from '../helpers/screen.tsx';
import {list} from '../sandbox/client.ts';

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const wrappedEther = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const [first, second] = ['0x4200000000000000000000000000000000000006', '0x4200000000000000000000000000000000000010'];

// Test files share modules: the next one has no labels.
afterAll(() => {
	setLabels([]);
});

test('labels stand for addresses on the screens, are searched and typed, and addresses are sent', async () => {
	await using sandbox = await temporarySandbox({samples: 12});
	await using folder = await temporaryFolder();
	const rows = [
		`${vitalik},cold`,
		`${wrappedEther.toLowerCase()},w\u{1B}[31m\u{202E}eth`,
		`${first},two`,
		`${second},two`,
	];
	await writeFile(path.join(folder.path, 'labels.csv'), rows.join('\n'), {mode: 0o600});
	await writeFile(path.join(folder.path, 'config.yaml'), 'labels: labels.csv\n', {mode: 0o600});
	let copied = '';
	await using app = await startApp({
		service: sandbox,
		size: '100x30',
		home: folder.path,
		desktop: {
			platform: 'linux',
			get: () => undefined,
			write(sequence) {
				copied = Buffer.from(/52;c;(?<text>[^\u{7}\u{1B}]*)/v.exec(sequence)!.groups!.text!, 'base64').toString();
			},
		},
	});
	await app.waitFor('12 notifications');
	expect(app.frame()).toMatch(/▌ 1 .* cold$/mv);
	// What a terminal would obey is shown as a sign.
	expect(app.frame()).not.toContain('\u{202E}');
	expect(app.frame()).toContain('w␛');

	await app.press('/', pasted('label:cold'));
	await app.waitFor('3 of 12');
	await app.press('Enter', 'Enter');
	await app.waitFor(`cold (${vitalik})`);
	expect(app.frame()).toContain('when value > 10 at cold on ETH_MAINNET');
	await app.press('y');
	await app.waitFor('explorer link');
	await app.press('a');
	await app.waitFor('Sent the address');
	expect(copied).toBe(vitalik);

	await app.press('Escape', 'd');
	await app.waitFor('Delete');
	await app.waitFor('at cold on ETH_MAINNET');
	await app.press('Escape', 'n');
	await app.waitFor('new notification');
	await app.press(pasted('ops\temail\ta@b.example\tTWO'));
	await app.waitFor('two  2 addresses');
	await app.press('Tab');
	await app.waitFor('creates 2 notifications');
	await app.press('C-s');
	await app.waitFor('Create 2 notifications');
	expect(app.frame()).toContain(`1  two (${first})`);
	await app.press('y');
	await app.waitFor('Created 2');
	const records = await list(sandbox);
	expect(records.slice(-2).map(({event_details: details}) => details.addresses)).toEqual([[first], [second]]);
});
