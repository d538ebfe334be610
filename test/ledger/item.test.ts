import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	deletesOf,
	firstState,
	fold,
	hasEffect,
	isAccepted,
	isNamed,
	isOpen,
	mayHaveEffect,
	postsOf,
	numberOf,
	totalOf,
	type Event,
	type Item,
	type NewItem,
	type Phase,
	type Reason,
	type State,
} from '../../source/ledger/item.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {momentAt} from '../helpers/looks.ts';
import {
	account,
	answered,
	creation,
	deletion,
	edit,
	input,
	oldOne,
	open,
	profile,
	recreation,
	seen,
	sent,
	steps,
	temporaryFile,
} from './ledgers.ts';

/** What events add up to, each a millisecond after the one before. */
const foldAll = (item: NewItem, events: readonly Event[], state = firstState(item.knownIds)): State => {
	const told = {kind: item.kind, snapshot: item.snapshot};
	return events.reduce((last, event) => fold(told, last, event, last.n + 1), state);
};

const why: readonly Reason[] = [{why: 'nothing-sent'}];
const note: Reason = {why: 'unchecked'};
const issues = [{field: 'name', message: 'Too long.'}];
const retry: Event = {kind: 'decided', how: 'retry'};
const stop: Event = {kind: 'decided', how: 'stop'};

describe('a request', () => {
	test.each<[string, NewItem, readonly Event[], Phase]>([
		['a POST', creation, [sent('POST')], 'creating'],
		['a DELETE', deletion('1'), [sent('DELETE', '1')], 'deleting'],
		['the DELETE of the old one', edit('1'), [seen('created', {newId: '9'}), sent('DELETE', '1')], 'deleting'],
		['that of an edit in place', edit('1'), [seen('created', {newId: '1'}), sent('DELETE', '1')], 'undoing'],
		['that of the new one', edit('1'), [seen('created', {newId: '9'}), sent('DELETE', '9')], 'undoing'],
		['that of what was created', creation, [seen(undefined, {newId: '9'}), sent('DELETE', '9')], 'undoing'],
	])('%s', (_name, item, events, phase) => {
		expect(foldAll(item, events).phase).toBe(phase);
	});

	test('is recorded, and takes the place of what was said before', () => {
		const told = seen('planned', {reason: why, issues, candidates: ['1'], missingSince: momentAt(1), notes: [note]});
		expect(foldAll(creation, [told, sent('POST', undefined, 5)])).toEqual({
			...firstState(),
			n: 2,
			phase: 'creating',
			notes: [note],
			requests: [{n: 2, at: 2, method: 'POST', target: undefined, outcome: 'sent', moment: momentAt(5)}],
		});
	});

	test('has its answer, with the ID that it names', () => {
		const former = oldOne('9');
		const answer = answered('ok', {status: 201, summary: 'Created.', named: '9', former}, 7);
		const {requests, ...state} = foldAll(creation, [sent('POST'), answer]);
		expect(requests).toEqual([
			{n: 1, at: 1, method: 'POST', target: '9', outcome: 'ok', status: 201, summary: 'Created.', moment: momentAt(7)},
		]);
		expect(state).toMatchObject({phase: 'creating', former});
		const {requests: deletes} = foldAll(deletion('1'), [sent('DELETE', '1'), answered('unknown'), sent('DELETE', '1')]);
		expect(deletes.map(({target, outcome}) => [target, outcome])).toEqual([
			['1', 'unknown'],
			['1', 'sent'],
		]);
	});
});

describe('what is seen', () => {
	const told = foldAll(creation, [
		sent('POST'),
		seen(undefined, {reason: why, issues, candidates: ['1'], notes: [note], newId: '9', probable: '8', known: ['2']}),
		seen(undefined, {missingSince: momentAt(3), former: oldOne('7')}),
	]);

	test('leaves what it does not say, but for the refused fields and the choice of the last reason', () => {
		const {requests: _requests, ...state} = told;
		expect(state).toEqual({
			phase: 'creating',
			n: 3,
			newId: '9',
			reason: why,
			notes: [note],
			issues,
			candidates: ['1'],
			missingSince: momentAt(3),
			former: oldOne('7'),
			probable: '8',
			knownIds: ['2'],
		});
		expect(foldAll(creation, [seen(undefined, {reason: [note]})], told)).toMatchObject({
			reason: [note],
			notes: [note],
			issues: undefined,
			candidates: undefined,
			missingSince: momentAt(3),
		});
	});

	test('adds notes and known IDs, and forgets since when it was missing once it is listed or in another phase', () => {
		expect(foldAll(creation, [seen(undefined, {notes: why, known: ['3']})], told)).toMatchObject({
			notes: [note, ...why],
			knownIds: ['2', '3'],
		});
		for (const event of [seen(undefined, {missingSince: null}), seen('planned')]) {
			expect(foldAll(creation, [event], told).missingSince).toBeUndefined();
		}
	});

	test.each(['done', 'failed', 'rolled-back'] as const)('as %s ends it, at the time of the first end', to => {
		const ended = foldAll(creation, [seen(to)]);
		expect(ended).toMatchObject({phase: to, endedAt: 1});
		expect(foldAll(creation, [seen('failed')], ended)).toMatchObject({phase: 'failed', endedAt: 1});
		expect(foldAll(creation, [seen('creating')], ended).endedAt).toBeUndefined();
	});
});

