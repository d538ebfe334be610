import {describe, expect, test} from 'vitest';
import {unknownPriorId, type ChangeContext, type Look} from '../../source/changes/context.ts';
import {
	plan,
	refusedBefore,
	type Ask,
	type PlanOptions,
	type Planned,
	type Refusal,
} from '../../source/changes/plan.ts';
import type {Failure} from '../../source/service/failure.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import type {Policy} from '../../source/query/rules.ts';
import {toCreateBody} from '../../source/service/body.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {lookAt, partially, recordOf} from '../helpers/looks.ts';
import {created, creation, input, make, moment, oldOne, profile, sent} from '../ledger/ledgers.ts';
import {createOf, createPlace, ending, setUp} from './harness.ts';
import {startRawService} from './raw-service.ts';

const key = 'sk-plan-0123456789';
keepSecret(key);

const listed = (id: string, change: Partial<NotificationInput> = {}) => recordOf(id, {...oldOne().input, ...change});
const edited = {...input, name: 'New'};
const editOf = (id: string, content = edited): Ask => ({kind: 'replace', of: oldOne(id), input: content});
const deletionOf = (id: string): Ask => ({kind: 'delete', of: oldOne(id)});
const undoOf = (id: string, undoes?: number): Ask => ({kind: 'recreate', of: oldOne(id), input, undoes});

/** An account on which nothing is listed. */
const nowhere = () => createPlace({baseUrl: 'http://127.0.0.1:1/', apiKey: 'none'});

/** What a plan is, in one line: its items with what is known to be none of them, and what is left out. */
const lineOf = (planned: Planned | Refusal): string =>
	planned.kind === 'planned'
		? [
				...planned.items.map(({kind, input: wanted, snapshot, knownIds = []}) =>
					[kind, snapshot?.id ?? wanted!.userId, ...knownIds.map(id => (id === unknownPriorId ? '?' : id))].join(' '),
				),
				...planned.skipped,
			].join(', ')
		: ending(planned).replace('impossible: Nothing was sent: ', 'no: ');

type Case = {
	readonly asks: readonly Ask[];
	/** What is listed; nothing unless given. */
	readonly look?: Look;
	readonly options?: PlanOptions;
	readonly context?: Partial<ChangeContext>;
};

const planned = async ({asks, look = lookAt(0), options, context}: Case) =>
	plan(nowhere().contextWith(context), asks, {given: look, ...options});

const seven = lookAt(0, [listed('7')]);
const unreadable = {kind: 'unreadable', index: 0, problem: '', raw: {id: '7'}} as const;

test.each<[string, Case, string]>([
	['a create', {asks: [createOf()]}, 'create user-1'],
	[
		'what is alike is known to be no new one',
		{
			asks: [createOf()],
			look: lookAt(0, [listed('7', {name: ' Treasury'}), recordOf('8')]),
			options: {accepted: 'all'},
		},
		'create user-1 7',
	],
	[
		'a partial listing does not show all of it',
		{asks: [createOf()], look: partially(lookAt(0)), options: {isUnchecked: true}},
		'create user-1 ?',
	],
	[
		'what was displayed before is known, too',
		{
			asks: [createOf()],
			look: partially(lookAt(0)),
			options: {isUnchecked: true},
			context: {listed: () => [listed('7'), recordOf('8')]},
		},
		'create user-1 7 ?',
	],
	[
		'an edit of what no listing returns',
		{asks: [editOf('7', {...input, template: 'other'})], look: seven},
		'replace 7 7',
	],
	['a deletion', {asks: [deletionOf('7')], look: seven}, 'delete 7'],
	['a deletion by a partial listing', {asks: [deletionOf('7')], look: partially(seven)}, 'delete 7'],
	[
		'of several one is gone: that is told when its turn comes',
		{asks: [deletionOf('6'), editOf('7')], look: seven},
		'delete 6, replace 7',
	],
])('%s is planned', async (_name, given, line) => {
	expect(lineOf(await planned(given))).toBe(line);
});

