import {expect, test} from 'vitest';
import {readEdits, type FieldEdits} from '../../source/query/bulk-edit.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';

const draft: Draft = {...emptyDraft, channel: 'WEBHOOK', recipient: 'https://hooks.example.org/a'};

function applied(edits: FieldEdits): Draft {
	let after = draft;
	for (const change of readEdits(edits).changes) {
		after = change(after);
	}

	return after;
}

test.each([
	['/hooks/events2/', 'https://events2.example.org/a'],
	['/hooks/events2', 'https://events2.example.org/a'],
	[String.raw`/\/a$/\/b/`, 'https://hooks.example.org/b'],
	['https://x.example/', 'https://x.example/'],
])('%j is applied', (text, recipient) => {
	expect(applied(new Map([['recipient', {kind: 'text', text}]])).recipient).toBe(recipient);
});

test.each([
	['/', 'the new text is missing'],
	['/ho(oks/x/', 'is not a regular expression'],
	['/(a+)+/x/', 'could take very long'],
])('%j changes nothing, and says why', (text, words) => {
	const {changes, problems} = readEdits(new Map([['recipient', {kind: 'text', text}]]));
	expect(changes).toEqual([]);
	expect(problems.get('recipient')).toContain(words);
});

test('a channel is set in capitals, in a field and in a distinct value', () => {
	expect(applied(new Map([['channel', {kind: 'text', text: 'slack'}]])).channel).toBe('SLACK');
	expect(applied(new Map([['channel', {kind: 'values', values: new Map([['WEBHOOK', 'email']])}]])).channel).toBe(
		'EMAIL',
	);
});
