import {eventTexts} from '../../../source/notification/events.ts';
import {expect, test, describe} from 'vitest';
import {emptyDraft, type Draft} from '../../../source/notification/fields.ts';
import {focusedLine, formLines, suggestionsOver, readerLines} from '../../../source/tui/form/write-view.tsx';
import {noValues} from '../../../source/notification/suggest.ts';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {
	focusOn,
	nothingKnown,
	openForm,
	suggestionsOf,
	labelOf,
	placeholderOf,
	type FormState,
} from '../../../source/tui/form/form.ts';
import type {FieldId} from '../../../source/notification/spec.ts';

const networks = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

test('of many suggestions five are shown: the highlighted one, the one below it, and those above', () => {
	const focused = openForm({
		draft: emptyDraft,
		focus: 'network',
		known: {...nothingKnown, values: {...noValues, network: networks}},
	});
	const values = suggestionsOf(focused);
	expect(values.length).toBeGreaterThanOrEqual(networks.length);
	for (const [index, value] of values.entries()) {
		const lines = suggestionsOver({...focused, highlighted: {value, isAcceptedOnLeave: false}}, 91);
		const shown = lines.map(({spans}) => ({text: spans![1]!.text.slice(2).trim(), role: spans![1]!.role}));
		const first = Math.min(Math.max(0, index - 3), values.length - 5);
		expect(shown.slice(0, 5).map(({text}) => text)).toEqual(values.slice(first, first + 5));
		expect(shown.filter(({role}) => role === 'selected').map(({text}) => text)).toEqual([value]);
		expect(shown[5]!.text).toContain('more: ');
	}
});

test('suggestions lie over the lines below, under what they complete', () => {
	const state = focusOn(openForm({draft: emptyDraft}), 'filters');
	const typed = reduceForm(state, {type: 'paste', text: 'value >'});
	expect(suggestionsOver(typed, 75)[0]!.text.indexOf('│')).toBe('value '.length - 3);
	expect(formLines(typed, 75)).toHaveLength(formLines({...typed, highlighted: undefined}, 75).length);
	expect(suggestionsOver(focusOn(typed, 'name'), 75)).toEqual([]);
});

test('filters are wrapped between words, and the place of each mistake is marked below it', () => {
	const text = 'value > 10 and asset = and hash contains dead';
	const state = {...focusOn(openForm({draft: emptyDraft}), 'filters'), visited: new Set(['filters' as const])};
	const typed = reduceForm(state, {type: 'paste', text});
	const lines = formLines({...typed, highlighted: undefined}, 39);
	const from = lines.findIndex(({field}) => field === 'filters');
	expect(lines.slice(from, from + 6).map(line => line.text)).toEqual([
		'value > 10 and asset = ',
		`${' '.repeat(22)}^`,
		'and hash contains dead',
		'✗ Filter 2 has no value',
		'yet.',
		'',
	]);
	expect(focusedLine(lines)).toBe(from + 2);
	expect(lines[from + 2]).toMatchObject({input: {cursor: 'and hash contains dead'.length}, label: ''});
});

test('of a long template five lines are shown, the last one with the cursor', () => {
	const draft = {...emptyDraft, template: '1\n2\n3\n4\n5\n6\n7'};
	const shownAt = (cursor: number) => {
		const state = focusOn(openForm({draft}), 'template');
		const lines = formLines({...state, edit: {...state.edit, cursor}}, 91);
		const line = lines[focusedLine(lines)];
		const shown = lines.flatMap(({field, text}) => (field === 'template' && /^\d$/v.test(text) ? text : []));
		expect(JSON.stringify(lines)).toContain('7 lines in total');
		return [shown.join(''), line?.text];
	};

	expect(shownAt(0)).toEqual(['12345', '1']);
	expect(shownAt(8)).toEqual(['12345', '5']);
	expect(shownAt(10)).toEqual(['23456', '6']);
	expect(shownAt(13)).toEqual(['34567', '7']);
});

test.each<[FieldId, string]>([
	['recipient', 'Recipient'],
	['template', 'Template'],
	['filters', 'Filters'],
	['topic.2', 'Topic 2'],
	['filter.0.fieldName', 'Filter 1 field'],
	['filter.1.operator', 'Filter 2 operator'],
	['filter.1.value', 'Filter 2 value'],
	['filter.9.valueType', 'Filter 10 type'],
])('%s is labelled %s', (field, label) => {
	expect(labelOf(field)).toBe(label);
});

test.each<[FieldId, string | RegExp]>([
	['filters', /^none \(all events match\), e\.g\. value > 100/v],
	['template', /^optional · /v],
	['topic.0', '0x…'],
])('while it is empty, %s shows %s', (field, text) => {
	expect(placeholderOf(emptyDraft, field)).toMatch(text);
});

test.each([
	['EMAIL', 'e-mail address, e.g. someone@example.com', '✗ is not an e-mail address'],
	['WEBHOOK', 'URL, e.g. https://example.com/hook', '✗ is not an https:// URL'],
	['TELEGRAM', 'chat ID or @username, e.g. -1001234567890', '! is neither a chat ID'],
	['SLACK', 'webhook URL, #channel, or channel or user ID, e.g. #alerts', '! is not an incoming webhook URL'],
])('the hint for the recipient and its check follow the channel: %s', (channel, hint, issue) => {
	const draft = {...emptyDraft, channel};
	expect(placeholderOf(draft, 'recipient')).toBe(hint);
	const wrong = reduceForm(openForm({draft: {...draft, recipient: 'nonsense'}, focus: 'recipient'}), {type: 'next'});
	expect(formLines(wrong, 200).some(({text}) => text.startsWith(issue))).toBe(true);
});