test.each<[string, Case, string]>([
	[
		'with the API key in it',
		{asks: [createOf({...input, template: key})]},
		'no: it contains the API key, or [API key] in its place. Take it out.',
	],
	[
		'with the API key in one of several',
		{asks: [createOf(), {...createOf({...input, name: key}), place: 'line 3'}]},
		'no: line 3 contains the API key, which is never stored, so it cannot be sent with others. Send it alone.',
	],
	[
		'with the API key in what one of several was',
		{asks: [createOf(), {...editOf('7'), of: {...oldOne('7'), raw: {note: key}}} as Ask]},
		'no: 7 contains the API key, which is never stored, so it cannot be sent with others. Send it alone.',
	],
	['that replaces what is gone', {asks: [editOf('7')]}, 'no: 7 is not listed any more.'],
	['or deletes it', {asks: [deletionOf('7'), deletionOf('8')]}, 'no: 7 is not listed any more.'],
	[
		'or what is not in a part of the listing',
		{asks: [deletionOf('7')], look: partially(lookAt(0))},
		'no: 7 is not in the part of the listing that could be read.',
	],
	['or cannot be read', {asks: [deletionOf('7')], look: lookAt(0, [unreadable])}, 'no: 7 cannot be read any more.'],
	['or was changed', {asks: [editOf('7')], look: lookAt(0, [recordOf('7')])}, 'no: 7 has other content now.'],
	[
		'that replaces something, by a partial listing',
		{asks: [editOf('7')], look: partially(seven)},
		'no: only a complete listing can tell new notifications from existing ones. The listing is partial.',
	],
	[
		'of mixed kinds either',
		{asks: [createOf(), deletionOf('7')], look: partially(seven), options: {isUnchecked: true}},
		'no: only a complete listing can tell new notifications from existing ones. The listing is partial.',
	],
	[
		'that does not fit the listing any more',
		{asks: [createOf()], options: {whyChanged: () => 'it is another one.'}},
		'no: it is another one.',
	],
	['of nothing', {asks: []}, 'no: there is nothing to change.'],
	[
		'without a listing of what is to stay',
		{asks: [deletionOf('7')], look: partially(seven), options: {keeps: new Set(['9'])}},
		'no: a complete listing must show first that what is to stay still exists. The listing is partial.',
	],
	[
		'where what is to stay is gone',
		{asks: [deletionOf('7')], look: seven, options: {keeps: new Set(['7', '9'])}},
		'no: 9, which was to stay, is not listed any more. Look for duplicates again.',
	],
	['that cannot be checked', {asks: [createOf()], look: partially(lookAt(0))}, 'unchecked: The listing is partial.'],
])('nothing is planned %s', async (_name, given, line) => {
	expect(lineOf(await planned(given))).toBe(line);
});

describe('duplicates', () => {
	const same = lookAt(0, [listed('7'), listed('8', {name: 'Another name'}), recordOf('9')]);

	test.each<[string, Case, string]>([
		['are told with those that are listed', {asks: [createOf()], look: same}, 'duplicates: 0 as 7 8'],
		[
			'and those that are asked before',
			{asks: [createOf(edited), createOf(), createOf()]},
			'duplicates: 1 as 0, 2 as 0',
		],
		['also of what an undo creates again', {asks: [undoOf('1', 5)], look: same}, 'duplicates: 0 as 7 8'],
		['not of what replaces one', {asks: [editOf('7', input)], look: seven}, 'replace 7 7'],
		[
			'those that the operator has seen are accepted',
			{asks: [createOf()], look: same, options: {accepted: new Set(['7'])}},
			'duplicates: 0 as 8',
		],
		[
			'or all',
			{asks: [createOf(), createOf()], look: same, options: {accepted: 'all'}},
			'create user-1 7, create user-1 7',
		],
	])('%s', async (_name, given, line) => {
		expect(lineOf(await planned(given))).toBe(line);
	});
});

describe('the rules of config.yaml', () => {
	const policy: Policy = {effect: 'refuse', query: [], text: '', say: 'use a group address.', place: 'config.yaml:4'};
	const guards = {
		canProtect: true,
		whyProtected: ({id}: {id: string}) => (id === '7' ? '7 is protected: config.yaml:2.' : undefined),
		findBroken: ({name}: {name: string}) => (name === 'New' ? [policy] : [{...policy, effect: 'warn' as const}]),
	};
	const both = lookAt(0, [listed('7'), listed('8')]);

	test.each<[string, Case, string]>([
		['keep what is protected', {asks: [deletionOf('7')]}, 'no: 7 is protected: config.yaml:2.'],
		[
			'all of several',
			{asks: [deletionOf('7'), editOf('7')]},
			'no: 2 are left out because they are protected. The first: 7 is protected: config.yaml:2.',
		],
		[
			'leave it out of several',
			{asks: [deletionOf('7'), deletionOf('8')]},
			'delete 8, Left out: 7 is protected: config.yaml:2.',
		],
		[
			'or refuse them all',
			{asks: [deletionOf('7'), deletionOf('8')], options: {isAllOrNothing: true}},
			'no: 7 is protected: config.yaml:2.',
		],
		[
			'refuse what breaks a policy',
			{asks: [createOf({...edited, userId: 'another'})]},
			'no: it breaks a policy: use a group address. (config.yaml:4).',
		],
		[
			'also an edit, one of several',
			{asks: [deletionOf('8'), {...editOf('8'), place: 'entry 2'}]},
			'no: entry 2 breaks a policy: use a group address. (config.yaml:4).',
		],
		['not what undoes a change', {asks: [{...editOf('8'), undoes: 5}]}, 'replace 8'],
		['what only warns is sent', {asks: [createOf({...input, userId: 'another'})]}, 'create another'],
	])('%s', async (_name, given, line) => {
		expect(lineOf(await planned({look: both, context: {guards}, ...given}))).toBe(line);
	});

	test('say which kind of rule it was', async () => {
		expect(await planned({asks: [deletionOf('7')], look: both, context: {guards}})).toMatchObject({cause: 'protected'});
		expect(
			await planned({asks: [createOf({...edited, userId: 'another'})], look: both, context: {guards}}),
		).toMatchObject({cause: 'policy'});
	});
});

