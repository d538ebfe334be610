import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {trySaid} from '../../../source/tui/form/preview-pane.tsx';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {told} from '../../helpers/told.ts';

test('ctrl+t tries the filters on the built-in sample, a pasted one or one from a file, activity by activity', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'sample.json');
	await writeFile(
		file,
		JSON.stringify({
			event: {
				activity: [
					{value: '2000.5', asset: 'USDC'},
					{value: '1', asset: 'ETH'},
				],
			},
		}),
	);
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'Enter', '1000', 'C-t');
	const frame = await app.waitFor('✗ The sample does not match');
	expect(frame).toContain('value > 1,000 (int): it is 0.5');
	expect(frame).toContain('"network": "ETH_MAINNET"');
	expect(frame).toContain('Evaluated locally on the built-in sample; the service may differ.');

	await app.press('f', file, 'Enter');
	await app.waitFor('✓ Activity 1 matches');
	expect(app.frame()).toContain('✗ Activity 2 does not match');

	await app.send('\u{1B}[200~{"value": "999999999999999999999999"}\u{1B}[201~');
	await app.waitFor('it is 999999999999999999999999');
	await app.send('\u{1B}[200~{nonsense\u{1B}[201~');
	await app.waitFor('Not valid JSON: the pasted sample');
	await app.send(`\u{1B}[200~${'['.repeat(40_000)}${']'.repeat(40_000)}\u{1B}[201~`);
	await app.waitFor('Nested deeper than 100 levels: the pasted sample');
	await app.press('f', '/nowhere/at/all', 'Enter');
	await app.waitFor('/nowhere/at/all cannot be read: there is no such file');
	await app.press('Escape', 'Escape');
	await app.waitFor('▌ Filters');
});

test('in few lines the results are first, and no line is left blank', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'}];
	const texts = (isRoomy: boolean) =>
		told(trySaid(filters, {source: 'the built-in sample', event: {value: 0.5}}, isRoomy), 40).map(({text}) => text);
	expect(texts(false)[0]).toContain('✗ The sample does not match');
	expect(texts(false).filter(text => text.trim() === '')).toEqual([]);
	expect(texts(true)[0]).toContain('Evaluated locally');
	expect(texts(false).toSorted()).toEqual(
		texts(true)
			.filter(text => text.trim() !== '')
			.toSorted(),
	);
});