test('an argument that only some events of a signature have indexed says so', () => {
	const withEvent = (event: string): Draft => ({...emptyDraft, topics: [event, '', '', '']});
	const [only] = eventTexts();
	expect(placeholderOf(withEvent('Transfer'), 'topic.2')).toBe('optional, address');
	expect(placeholderOf(withEvent('Transfer'), 'topic.3')).toBe('optional, uint256, only if the contract indexes it');
	expect(placeholderOf(withEvent(only!), 'topic.3')).toBe('0x…');
});

const email: Draft = {...emptyDraft, channel: 'EMAIL', recipient: 'a@example.com'};
const topic = `0x${'ab'.repeat(32)}`;
const labels = (state: FormState) =>
	formLines(state, 80).flatMap(({label = ''}) => label.match(/Topic \d/v)?.[0] ?? []);

test('what an event is sent as stands below its topic alone', () => {
	const state = openForm({
		draft: {...email, channel: 'WEBHOOK', eventType: 'GRAPHQL', topics: ['Transfer', '', '', '']},
	});
	const meanings = formLines(state, 200).filter(({text}) => text.startsWith('= '));
	expect(meanings.map(({field}) => field)).toEqual(['topic.0']);
});

test('the form has rows for topics of a GraphQL-type webhook, and wherever one is set', () => {
	expect(labels(openForm({draft: email}))).toEqual([]);
	expect(labels(openForm({draft: {...email, channel: 'WEBHOOK', eventType: 'CUSTOM_GRAPHQL'}}))).toHaveLength(4);
	const state = openForm({draft: {...email, topics: ['', topic, '', '']}});
	expect(labels(state)).toHaveLength(4);
	const issues = formLines(reduceForm(state, {type: 'review'}), 200).map(({text}) => text);
	expect(issues).toContain(
		'! is sent, but topics are only for a GraphQL-type webhook: see the channel and the event type',
	);
});

test('the row of a topic stays while it is emptied and entered again', () => {
	const state = focusOn(openForm({draft: {...email, topics: ['0', '', '', '']}}), 'topic.0');
	const emptied = reduceForm(state, {type: 'key', key: {name: 'backspace', text: undefined}});
	expect(emptied.draft.topics).toEqual(['', '', '', '']);
	expect(labels(emptied)).toHaveLength(4);
	expect(formLines(emptied, 80)[focusedLine(formLines(emptied, 80))]).toMatchObject({field: 'topic.0'});
	expect(labels(reduceForm(emptied, {type: 'previous'}))).toEqual([]);
	expect(reduceForm(emptied, {type: 'next'}).focus).toBe('topic.1');
});

const good: Draft = {
	...emptyDraft,
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}],
};

const lines = (change: Partial<Draft>, focus: FieldId) => readerLines(openForm({draft: {...good, ...change}, focus}));

describe('what a screen reader says of the form', () => {
	test('the focused field: its name, whether it is required, and its value', () => {
		expect(lines({}, 'recipient')[0]).toMatch(/^Recipient, required: ops@example\.com/v);
		expect(lines({name: ''}, 'name')[0]).toBe('Name: empty');
	});

	test('what to enter as recipient, while there is none', () => {
		expect(lines({recipient: ''}, 'recipient').some(line => line.startsWith('Enter the recipient: '))).toBe(true);
		expect(lines({}, 'recipient').some(line => line.startsWith('Enter the recipient: '))).toBe(false);
		expect(lines({name: ''}, 'name').some(line => line.startsWith('Enter the recipient: '))).toBe(false);
	});

	test('how to choose a channel, only there', () => {
		expect(lines({}, 'channel').some(line => line.startsWith('Type e for EMAIL, '))).toBe(true);
		expect(lines({}, 'recipient').some(line => line.startsWith('Type e for EMAIL, '))).toBe(false);
	});

	test('an address that has no checksum is told with it', () => {
		const checksummed = `With EIP-55 checksum: ${good.addresses[0]!}`;
		expect(lines({addresses: [good.addresses[0]!.toLowerCase()]}, 'address')).toContain(checksummed);
		expect(lines({addresses: [good.addresses[0]!.toLowerCase()]}, 'name')).not.toContain(checksummed);
	});

	test('an issue of the focused field, and after it those of others with their names', () => {
		const refused = reduceForm(openForm({draft: good, focus: 'name'}), {
			type: 'send-failed',
			issues: [
				{path: ['delivery_location'], message: 'is bad'},
				{path: ['channel'], message: 'is odd'},
			],
		});
		const said = (focus: FieldId) => readerLines(focusOn(refused, focus)).filter(line => line.startsWith('Error'));
		expect(said('recipient')).toEqual(['Error: is bad', 'Error in Channel: is odd']);
		expect(said('name').toSorted()).toEqual(['Error in Channel: is odd', 'Error in Recipient: is bad']);
	});

	test('the filter that is focused', () => {
		expect(lines({}, 'filter.0.value').filter(line => line.startsWith('Filter: '))).toHaveLength(1);
		expect(lines({}, 'name').filter(line => line.startsWith('Filter: '))).toEqual([]);
	});
});
