import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sampleEvent, tryFilters} from '../../../source/notification/try-filters.ts';
import {duplicatesSaid, previewLines, sampleSaid, trySaid} from '../../../source/tui/form/preview-pane.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {good, type Said} from '../../../source/tui/ui/line.tsx';
import {notificationWith} from '../../helpers/notifications.ts';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {told} from '../../helpers/told.ts';

const filter = (value: string) => ({fieldName: 'value', operator: 'gt', value, valueType: 'float'});
const texts = (said: Said) => told(said, 80).map(({text}) => text.trim());

test.each([
	[[notificationWith({id: '7', name: 'Big'})], '! 7 is identical as listed.'],
	[[notificationWith({id: '7', name: 'Old'})], '! "Old" (ID 7) is identical as listed, but for the name.'],
	[[notificationWith({id: '7', name: 'Big'}), notificationWith({id: '8'})], '! 7 and 1 other are identical as listed.'],
] as const)('%j: %s', (found, text) => {
	expect(texts(duplicatesSaid({found, isComplete: true}, {name: 'Big', columns: 80}))).toEqual([text]);
});

test('the verdict of the sample says why it does not match', () => {
	const sampled = (value: string, event: unknown) => tryFilters([filter(value)], event);
	const builtIn = 'the built-in sample';
	expect(texts(sampleSaid(builtIn, sampled('0.1', sampleEvent), undefined))).toEqual([
		'✓ Matches the built-in sample.',
	]);
	expect(texts(sampleSaid(builtIn, sampled('1', sampleEvent), undefined))).toEqual([
		'The sample does not match: its value is 0.5.',
	]);
	expect(texts(sampleSaid('a.json', sampled('1', [{value: 2}, {value: 0}, {value: 3}]), undefined))).toEqual([
		'✓ Matches 2 of 3 activities of a.json.',
	]);
	expect(texts(sampleSaid(builtIn, [], 'Filter 1 has no operator yet.'))).toEqual(['Filter 1 has no operator yet.']);
	expect(texts(sampleSaid(builtIn, [], undefined))).toEqual(['The sample does not match: it contains no activity.']);
});

test('it fits whatever it shows, and nothing of it is interpreted by the terminal', () => {
	const verdicts = [good('✓ No duplicate in the listing.'), 'No filters: every event matches.'];
	const text = fc.string({unit: 'grapheme', maxLength: 400});
	fc.assert(
		fc.property(text, fc.integer({min: 40, max: 80}), (recipient, columns) => {
			const lines = previewLines(notificationWith({id: '7', recipient}), verdicts, columns);
			expect(lines.length).toBeLessThanOrEqual(4);
			for (const line of lines) {
				expect(widthOf(line.text)).toBeLessThanOrEqual(columns);
			}
		}),
	);
	const [first] = previewLines(notificationWith({id: '7', recipient: 'a\u{1B}[2Jb'}), verdicts, 80);
	expect(first!.text).toContain('a␛[2Jb');
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
	await app.press('n', 'C-n', 'Enter', 'C-t');
	await app.waitFor('There are no complete filters to try.');
	await app.press('1000', 'C-t');
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

test('the results are first, then where they come from, then the sample', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'}];
	const [first, reason, note] = texts(trySaid(filters, {source: 'the built-in sample', event: {value: 0.5}}));
	expect(first).toBe('✗ The sample does not match: its value is 0.5.');
	expect(reason).toContain('it is 0.5');
	expect(note).toContain('Evaluated locally');
});

test('an operator that is not known is neither a match nor a miss', () => {
	const filters = [{fieldName: 'value', operator: 'resembles', value: '1', valueType: 'int'}];
	const why = 'The sample is not fully checked: operator resembles cannot be checked here.';
	const [verdict, reason] = texts(trySaid(filters, {source: 'the built-in sample', event: sampleEvent}));
	expect(verdict).toBe(`? ${why}`);
	expect(reason).toBe('? value resembles 1 (int): operator resembles cannot be checked here');
	expect(texts(sampleSaid('the built-in sample', tryFilters(filters, sampleEvent), undefined))).toEqual([why]);
});