describe('what the operator decides', () => {
	test('to stop ends it, and says so before what was said', () => {
		const waiting = {why: 'wait', what: 'created'} as const;
		const events = [sent('POST'), seen(undefined, {reason: [...why, waiting]}), stop];
		expect(foldAll(creation, events)).toMatchObject({
			phase: 'unfollowed',
			endedAt: 3,
			reason: [{why: 'stopped-following'}, ...why],
		});
	});

	test.each<['rejected' | 'ok', object]>([
		['rejected', {why: 'stopped-following', isLeft: true}],
		['ok', {why: 'stopped-following'}],
	])('to stop an edit of which both are listed after a DELETE that was %s', (outcome, reason) => {
		const events = [seen('created', {newId: '9'}), sent('DELETE', '1'), answered(outcome), seen('created'), stop];
		expect(foldAll(edit('1'), events).reason).toEqual([reason]);
	});

	test.each<[NewItem, ReadonlyArray<'sent' | Extract<Event, {kind: 'answered'}>['outcome']>, Phase]>([
		[deletion('1'), [], 'planned'],
		[deletion('1'), ['rejected', 'not-sent'], 'planned'],
		[deletion('1'), ['sent'], 'planned'],
		[deletion('1'), ['unknown', 'rejected'], 'planned'],
		[creation, ['ok'], 'creating'],
		[recreation('1'), ['unknown'], 'creating'],
		[edit('1'), ['unknown'], 'creating'],
	])('to retry %j after %j is %s again', (item, outcomes, phase) => {
		const method = item.kind === 'delete' ? 'DELETE' : 'POST';
		const events = outcomes.flatMap(outcome => [
			sent(method, method === 'DELETE' ? '1' : undefined),
			...(outcome === 'sent' ? [] : [answered(outcome)]),
		]);
		const failed = foldAll(item, [...events, seen('failed')]);
		expect(foldAll(item, [{...retry, without: ['extra']}], failed)).toMatchObject({
			phase,
			endedAt: undefined,
			without: ['extra'],
		});
	});
});

/** An item to which this happened. */
const itemAfter = (item: NewItem, ...events: readonly Event[]): Item => ({
	id: 1,
	set: 12,
	position: 1,
	of: 1,
	profile,
	profileName: 'production',
	startedAt: 0,
	input: undefined,
	snapshot: undefined,
	...item,
	...foldAll(item, events),
});

test.each<[string, Item, boolean]>([
	['a create that is done', itemAfter(creation, seen('done', {newId: '9'})), true],
	['one that failed', itemAfter(creation, sent('POST'), answered('unknown'), seen('failed')), false],
	['one that overwrote something', itemAfter(creation, seen('failed', {former: oldOne('3')})), true],
	['one that is pending', itemAfter(creation, sent('POST'), answered('ok', {named: '9'})), false],
	['a delete that is done', itemAfter(deletion('1'), seen('done')), true],
	['one that is pending', itemAfter(deletion('1'), sent('DELETE', '1')), false],
	[
		'one that counts as failed',
		itemAfter(deletion('1'), sent('DELETE', '1'), answered('unknown'), seen('failed')),
		true,
	],
	['one that is listed again', itemAfter(deletion('1'), sent('DELETE', '1'), answered('ok'), seen('failed')), true],
	['an edit that is done', itemAfter(edit('1'), seen('done', {newId: '9'})), true],
	['an edit whose DELETE may have had one', itemAfter(edit('1'), sent('DELETE', '1'), seen('rolled-back')), true],
	[
		'one whose DELETE was not sent',
		itemAfter(edit('1'), sent('DELETE', '1'), answered('not-sent'), seen('failed')),
		false,
	],
	['one that overwrote something', itemAfter(edit('1'), seen('failed', {former: oldOne('3')})), true],
])('%s had an effect that can be undone: %#', (_name, item, expected) => {
	expect(hasEffect(item)).toBe(expected);
});

test('an item has the number of its set, and its position if it is one of several', () => {
	const item = {set: 12, position: 3, of: 40};
	expect([numberOf(item), numberOf({...item, position: 1, of: 1})]).toEqual(['12.3', '12']);
});

test('a set is open until no item is planned, half done or unknown', () => {
	const none = {planned: 0, created: 0, unknown: 0, done: 8, failed: 16, unfollowed: 0, rolledBack: 64, skipped: 32};
	expect(totalOf({...none, planned: 1, created: 2, unknown: 4})).toBe(127);
	expect([{}, {planned: 1}, {created: 1}, {unknown: 1}].map(more => isOpen({counts: {...none, ...more}}))).toEqual([
		false,
		true,
		true,
		true,
	]);
});

