import fc from 'fast-check';
import {expect, test} from 'vitest';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import {repeatedEntries} from '../../source/files/plan.ts';
import {blockedText, planNotes} from '../../source/files/plan-texts.ts';
import {containing} from '../helpers/texts.ts';
import {accountOf, applyTo, bodyOf, fileOf, planOf, shortly} from './account.ts';

const inScope = async (bodies: readonly unknown[], scope = 'all') => fileOf({version: 1, scope, notifications: bodies});
const alone = async (bodies: readonly unknown[]) => fileOf({version: 1, notifications: bodies});
const other = '0x0000000000000000000000000000000000000001';

test('what is equal is left alone, whatever the order of entries and filters and the case of the address', async () => {
	const filters = [
		{field_name: 'value', operator: 'gt', value: '1', value_type: 'int'},
		{field_name: 'asset', operator: 'eq', value: 'USDC', value_type: 'str'},
	];
	const account = accountOf([bodyOf({}, {filters}), bodyOf({external_user_id: 'b'})]);
	const file = await inScope([
		bodyOf({external_user_id: 'b'}),
		bodyOf(
			{},
			{
				filters: filters.toReversed(),
				addresses: [(bodyOf().event_details as {addresses: string[]}).addresses[0]!.toLowerCase()],
			},
		),
	]);
	expect(planOf(account, [file])).toMatchObject({changes: [], unchanged: 2, unmanaged: []});
});

test('an entry that creates the same as an earlier one is warned of, with the line of that', async () => {
	const file = await alone([bodyOf(), bodyOf({external_user_id: 'b'}), bodyOf()]);
	const plan = planOf(accountOf([]), [file]);
	expect(plan.repeated).toBe(1);
	const warnings = repeatedEntries(plan);
	expect(warnings.map(({entry}) => entry)).toEqual([file.entries[2]!.place]);
	expect(warnings[0]!.message).toMatch(/^is identical to \S+, line \d+$/v);
	// Also where the earlier one is listed already.
	const beside = repeatedEntries(planOf(accountOf([bodyOf()]), [file]));
	expect(beside.map(({entry}) => entry)).toEqual([file.entries[2]!.place]);
});