test.each([
	['is to create the same', [], 'Change 1, which began 0 s ago and has not ended, is to create the same.'],
	[
		'may have created it',
		[sent('POST')],
		'The same create was sent 0 s ago (1), and its outcome is unknown: a second one may result.',
	],
])('a pending change that %s is told', async (_name, events, reason) => {
	const place = nowhere();
	make({changes: place.changes}, creation, ...events);
	const asks = [createOf()];
	const same = await plan(place.contextWith({profile: 'another'}), asks, {given: lookAt(0)});
	expect(same.kind).toBe('planned');
	const context = place.contextWith({profile, now: () => moment});
	expect(await plan(context, asks, {given: lookAt(0), accepted: 'all'})).toEqual({
		kind: 'unchecked',
		isPending: true,
		reason,
	});
	expect(await plan(context, asks, {given: lookAt(0), isUnchecked: true})).toMatchObject({
		kind: 'planned',
		isRepeated: true,
	});
});

test('a listing that may be behind is refused, unless the operator checks nothing', async () => {
	const place = nowhere();
	make({changes: place.changes}, creation, ...created('8'));
	const context = place.contextWith({profile, settlingTime: 60_000, now: () => moment});
	const asks = [createOf({...input, userId: 'another'})];
	expect(await plan(context, asks, {given: lookAt(0)})).toEqual({
		kind: 'impossible',
		cause: 'behind',
		reason:
			'Nothing was sent: the listing may be behind, because it does not show 8, which was created here 0 s ago. Try again in 60 s.',
	});
	expect(lineOf(await plan(context, asks, {given: lookAt(0), isUnchecked: true}))).toBe('create another');
});

describe('without a listing', () => {
	const failing = async (asks: readonly Ask[], options: PlanOptions = {}) => {
		const place = await setUp({existing: [input], faults: [{name: 'list-503', count: 4}]});
		return lineOf(await plan(place.contextWith(), asks, options));
	};

	test.each<[string, readonly Ask[], string]>([
		['nothing can be checked', [createOf()], 'unchecked: The service failed (503).'],
		[
			'nothing is replaced',
			[editOf('1')],
			'no: the notifications could not be listed first. The service failed (503).',
		],
		[
			'nothing is deleted',
			[deletionOf('1')],
			'no: a listing must show first what is deleted. The service failed (503).',
		],
	])('%s', async (_name, asks, line) => {
		const said = await failing(asks);
		expect(said.replace(/ The service said: .*/v, '')).toBe(line);
	});

	test('the operator may create all the same', async () => {
		expect(await failing([createOf()], {isUnchecked: true})).toBe('create user-1 ?');
	});

	const failureOf = (kind: Failure['kind']): Failure => ({
		kind,
		outcome: 'unknown',
		summary: '',
		nextStep: 'Try again.',
	});

	test.each<[Failure['kind'], boolean, boolean]>([
		['unauthorized', false, true],
		['forbidden', true, true],
		['forbidden', false, false],
		['server', true, false],
	])('%s, where one is needed: %s, it is refused: %s', (kind, isNeeded, isRefused) => {
		const {signal} = new AbortController();
		expect(refusedBefore({signal} as ChangeContext, failureOf(kind), isNeeded)).toEqual(
			isRefused
				? {
						kind: 'refused',
						failure: {...failureOf(kind), outcome: 'not-sent', nextStep: 'Nothing was sent. Try again.'},
					}
				: undefined,
		);
	});

	test('who stops waiting is told that nothing was sent', () => {
		expect(refusedBefore({signal: AbortSignal.abort()} as ChangeContext, failureOf('cancelled'), false)).toMatchObject({
			failure: {outcome: 'not-sent', nextStep: 'Nothing was sent.'},
		});
	});
});

test('the displayed listing serves a create, the last one that was read a deletion, and an edit is listed anew', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 7}]);
	const place = createPlace(service);
	const found = await place.look();
	place.time.at++;
	const requestsOf = async (ask: Ask) => {
		const before = service.requests.length;
		await plan(place.contextWith({displayed: () => found}), [ask]);
		const displayed = service.requests.length - before;
		await plan(place.contextWith({lastLook: () => found}), [ask]);
		return [displayed, service.requests.length - before - displayed];
	};

	expect(await requestsOf(createOf(edited))).toEqual([0, 1]);
	expect(await requestsOf({kind: 'delete', of: await place.snapshot('7')})).toEqual([1, 0]);
	expect(await requestsOf(editOf('7'))).toEqual([1, 1]);
});
