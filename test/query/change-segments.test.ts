import fc from 'fast-check';
import {expect, test} from 'vitest';
import {changeSegments} from '../../source/query/bulk-edit.ts';
import {anyText} from '../helpers/any-text.ts';

const drawn = (old: string, changed: string): string => {
	const segments = changeSegments(old, changed);
	return `${segments.start}[${segments.old}→${segments.new}]${segments.end}`;
};

test.each([
	[
		'https://hooks.acme-custody.example.org/a5',
		'https://events2.example.org/a5',
		'https://[hooks.acme-custody→events2].example.org/a5',
	],
	['alpha', 'beta', '[alpha→beta]'],
	['', 'new', '[→new]'],
	['a b', 'a x b', 'a [→x ]b'],
	['wallet 👩‍👩‍👧', 'wallet 👩‍👩‍👦', 'wallet [👩‍👩‍👧→👩‍👩‍👦]'],
	['e\u{301}', 'e', '[e\u{301}→e]'],
])('%s → %s shows the whole words that differ', (old, changed, expected) => {
	expect(drawn(old, changed)).toBe(expected);
});

test('the parts joined are the texts, and an equal text has no differing part', () => {
	fc.assert(
		fc.property(anyText(), anyText(), anyText(), (head, old, changed) => {
			const segments = changeSegments(head + old, head + changed);
			expect(segments.start + segments.old + segments.end).toBe(head + old);
			expect(segments.start + segments.new + segments.end).toBe(head + changed);
			expect(changeSegments(old, old)).toMatchObject({old: '', new: ''});
		}),
	);
});