test.each([
	['a rename', bodyOf({notification_name: 'Other'}), 'replace 1: notification_name'],
	[
		'a new recipient',
		bodyOf({notification_name: 'Other', delivery_location: 'b@example.com'}),
		'replace 1: delivery_location, notification_name',
	],
	[
		'a new address',
		bodyOf({notification_name: 'Other'}, {addresses: [other]}),
		'replace 1: event_details.addresses, notification_name',
	],
	[
		'new filters',
		bodyOf({}, {filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int'}]}),
		/^replace 1: event_details.filters/v,
	],
	['a new template', bodyOf({template: 'other'}), 'replace 1: template'],
	['a member that interface.md does not name', bodyOf({priority: 3}), 'replace 1: priority'],
])('inside a scope an entry replaces what it changes: %s', async (_name, body, expected) => {
	const account = accountOf([bodyOf()]);
	const file = await inScope([body]);
	// Also if it was created as the entry says.
	for (const created of [undefined, file.entries[0]!.record]) {
		expect(shortly(planOf(account, [file], {sentAs: () => created}))).toStrictEqual([
			typeof expected === 'string' ? expected : expect.stringMatching(expected),
		]);
	}
});

test.each([
	[
		'new filters are a replacement',
		bodyOf({}, {filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int'}]}),
		/^replace 1/v,
	],
	['a rename is not', bodyOf({notification_name: 'Other'}), /^create/v],
	['the same name on another channel is not', bodyOf({channel: 'SLACK', delivery_location: '#treasury'}), /^create/v],
	['the same name with another address is not', bodyOf({}, {addresses: [other]}), /^create/v],
])('without a scope %s', async (_name, body, expected) => {
	const account = accountOf([bodyOf()]);
	const plan = planOf(account, [await alone([body])]);
	expect(shortly(plan)).toStrictEqual([expect.stringMatching(expected)]);
	expect(plan.unmanaged).toStrictEqual([]);
});

test('without a scope, what looks like an older version is named and stays', async () => {
	const plan = planOf(accountOf([bodyOf()]), [await alone([bodyOf({notification_name: 'Other'})])]);
	expect(plan).toMatchObject({changes: [{kind: 'create'}], similar: [{id: '1'}]});
});

test('an ID is only a hint: it pairs with the same user and channel', async () => {
	const account = accountOf([bodyOf(), bodyOf({external_user_id: 'b'})]);
	const changed = {notification_name: 'X', delivery_location: 'x@example.com'};
	expect(
		shortly(
			planOf(account, [
				await inScope([
					bodyOf({id: 2, external_user_id: 'b', ...changed}),
					bodyOf({id: '1', external_user_id: 'c', ...changed}),
				]),
			]),
		),
	).toStrictEqual(['create x@example.com', 'replace 2: delivery_location, notification_name']);
});

test('what is in no entry is unmanaged within the scope, and deleted only when pruned', async () => {
	const account = accountOf([bodyOf(), bodyOf({external_user_id: 'b'}), bodyOf({external_user_id: 'opsb'})]);
	const file = await inScope([], 'user:=ops');
	expect(planOf(account, [file])).toMatchObject({changes: [], unmanaged: [{id: '1'}]});
	expect(shortly(planOf(account, [file], {prune: true}))).toStrictEqual(['delete 1']);
});

test('a template that nobody knows counts as equal, unless it is to be replaced', async () => {
	const account = accountOf([bodyOf()], false);
	const file = await inScope([bodyOf({template: 'new'})]);
	const plan = planOf(account, [file]);
	expect(plan).toMatchObject({changes: [], unchanged: 1, assumedEqual: ['1']});
	expect(planNotes(plan, 'R')).toContainEqual({text: containing('1. R replaces it.'), isWarning: false});
	expect(shortly(planOf(account, [file], {acceptUnknownTemplate: true}))).toStrictEqual(['replace 1: template']);
});

test('a template that the file does not say goes along with a replacement; one that nobody knows is lost, and said', async () => {
	const {template, ...body} = bodyOf({notification_name: 'Other'});
	const file = await inScope([body]);
	const known = accountOf([bodyOf()]);
	applyTo(known, planOf(known, [file]));
	expect(known.sent.get('2')).toMatchObject({template: 'words'});
	expect(planOf(accountOf([bodyOf()], false), [file])).toMatchObject({
		changes: [{kind: 'replace'}],
		losing: ['1'],
	});
});

test('what copies and replacements lose of events with topics is said with the topics', async () => {
	const {template, ...body} = bodyOf({channel: 'WEBHOOK', notification_name: 'Other'}, {event_type: 'GRAPHQL'});
	const file = await inScope([body]);
	const textsOf = (...planned: Parameters<typeof planOf>) => planNotes(planOf(...planned), 'R').map(({text}) => text);
	expect(textsOf(accountOf([bodyOf({channel: 'WEBHOOK'}, {event_type: 'GRAPHQL'})], false), [file])).toEqual([
		'Replacing 1 loses its template and topics, if any: the service returns none.',
	]);
	const entries = file.entries.map(entry => ({...entry, copied: {isContentUnknown: true}}));
	expect(textsOf(accountOf([]), [{...file, entries}])).toEqual([
		'The copy loses its template and topics, if any: the service returns none.',
	]);
});

test('a notification with a pending change is not touched', async () => {
	const plan = planOf(accountOf([bodyOf()]), [await inScope([bodyOf({notification_name: 'Other'})])], {
		pending: new Map([['1', {number: '12', noun: 'delete', running: undefined, isNew: false}]]),
		prune: true,
	});
	expect(plan).toMatchObject({changes: [], pending: [{ids: ['1']}]});
	expect(blockedText({...plan.pending[0]!, running: 'running in another chainbell (process 7)'})).toBe(
		'Delete 12 is running in another chainbell (process 7), so 1 is not touched: run this again when it has ended.',
	);
});

test('files with the same scope count as one', async () => {
	const listed = [bodyOf({notification_name: 'A'}), bodyOf({notification_name: 'B'})];
	const files = await Promise.all(listed.map(async one => inScope([one])));
	expect(planOf(accountOf(listed), files, {prune: true})).toMatchObject({changes: [], unchanged: 2});
});

test('two files whose scopes have a notification in common are refused, with both lines', async () => {
	const files = [
		fileOf('scope: user:ops\nnotifications: []\n', 'a.yaml'),
		fileOf('# the second\nscope: channel:email\nnotifications: []\n', 'b.yaml'),
	];
	expect(() => planOf(accountOf([bodyOf()]), files)).toThrow(
		'b.yaml, line 2: overlaps the scope of a.yaml, line 1: both match 1',
	);
	const entries = [fileOf('scope: user:ops\nnotifications: []\n', 'a.yaml'), fileOf([bodyOf()], 'b.yaml')];
	expect(() => planOf(accountOf([]), entries)).toThrow(
		'b.yaml, line 1: belongs to the scope user:ops of a.yaml, line 1, as well',
	);
});

const user = fc.constantFrom('ops', 'a');
const body = fc.record({
	external_user_id: user,
	channel: fc.constantFrom('EMAIL', 'SLACK'),
	notification_name: fc.constantFrom('', 'A', 'B'),
	delivery_location: fc.constantFrom('a@example.com', 'b@example.com'),
	template: fc.constantFrom('', 'x'),
	event_details: fc.record({
		network: fc.constantFrom('ETH', 'BSC'),
		event_type: fc.constant('ADDRESS_ACTIVITY'),
		addresses: fc.constantFrom([other], ['0xAB']),
	}),
});

test('applied, a plan makes the account equal to the file, touches nothing twice, and the next plan is empty', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(body, {maxLength: 6}),
			fc.array(body, {maxLength: 6}),
			fc.boolean(),
			async (existing, wanted, isScoped) => {
				const account = accountOf(existing);
				const file = await (isScoped ? inScope(wanted) : alone(wanted));
				const plan = planOf(account, [file], {prune: isScoped});
				const touched = plan.changes.flatMap(({of}) => of?.id ?? []);
				expect(new Set(touched).size).toBe(touched.length);
				const kept = account.listed.filter(({id}) => !touched.includes(id)).length;
				applyTo(account, plan);
				expect(account.listed).toHaveLength(kept + plan.changes.filter(({kind}) => kind !== 'delete').length);
				expect(planOf(account, [file], {prune: isScoped}).changes).toStrictEqual([]);
				if (isScoped) {
					expect(account.listed.map(found => canonicalForm(found)).toSorted()).toStrictEqual(
						file.entries.map(({record}) => canonicalForm(record)).toSorted(),
					);
				}

				const shuffled = await (isScoped ? inScope(wanted.toReversed()) : alone(wanted.toReversed()));
				expect(planOf(account, [shuffled]).changes).toStrictEqual([]);
			},
		),
	);
});

test('an entry that is known to describe a notification is paired with it, although a rename outside a scope tells them apart', async () => {
	const account = accountOf([bodyOf({notification_name: 'Other'}), bodyOf({external_user_id: 'b'})]);
	const file = await alone([bodyOf(), bodyOf({external_user_id: 'b'})]);
	expect(shortly(planOf(account, [file]))).toStrictEqual(['create a@example.com']);
	expect(shortly(planOf(account, [file], {linked: new Map([[file.entries[0]!, '1']])}))).toStrictEqual([
		'replace 1: notification_name',
	]);
	expect(shortly(planOf(account, [file], {linked: new Map([[file.entries[0]!, '99']])}))).toStrictEqual([
		'create a@example.com',
	]);
});