test('an answer to a POST names the new notification, and a DELETE of it does not', () => {
	const item = itemAfter(edit('1'), sent('POST'), seen('created', {newId: '9'}), sent('DELETE', '9'));
	expect([isNamed(item, '9'), deletesOf(item, '9').length, deletesOf(item, '1').length]).toEqual([false, 1, 0]);
	const named = itemAfter(
		creation,
		sent('POST'),
		answered('ok', {named: '8'}),
		sent('POST'),
		answered('ok', {named: '9'}),
	);
	expect(['7', '8', '9'].map(id => isNamed(named, id))).toEqual([false, true, true]);
});

test('a request that the service confirmed is accepted, until a listing proves it or asks', () => {
	const posted = [sent('POST'), answered('ok', {named: '9'})];
	expect(isAccepted(itemAfter(creation, ...posted))).toBe(true);
	expect(isAccepted(itemAfter(creation, ...posted, seen(undefined, {reason: why, candidates: ['9']})))).toBe(false);
	expect(isAccepted(itemAfter(edit('1'), ...posted))).toBe(false);
	expect(
		isAccepted(itemAfter(edit('1'), ...posted, seen('created', {newId: '9'}), sent('DELETE', '1'), answered('ok'))),
	).toBe(true);
	expect(isAccepted(itemAfter(deletion('1'), sent('DELETE', '1'), answered('unknown')))).toBe(false);
});

// Any code units, because a service may send lone surrogates and NUL.
const text = fc.string({
	unit: fc.integer({min: 0, max: 0xff_ff}).map(code => String.fromCodePoint(code)),
	maxLength: 6,
});
const record = <T>(model: {[K in keyof T]: fc.Arbitrary<T[K]>}) => fc.record(model, {noNullPrototype: true});
const topics = fc.tuple(text, text, text, text);
const fields = {userId: text, name: text, recipient: text, addresses: fc.array(text)};
const contents = record(fields).map(changed => ({...input, ...changed}));
const snapshots = record({
	id: fc.oneof(text, fc.constantFrom('1', '2')),
	raw: fc.oneof(fc.jsonValue(), fc.constant({id: JSON.rawJSON('98765432109876543210'), ['__proto__']: 1})),
	template: fc.option(text, {nil: undefined}),
	topics: fc.option(topics, {nil: undefined}),
	input: contents.map(({template: _template, topics: _topics, ...listed}) => listed),
});
const newItems: fc.Arbitrary<NewItem> = fc.oneof(
	record({kind: fc.constant('create'), input: contents, knownIds: fc.array(text)}),
	record({kind: fc.constant('delete'), snapshot: snapshots, place: text}),
	record({kind: fc.constantFrom('replace', 'recreate'), input: contents, snapshot: snapshots}),
);
/** Something that can happen, or what was seen with any text in it. */
const events: fc.Arbitrary<readonly Event[]> = fc.array(
	fc.oneof(
		fc.constantFrom(...steps),
		record({text, former: snapshots}).map(({text: any, former}) =>
			seen(undefined, {
				reason: [{why: 'answer', text: any}],
				notes: [{why: 'found', id: any, named: undefined}],
				issues: [{field: any, message: any}],
				candidates: [any],
				missingSince: {era: any, at: 0},
				former,
				known: [any],
			}),
		),
	),
	{maxLength: 12},
);

/** Whether something can happen to an item: an answer to what was sent, or a POST if none before may have taken effect. */
const isPossible = (event: Event, state: State): boolean =>
	(event.kind !== 'answered' || state.requests.length > 0) &&
	(event.kind !== 'sent' || event.method === 'DELETE' || !mayHaveEffect(postsOf(state)));

test('an item is read back as it was written, and its state is what its stored events add up to', () => {
	const file = temporaryFile();
	let time = 0;
	const {changes} = open(file, () => ++time).ledger;
	const again = open(file).ledger.changes;
	const database = openDatabase(file, {isReadOnly: true});
	fc.assert(
		fc.property(newItems, events, (item, happened) => {
			const set = changes.begin({...account, profile: `${profile}${++time}`}, [item]);
			const {id} = changes.itemAt(set.id, 1)!;
			for (const event of happened.values().filter(each => isPossible(each, changes.item(id)!))) {
				changes.append([{item: id, event}]);
			}

			const {kind, snapshot, knownIds} = item;
			const stored = database.prepare('SELECT at, body FROM event WHERE item = ? ORDER BY n').all(id);
			const folded = stored.reduce(
				(state, row) => fold({kind, snapshot}, state, JSON.parse(String(row.body)) as Event, Number(row.at)),
				firstState(knownIds),
			);
			const found = again.item(id)!;
			const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
			expect(json(found)).toMatchObject(json(folded) as object);
			expect(json(found)).toMatchObject(json({...item, knownIds: undefined}) as object);
			expect(JSON.stringify(found.snapshot?.raw)).toBe(JSON.stringify(snapshot?.raw));
			expect(found).toStrictEqual(changes.item(id));
			const {phase, newId, endedAt} = found;
			expect(database.prepare('SELECT phase, new_id, ended_at, has_effect FROM item WHERE id = ?').get(id)).toEqual({
				phase,
				new_id: newId === undefined ? null : JSON.stringify(newId),
				ended_at: endedAt ?? null,
				has_effect: Number(hasEffect(found)),
			});
		}),
	);
	database.close();
});
