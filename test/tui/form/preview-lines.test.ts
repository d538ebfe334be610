import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sampleEvent, tryFilters} from '../../../source/notification/try-filters.ts';
import {duplicatesSaid, previewLines, type FormPreview, trySaid} from '../../../source/tui/form/preview-pane.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {good} from '../../../source/tui/ui/line.tsx';
import {notificationWith} from '../../helpers/notifications.ts';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {told} from '../../helpers/told.ts';

const preview: FormPreview = {
	sentence: 'Send an e-mail.',
	duplicates: good('✓ No duplicate in the listing.'),
	source: 'the built-in sample',
	activities: undefined,
};

const filter = (value: string) => ({fieldName: 'value', operator: 'gt', value, valueType: 'float'});
const texts = (change: Partial<FormPreview>) => previewLines({...preview, ...change}, 80).map(({text}) => text.trim());

test.each([
	[[notificationWith({id: '7', name: 'Big'})], '! 7 is identical.'],
	[[notificationWith({id: '7', name: 'Old'})], '! "Old" (ID 7) differs only in its name.'],
	[[notificationWith({id: '7', name: 'Big'}), notificationWith({id: '8'})], '! 7 and 1 other are identical.'],
] as const)('%j: %s', (found, text) => {
	expect(texts({duplicates: duplicatesSaid({found, isComplete: true}, {name: 'Big', columns: 80})})).toContain(text);
});

test('the verdict of the sample says why it does not match', () => {
	expect(texts({activities: tryFilters([filter('0.1')], sampleEvent)})).toContain('✓ Matches the built-in sample.');
	expect(texts({activities: tryFilters([filter('1')], sampleEvent)}).join(' ')).toContain(
		'Sample event would not fire: its value is 0.5.',
	);
	expect(
		texts({activities: tryFilters([filter('1')], [{value: 2}, {value: 0}, {value: 3}]), source: 'a.json'}),
	).toContain('✓ Matches 2 of 3 activities of a.json.');
	expect(texts({activities: [], mistake: 'Filter 1 has no operator yet.'})).toContain(
		'Sample: not tried. Filter 1 has no operator yet.',
	);
	expect(texts({activities: []})).toContain('Sample event would not fire: it contains no activity.');
});

test('it fits whatever it shows, and nothing of it is interpreted by the terminal', () => {
	const text = fc.string({unit: 'grapheme', maxLength: 400});
	fc.assert(
		fc.property(text, fc.integer({min: 40, max: 80}), (sentence, columns) => {
			const lines = previewLines({...preview, sentence}, columns);
			expect(lines.length).toBeLessThanOrEqual(4);
			for (const line of lines) {
				expect(widthOf(line.text)).toBeLessThanOrEqual(columns);
			}
		}),
	);
	expect(texts({sentence: 'a\u{1B}[2Jb'})[0]).toBe('a␛[2Jb');
});

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
	const said = (isRoomy: boolean) =>
		told(trySaid(filters, {source: 'the built-in sample', event: {value: 0.5}}, isRoomy), 40).map(({text}) => text);
	expect(said(false)[0]).toContain('✗ The sample does not match');
	expect(said(false).filter(text => text.trim() === '')).toEqual([]);
	expect(said(true)[0]).toContain('Evaluated locally');
	expect(said(false).toSorted()).toEqual(
		said(true)
			.filter(text => text.trim() !== '')
			.toSorted(),
	);
});
