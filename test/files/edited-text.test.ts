import {expect, test} from 'vitest';
import {BodiesError} from '../../source/files/notification-file.ts';
import {toDraft} from '../../source/notification/fields.ts';
import {editableText, readEditedText} from '../../source/files/edited-text.ts';
import {accountOf, bodyOf} from './account.ts';

const {listed} = accountOf([
	bodyOf({templated: true}),
	bodyOf(
		{external_user_id: 'b'},
		{filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', values: 'x'}]},
	),
]);
const entries = listed.map(of => ({of, draft: toDraft(of)}));
const text = entries.map(entry => editableText(entry)).join('');

test('what is not changed is the same object, also with members like those that the service knows', () => {
	expect(readEditedText(text, entries)).toStrictEqual(entries.map(({draft}) => draft));
	const [first, second] = readEditedText(text.replace('external_user_id: b', 'external_user_id: c'), entries);
	expect(first).toBe(entries[0]!.draft);
	expect(second).toMatchObject({userId: 'c'});
});

test.each([
	[
		'a misspelled field',
		text.replace('channel:', 'chanel:'),
		'Nothing was sent: line 3, column 11: chanel is not a field of a notification. Did you mean channel?',
	],
	['many of them', text.replace('channel:', 'chanel:').repeat(12), 'and 2 more.'],
	['a missing ID', text.replace('id: "1"', 'notification_name: x'), 'Nothing was sent: '],
	['another ID', text.replace('id: "1"', 'id: "3"'), 'Nothing was sent: the text no longer has 1.'],
	['text that is no YAML', '- [', 'Nothing was sent: the edited text cannot be read'],
])('it is refused with its place: %s', (_name, edited, message) => {
	expect(() => readEditedText(edited, entries)).toThrow(BodiesError);
	expect(() => readEditedText(edited, entries)).toThrow(message);
});
