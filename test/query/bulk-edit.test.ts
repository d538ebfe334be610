import {expect, test} from 'vitest';
import {
	computeOutcomes,
	countOutcomes,
	formOf,
	formsOfOthers,
	outcomeStep,
	type EditItem,
	type OutcomeOptions,
	readEdits,
	type FieldEdits,
	changeSegments,
	distinctValues,
} from '../../source/query/bulk-edit.ts';
import {toEditable} from '../../source/notification/edit.ts';
import type {Notification} from '../../source/notification/notification.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {queryOf} from '../helpers/query.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';

const sent = {template: 'Look', topics: ['', '', '', '']} as const;
const itemOf = (of: Notification, {isKnown = true} = {}): EditItem => ({
	...toEditable(of, isKnown ? sent : undefined),
	form: formOf(of),
});
const webhook = (id: string, recipient = `https://hooks.example.org/${id}`) =>
	notificationWith({id, channel: 'WEBHOOK', recipient, addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']});

function optionsOf(items: readonly EditItem[], edits: FieldEdits, more: Partial<OutcomeOptions> = {}): OutcomeOptions {
	return {
		items,
		edited: new Map(),
		edits: readEdits(edits),
		given: new Set(edits.keys()),
		acceptsInvalid: false,
		otherForms: new Set(),
		...more,
	};
}

const replaced = (text: string): FieldEdits => new Map([['recipient', text]]);

test('changed, unchanged, invalid and left out are counted', () => {
	const items = [
		webhook('1'),
		webhook('2', 'https://other.example/2'),
		webhook('3', 'https://hooks.example.org/3'),
		webhook('4', 'https://hooks.example.org/x'),
	].map(of => itemOf(of));
	const outcomes = finish(computeOutcomes(optionsOf(items, replaced('/https:..hooks.example.org.(x|1)/nowhere $1/'))));
	expect(outcomes.map(({isChanged}) => isChanged)).toEqual([true, false, false, true]);
	expect(outcomes[0]!.error).toMatchObject({field: 'recipient', canOverride: true});
	expect(countOutcomes(items, outcomes, new Set(['4']))).toEqual({
		changed: 0,
		unchanged: 2,
		invalid: 1,
		refused: 0,
		warned: 0,
		protected: 0,
		duplicate: 0,
		templateLost: 0,
		topicsLost: 0,
		leftOut: 1,
	});
	const accepted = finish(
		computeOutcomes(optionsOf(items, replaced('/https:..hooks.example.org.(x|1)/nowhere $1/'), {acceptsInvalid: true})),
	);
	expect(countOutcomes(items, accepted, new Set())).toMatchObject({changed: 2, invalid: 0});
});

test('those that become equal to each other, to one that stays and to one that is not edited are duplicates, but for the first', () => {
	const items = ['1', '2', '3'].map(id => itemOf(webhook(id)));
	const both = finish(computeOutcomes(optionsOf(items, replaced('https://new.example/'))));
	expect(both.map(({isDuplicate}) => isDuplicate)).toEqual([false, true, true]);
	const likeThird = finish(computeOutcomes(optionsOf(items, replaced('/(org.)[12]/$13/'))));
	expect(likeThird.map(({isDuplicate}) => isDuplicate)).toEqual([true, true, false]);
	const otherForms = finish(formsOfOthers([webhook('9', 'https://new.example/'), webhook('1')], new Set(['1'])));
	expect(otherForms.size).toBe(1);
	const [first] = finish(computeOutcomes(optionsOf(items, replaced('https://new.example/'), {otherForms})));
	expect(first).toMatchObject({isDuplicate: true});
});

test('an unusual network is warned of, as in the form', () => {
	const items = [itemOf(webhook('1'))];
	const warned = (network: string) =>
		finish(
			computeOutcomes(
				optionsOf(items, new Map([['network', network]]), {known: {network: ['ETH_MAINNET', 'MY_CHAIN']}}),
			),
		)[0]!.warning;
	expect(warned('ETH_MAINET')).toMatchObject({field: 'network'});
	expect(warned('MY_CHAIN')).toBeUndefined();
});

test('an unknown template is lost by a change of anything else, and given by one of the template', () => {
	const items = [itemOf(webhook('1'), {isKnown: false}), itemOf(webhook('2'))];
	const lost = finish(computeOutcomes(optionsOf(items, replaced('/hooks/x/'))));
	expect(countOutcomes(items, lost, new Set())).toMatchObject({changed: 2, templateLost: 1, topicsLost: 0});
	const given = finish(computeOutcomes(optionsOf(items, new Map([['template', 'New']]))));
	expect(countOutcomes(items, given, new Set())).toMatchObject({changed: 2, templateLost: 0, topicsLost: 0});
	const withTopics = [itemOf({...webhook('3'), eventType: 'GRAPHQL'}, {isKnown: false})];
	const topics = finish(computeOutcomes(optionsOf(withTopics, new Map([['template', 'New']]))));
	expect(countOutcomes(withTopics, topics, new Set())).toMatchObject({templateLost: 0, topicsLost: 1});
});

test('the content from the editor comes before the changes of fields', () => {
	const [item] = [itemOf(webhook('1'))];
	const edited = new Map([['1', {...item.before, name: 'From the editor', recordExtras: {status: 'paused'}}]]);
	const [outcome] = finish(computeOutcomes(optionsOf([item], replaced('/hooks/x/'), {edited})));
	expect(outcome!.fields).toEqual(['recipient', 'name']);
	expect(outcome!.after.recipient).toBe('https://x.example.org/1');
	const [other] = finish(
		computeOutcomes(
			optionsOf([item], new Map(), {edited: new Map([['1', {...item.before, recordExtras: {status: 'paused'}}]])}),
		),
	);
	expect(other).toMatchObject({isChanged: true, fields: []});
});

test('the computation pauses after few notifications, however many there are', () => {
	let changed = 0;
	const items = Array.from({length: 1000}, (_, index) => itemOf(webhook(String(index))));
	const counting = {
		changes: [
			(draft: EditItem['before']) => {
				changed++;
				return {...draft, name: 'x'};
			},
		],
		problems: new Map(),
	};
	const work = computeOutcomes({...optionsOf(items, new Map()), edits: counting});
	let before = 0;
	for (let step = work.next(); step.done !== true; step = work.next()) {
		expect(changed - before).toBeLessThanOrEqual(outcomeStep);
		before = changed;
	}

	expect(changed).toBe(1000);
});

test('what a policy refuses or warns of and what is protected is counted, and nothing accepts what is refused', () => {
	const rule = (text: string) => ({text, query: queryOf(text), say: 'Why', place: 'config.yaml line 1'});
	const rules = {
		protect: [rule('id:1')],
		policies: [
			{...rule('to:nowhere not:user:=fine'), effect: 'refuse' as const},
			{...rule('user:=fine'), effect: 'warn' as const},
		],
		problems: [],
	};
	const items = [webhook('1'), webhook('2'), {...webhook('3'), userId: 'fine'}].map(of => itemOf(of));
	const outcomes = finish(
		computeOutcomes(optionsOf(items, replaced('/hooks/nowhere/'), {rules, acceptsInvalid: true})),
	);
	expect(countOutcomes(items, outcomes, new Set())).toMatchObject({
		changed: 1,
		warned: 1,
		refused: 1,
		protected: 1,
		invalid: 0,
	});
	expect(countOutcomes(items, outcomes, new Set(['1', '2', '3']))).toMatchObject({
		changed: 0,
		warned: 0,
		refused: 0,
		protected: 0,
		leftOut: 3,
	});
});

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

const filter = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};
const draftOf = (recipient: string, others: Partial<Draft> = {}): Draft => ({
	...emptyDraft,
	userId: 'ops',
	recipient,
	...others,
});

test('distinct values have their counts, the most frequent first', () => {
	const values = finish(distinctValues([draftOf('a'), draftOf('b'), draftOf('c'), draftOf('b')]));
	expect(values.get('recipient')).toEqual([
		{value: 'b', count: 2},
		{value: 'a', count: 1},
		{value: 'c', count: 1},
	]);
	expect(values.get('userId')).toEqual([{value: 'ops', count: 4}]);
});

test('filters are counted as one line, and topics for those that have them, in the order of the form', () => {
	const values = finish(
		distinctValues([
			draftOf('a', {filters: [filter, {...filter, value: '2'}]}),
			draftOf('b', {filters: [filter]}),
			draftOf('c', {topics: ['0x1', '', '', '']}),
		]),
	);
	expect(values.get('filters')?.map(({value}) => value)).toEqual(['value > 1 and value > 2', 'value > 1', '']);
	expect(values.get('topic.0')).toEqual([{value: '0x1', count: 1}]);
	const fields = values.keys().toArray();
	expect(fields[0]).toBe('userId');
	expect(fields.slice(-2)).toEqual(['name', 'template']);
	expect(fields.indexOf('topic.0')).toBe(fields.indexOf('filters') + 1);
});

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
	expect(applied(new Map([['recipient', text]])).recipient).toBe(recipient);
});

test.each([
	['/', 'the new text is missing'],
	['/ho(oks/x/', 'is not a regular expression'],
	['/(a+)+/x/', 'could take very long'],
])('%j changes nothing, and says why', (text, words) => {
	const {changes, problems} = readEdits(new Map([['recipient', text]]));
	expect(changes).toEqual([]);
	expect(problems.get('recipient')).toContain(words);
});
