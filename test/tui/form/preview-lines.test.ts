import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sampleEvent, tryFilters} from '../../../source/notification/try-filters.ts';
import {duplicatesSaid, previewLines, type FormPreview} from '../../../source/tui/form/preview-pane.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {good} from '../../../source/tui/ui/line.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

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
	[[notificationWith({id: '7', name: 'Old'})], '! "Old" (ID 7, to a@example.com) differs only in its name.'],
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
