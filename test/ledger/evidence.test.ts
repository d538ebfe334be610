import {describe, expect, test} from 'vitest';
import {createChanges} from '../../source/ledger/changes.ts';
import {makeTables} from '../../source/ledger/schema.ts';
import type {Event, Item, NewItem} from '../../source/ledger/item.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {momentAt} from '../helpers/looks.ts';
import {
	account,
	answered,
	begin,
	created,
	creation,
	deleted,
	deleteOne,
	deletion,
	edit,
	happen,
	input,
	make,
	moment,
	open,
	openNew,
	profile,
	recreation,
	seen,
	sent,
	temporaryFile,
} from './ledgers.ts';

const another: NewItem = {kind: 'create', input: {...input, name: 'Another'}};

/** What happens to an edit of this notification that is done. */
const edited = (id: string, newId: string): readonly Event[] => [
	sent('POST'),
	answered('ok', {named: newId}),
	seen('created', {newId}),
	...deleted(id),
];

/** What happens to an edit that is rolled back. */
const takenBack = (newId: string): readonly Event[] => [
	sent('POST'),
	seen('created', {newId}),
	sent('DELETE', newId),
	answered('ok'),
	seen('rolled-back'),
];

const idsOf = (items: readonly Item[]) => items.map(({id}) => id);

/** Nothing that exists may be what a pending item creates. */
const knownIds = Array.from({length: 20}, (_, index) => String(index));

/** A ledger, and how a change of one item is made in it: the same may be created again and again. */
function setUp() {
	const ledger = openNew();
	return {
		ledger,
		changes: ledger.changes,
		add(item: NewItem, ...events: readonly Event[]): Item {
			const {id} = ledger.changes.begin({...account, isRepeated: true}, [{...item, knownIds}]);
			return happen(ledger, ledger.changes.items(id)[0]!, ...events);
		},
	};
}

describe('a notification is of another item', () => {
	test('if that created it, earlier or later', () => {
		const {changes, add} = setUp();
		const [first, second, third] = [add(creation), add(creation, ...created('7')), add(creation)];
		const isOfAnother = (id: string) => [first, second, third].map(item => changes.isOfAnother(item, id));
		expect([isOfAnother('7'), isOfAnother('70')]).toEqual([
			[true, false, true],
			[false, false, false],
		]);
		expect(changes.isOfAnother({...first, profile: 'another'}, '7')).toBe(false);
	});

	test.each<[string, NewItem, readonly Event[], boolean]>([
		['deleted', deletion('7'), deleted('7'), false],
		['replaced', edit('7'), edited('7', '8'), false],
		['edited in place', edit('7'), edited('7', '7'), true],
		['to be deleted', deletion('7'), [sent('DELETE', '7')], true],
		['kept', deletion('7'), [sent('DELETE', '7'), seen('failed')], true],
		['recreated', recreation('7'), created('9'), true],
		['not touched', deletion('8'), deleted('8'), true],
	])('unless its ID is free again: since then %s', (_name, later, events, isStill) => {
		const {changes, add} = setUp();
		add(creation, ...created('7'));
		const items = [add(later, ...events), add(another)];
		expect(items.map(item => changes.isOfAnother(item, '7'))).toEqual([isStill, isStill]);
	});

	test('also if it took the ID when a later change had freed it', () => {
		const {ledger, changes, add} = setUp();
		const [first, second] = [add(creation), add(deletion('7'), ...deleted('7'))];
		const third = add(another);
		happen(ledger, first, ...created('7'));
		expect([first, second, third].map(item => changes.isOfAnother(item, '7'))).toEqual([false, true, true]);
	});

	test('also if what had its ID is found deleted only later', () => {
		const {ledger, changes, add} = setUp();
		const [deleting, answer, ...seenGone] = deleted('7');
		const gone = add(deletion('7'), deleting!, answer!);
		const [first, second] = [add(creation), add(creation, ...created('7'))];
		happen(ledger, gone, ...seenGone);
		expect([first, second].map(item => changes.isOfAnother(item, '7'))).toEqual([true, false]);
	});

	test('but not if that deleted it to roll back, nor because of what it was before', () => {
		const {changes, add} = setUp();
		add(edit('1'), ...takenBack('7'));
		expect(changes.isOfAnother(add(another), '7')).toBe(false);
		add(deletion('7'), ...deleted('7'));
		add(creation, ...created('7'));
		expect(changes.isOfAnother(add(another), '7')).toBe(true);
	});
});

test('an ID is free for an item if its notification was deleted here between its planning and its POST', () => {
	const {ledger, changes, add} = setUp();
	add(deletion('1'), ...deleted('1'));
	const item = add(another);
	const other = add(another, sent('POST'));
	add(deletion('2'), ...deleted('2'));
	add(edit('3'), ...edited('3', '4'));
	add(deletion('5'), sent('DELETE', '5'));
	add(recreation('7'), ...created('8'));
	const areFree = (of: Item) => ['1', '2', '3', '4', '5', '6', '7'].filter(id => changes.isFreedFor(of, id));
	expect(areFree(item)).toEqual([]);
	happen(ledger, item, sent('POST'));
	add(deletion('6'), ...deleted('6'));
	happen(ledger, item, answered('unknown'));
	expect([areFree(item), areFree(other), areFree({...item, profile: 'another'})]).toEqual([['2', '3'], [], []]);
});

test('what was listed when a set was planned is known until nothing of it can be created any more', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {id} = ledger.changes.begin({...account, listed: ['1', '2']}, [{...creation, knownIds: ['2']}]);
	const [item] = ledger.changes.items(id);
	const wereListed = () => ['1', '2', '3'].filter(each => open(file).ledger.changes.wasListed(item!, each));
	expect(wereListed()).toEqual(['1', '2']);
	happen(ledger, item!, sent('POST'), answered('unknown'));
	expect(wereListed()).toEqual(['1', '2']);
	happen(ledger, item!, seen('done', {newId: '3'}));
	expect(wereListed()).toEqual([]);
});

test('an answer names a notification to another pending item only if that sent the same', () => {
	const {ledger, changes, add} = setUp();
	const named = add(creation, sent('POST'), answered('ok', {named: '7'}));
	const [same, other] = [add(creation), add(another)];
	expect([named, same, other].map(item => changes.isNamedToAnother(item, '7'))).toEqual([false, true, false]);
	happen(ledger, named, seen('failed'));
	expect(changes.isNamedToAnother(same, '7')).toBe(false);
});

test.each<[string, NewItem, readonly Event[], boolean]>([
	['a delete that is planned', deletion('7'), [], false],
	['a delete that was sent', deletion('7'), [sent('DELETE', '7')], true],
	['an edit that was posted', edit('7'), [sent('POST')], false],
	['an edit that is half done', edit('7'), [sent('POST'), seen('created', {newId: '9'})], false],
	['an edit whose DELETE was sent', edit('7'), edited('7', '9').slice(0, 4), true],
	['an edit that is done', edit('7'), edited('7', '9'), true],
	['the roll-back of an edit', edit('1'), takenBack('7'), true],
	['a create of it', creation, created('7'), false],
	['a recreation of it', recreation('7'), created('9'), false],
])('a notification was deleted here by %s: %#', (_name, item, events, expected) => {
	const {changes, add} = setUp();
	add(item, ...events);
	expect([profile, 'another'].map(of => changes.isDeletedHere(of, '7'))).toEqual([expected, false]);
});

test('the last item by which a notification was seen deleted is known', () => {
	const {ledger, changes, add} = setUp();
	const of = (id: string) => changes.deletionOf(profile, id)?.id;
	const first = add(deletion('7'), ...deleted('7'));
	add(creation, ...created('7'));
	add(edit('7'), ...edited('7', '7'));
	expect([of('7'), changes.deletionOf('another', '7')]).toEqual([first.id, undefined]);
	const edited9 = add(edit('7'), ...edited('7', '9'));
	expect([of('7'), of('9')]).toEqual([edited9.id, undefined]);
	const back = add(edit('1'), ...takenBack('7'));
	const pending = add(deletion('7'), sent('DELETE', '7'));
	expect(of('7')).toBe(back.id);
	happen(ledger, pending, answered('ok'), seen('done'));
	expect(of('7')).toBe(pending.id);
});

test('where a notification comes from and went to is known', () => {
	const {ledger, changes, add} = setUp();
	const first = add(creation, ...created('1'));
	const second = add(edit('1'), ...edited('1', '2'));
	const third = add(edit('2'), ...edited('2', '3'));
	add(edit('2', 'Failed'), sent('POST'), seen('failed', {newId: '4'}));
	add(edit('9'), ...takenBack('3'));
	add(deletion('3'), ...deleted('3'));
	const back = add(recreation('3'), ...created('1'));
	const last = add(edit('1'), ...edited('1', '1'));
	add(edit('8'), sent('POST'), seen('created', {newId: '2'}));
	const of = (find: (id: string) => Item | undefined) => ['1', '2', '3', '4'].map(id => find(id)?.id);
	expect([
		of(id => changes.creatorOf(profile, id)),
		of(id => changes.predecessor(profile, id)),
		of(id => changes.successor(profile, id, first.id)),
		of(id => changes.successor(profile, id, third.id)),
		of(id => changes.successor(profile, id, last.id)),
	]).toEqual([
		[last.id, second.id, third.id, undefined],
		[back.id, second.id, third.id, undefined],
		[last.id, third.id, back.id, undefined],
		[last.id, undefined, back.id, undefined],
		[undefined, undefined, undefined, undefined],
	]);
	expect([first, last].map(item => changes.isCreatedLater(item, '1'))).toEqual([true, false]);
	expect(changes.isCreatedLater(first, '4')).toBe(true);
	const probable = add(creation, sent('POST'), seen(undefined, {probable: '5'}));
	expect([first, probable].map(item => changes.isCreatedLater(item, '5'))).toEqual([true, false]);
	happen(ledger, probable, seen('failed'));
	expect(changes.isCreatedLater(first, '5')).toBe(false);
	const unanswered = add(another, sent('POST'));
	const isMade = (item: Item, content: NewItem) => changes.isCreatedLater(item, '6', content.input);
	expect([isMade(first, another), isMade(first, creation), isMade(unanswered, another)]).toEqual([true, false, false]);
	happen(ledger, unanswered, answered('ok', {named: '30'}));
	expect(isMade(first, another)).toBe(false);
});

test('what is pending has its IDs: that of the old one, and of the new one once it is known', () => {
	const {changes, add} = setUp();
	add(deletion('1'));
	add(edit('2'), sent('POST'), seen('created', {newId: '3'}));
	add(creation, sent('POST'), answered('ok', {named: '4'}));
	add(recreation('5'));
	add(deletion('6'), ...deleted('6'));
	add(edit('7'), sent('POST'), seen('created', {newId: '7'}));
	const entry = (number: number, isNew = false) => ({item: number, set: number, holder: undefined, isNew});
	expect(changes.pendingIds(profile)).toEqual(
		new Map([
			['1', entry(1)],
			['2', entry(2)],
			['3', entry(2, true)],
			['7', entry(6)],
		]),
	);
	expect(changes.pendingIds('another').size).toBe(0);
	// What an edit has created is not awaited any more.
	const contents = [input, another.input!, {...input, name: 'New'}];
	const setsOf = (isAny: boolean) => contents.map(fields => changes.awaitedAlike(profile, isAny)(fields)?.set);
	expect([setsOf(false), setsOf(true)]).toEqual([
		[4, undefined, undefined],
		[4, undefined, 6],
	]);
});

describe('what can be undone', () => {
	test('is what had an effect, once, and again if its undo failed', () => {
		const {ledger, changes, add} = setUp();
		const one = add(deletion('1'), ...deleted('1'));
		const set = changes.open(account);
		changes.add(set, [recreation('1', one.id)], account);
		const isUndoable = () => changes.undoable(one.id) !== undefined;
		// A change that is not whole does not count.
		expect([isUndoable(), changes.undoOf(one.id)?.set]).toEqual([true, set]);
		changes.close(set);
		const [undo] = changes.items(set);
		expect([isUndoable(), changes.undoOf(one.id)?.id]).toEqual([false, undo!.id]);
		happen(ledger, undo!, seen('failed'));
		expect([isUndoable(), changes.undoOf(one.id)]).toEqual([true, undefined]);
		expect(changes.undoable(add(deletion('9')).id)).toBeUndefined();
	});

	test('of deletions of the same ID is that which no later recreation is about', () => {
		const {ledger, changes, add} = setUp();
		const deletions = [add(deletion('1'), ...deleted('1')), add(deletion('2'), ...deleted('2'))];
		const undoable = () =>
			deletions.filter(({id}) => changes.undoable(id) !== undefined).map(({snapshot}) => snapshot!.id);
		const failing = add(recreation('2'));
		expect(undoable()).toEqual(['1']);
		happen(ledger, failing, seen('failed'));
		expect(undoable()).toEqual(['1', '2']);
		add(recreation('2'), ...created('2'));
		deletions.push(add(deletion('2'), ...deleted('2')), add(deletion('1'), ...deleted('1')));
		expect(undoable()).toEqual(['1', '2', '1']);
		// An edit has another ID by then.
		const changed = add(edit('5'), ...edited('5', '6'));
		add(recreation('5'), ...created('7'));
		expect(changes.undoable(changed.id)?.id).toBe(changed.id);
	});

	test('of several are the items, page by page', () => {
		const {ledger, changes} = setUp();
		const items = begin(ledger, deletion('1'), deletion('2'), deletion('3'), deletion('4'));
		for (const [index, {id}] of items.entries()) {
			happen(ledger, {id}, ...(index === 1 ? [seen('failed')] : deleted(String(index + 1))));
		}

		make(ledger, recreation('3'), ...created('3'));
		const positions = (page?: Parameters<typeof changes.undoableItems>[1]) =>
			changes.undoableItems(1, page).map(({position}) => position);
		expect([positions(), positions({after: 1}), positions({limit: 1})]).toEqual([[1, 4], [4], [1]]);
	});

	test('last is what was sent last, whatever the clock says, of this account and by this machine', () => {
		let time = moment;
		// Somebody sets the clock back all the time.
		const ledger = open(temporaryFile(), () => time--).ledger;
		const {changes} = ledger;
		const last = (isWanted: (item: Item) => boolean = () => true, isUndo = false) =>
			changes.lastUndoable(profile, isWanted, isUndo)?.snapshot?.id;
		expect(last()).toBeUndefined();
		const slow = make(ledger, deletion('1'));
		const quick = deleteOne(ledger, '2');
		make(ledger, deletion('3'), seen('failed'));
		happen(ledger, slow, ...deleted('1'));
		expect([last(), last(({id}) => id !== slow.id), last(() => false)]).toEqual(['1', '2', undefined]);
		expect([changes.lastUndoable('another', () => true), last(() => true, true)]).toEqual([undefined, undefined]);
		make(ledger, recreation('2', quick.id), ...created('2'));
		make(ledger, recreation('1', slow.id), ...created('4'));
		expect([last(), last(() => true, true)]).toEqual([undefined, '1']);
	});
});

describe('what was sent lately', () => {
	test('are the items that took effect, by their last request', () => {
		const {changes, add} = setUp();
		add(deletion('1'), sent('DELETE', '1', 10), answered('ok', {}, 20), seen('done'));
		add(creation, sent('POST', undefined, 30), answered('rejected', {}, 40), seen('failed'));
		add(edit('3'), sent('POST', undefined, 50), answered('ok', {}, 60), seen('created', {newId: '4'}));
		add(edit('5'), ...takenBack('6'));
		changes.begin({...account, profile: 'another'}, [deletion('1')], sent('DELETE', '1', 80));
		const requests = changes.recentRequests(profile, 1000, 100);
		const ended = requests.filter(each => each.ended !== undefined);
		expect(new Map(ended.toReversed().map(({item, moment: last}) => [item, last?.at]))).toEqual(
			new Map([
				[1, 20],
				[4, 0],
			]),
		);
		// Those of other accounts are among them, so that whoever reads them can end.
		expect(requests[0]).toMatchObject({moment: {at: 80}, ended: undefined});
		expect(changes.recentRequests(profile, requests[0]!.event, 1)).toEqual([requests[1]]);
	});

	test.each<[string, ReturnType<typeof momentAt>, number, boolean]>([
		['after the last request', momentAt(21), 0, true],
		['in the same millisecond', momentAt(20), 0, false],
		['before', momentAt(19), 0, false],
		['a minute after those of another boot', {era: 'another', at: 0}, moment + 60_001, true],
		['less than that after them', {era: 'another', at: 0}, moment + 60_000, false],
	])('had ended before a moment that is %s: %#', (_name, at, now, expected) => {
		const {changes, add} = setUp();
		expect(changes.endedBefore(at, now)).toBe(true);
		add(deletion('1'), sent('DELETE', '1', 10), answered('ok', {}, 19.5));
		expect(changes.endedBefore(at, now)).toBe(expected);
	});

	test('was named by its answer, or not', () => {
		const {changes, add} = setUp();
		const isNamed = (item: NewItem, ...events: readonly Event[]) => {
			add(item, ...events);
			return changes.isLastNamed();
		};

		expect(changes.isLastNamed()).toBe(true);
		expect(isNamed(deletion('1'), ...deleted('1'))).toBe(true);
		expect(isNamed(creation, sent('POST'), answered('ok'))).toBe(false);
		expect(isNamed(deletion('2'), ...deleted('2'))).toBe(false);
		expect(isNamed(creation, ...created('7'))).toBe(true);
		expect(isNamed(edit('8'), sent('POST'), answered('unknown'))).toBe(false);
		expect(isNamed(edit('9'), ...edited('9', '10'))).toBe(true);
		expect(isNamed(creation)).toBe(true);
		expect(isNamed(creation, sent('POST'), answered('rejected'), seen('failed'))).toBe(true);
	});

	test('is what created something, or was confirmed', () => {
		const {changes, add} = setUp();
		const done = add(creation, ...created('1'));
		add(creation, sent('POST'), answered('unknown'));
		const confirmed = add(recreation('3'), sent('POST'), answered('ok'));
		add(edit('5'), sent('POST'), answered('ok'));
		add(creation, sent('POST'), answered('ok'), seen('failed'));
		add(deletion('6'), ...deleted('6'));
		const edit7 = add(edit('7'), ...edited('7', '8'));
		expect(idsOf(changes.lastSent(profile, 9))).toEqual([edit7.id, confirmed.id, done.id]);
		expect(idsOf(changes.lastSent(profile, 1))).toEqual([edit7.id]);
		expect(changes.lastSent('another', 9)).toEqual([]);
	});
});

test('what was deleted lately is told in the order of its end, and no longer if it is listed again', () => {
	let time = moment;
	const ledger = open(temporaryFile(), () => ++time).ledger;
	const {changes} = ledger;
	const slow = make(ledger, deletion('3'));
	const edited1 = make(ledger, edit('1'), ...edited('1', '9'));
	const back = make(ledger, edit('4'), ...takenBack('8'));
	make(ledger, recreation('7'), ...created('7'));
	happen(ledger, slow, ...deleted('3'));
	expect(changes.recentDeletions(profile, 9)).toEqual([
		{item: slow.id, id: '3'},
		{item: back.id, id: '8'},
		{item: edited1.id, id: '1'},
	]);
	expect([changes.recentDeletions(profile, 1), changes.recentDeletions('another', 9)]).toMatchObject([[{id: '3'}], []]);
	changes.revise(slow.id, seen('failed'));
	expect(changes.recentDeletions(profile, 9)).toMatchObject([{id: '8'}, {id: '1'}]);
});

test('what a change has deleted and created is told of its items that are done, and what was rolled back is deleted again', () => {
	const ledger = openNew();
	const items = [creation, deletion('1'), edit('2'), edit('3'), edit('4'), recreation('5'), deletion('6'), another];
	const [create, remove, replace, inPlace, rolledBack, recreate, failed, lost] = begin(ledger, ...items);
	happen(ledger, create!, ...created('11'));
	happen(ledger, lost!, sent('POST'), answered('unknown'), seen('done', {newId: '16'}));
	happen(ledger, remove!, ...deleted('1'));
	happen(ledger, replace!, ...edited('2', '12'));
	happen(ledger, inPlace!, sent('POST'), answered('ok', {named: '3'}), seen('done', {newId: '3'}));
	happen(ledger, rolledBack!, ...takenBack('14'));
	happen(ledger, recreate!, ...created('15'));
	happen(ledger, failed!, sent('DELETE', '6'), seen('failed'));
	expect(ledger.changes.changedIds(1)).toEqual({
		gone: ['1', '2', '14'],
		created: ['11', '12', '3', '15', '16'],
		unnamed: ['16'],
	});
});

/** How a question reads more than it answers, if the ledger has millions of items: these read the newest ones until they have found one, or none is recent any more. */
const scans = [
	'begin: SCAN change USING INDEX unfinished_sets',
	'pendingIds: USE TEMP B-TREE FOR ORDER BY',
	'pendingIds: USE TEMP B-TREE FOR ORDER BY',
	'endedBefore: SCAN event',
	'isLastNamed: SCAN item',
	'lastUndoable: SCAN event',
	'history: SCAN event',
];

test('every question finds its answer by an index', () => {
	const database = openDatabase(':memory:');
	makeTables(database);
	const asked = new Map<string, string>();
	let name = 'begin';
	const recording = new Proxy(database, {
		get(target, key) {
			const value = Reflect.get(target, key) as (...parameters: unknown[]) => unknown;
			return (...parameters: [string, ...unknown[]]) => {
				if (key === 'prepare' && !/^\s*INSERT/v.test(parameters[0])) {
					asked.set(parameters[0], name);
				}

				return value.apply(target, parameters);
			};
		},
	});
	const store = {remember: () => undefined};
	const changes = createChanges(
		recording,
		() => moment,
		() => undefined,
		store,
	);
	const item = make({changes}, {...creation, knownIds}, sent('POST'));
	changes.forget(changes.open(account));
	begin({changes}, edit('2'));
	changes.claim(1);
	changes.release(1);
	const always = () => true;
	const query = {profile, limit: 1, say: () => ''};
	const questions: Array<[keyof typeof changes, ...unknown[]]> = [
		['undoable', 1],
		['wasListed', item, '1'],
		['pendingIds', profile],
		['isOfAnother', item, '1'],
		['isFreedFor', item, '1'],
		['isNamedToAnother', item, '1'],
		['isDeletedHere', profile, '1'],
		['deletionOf', profile, '1'],
		['isCreatedLater', item, '1'],
		['creatorOf', profile, '1'],
		['successor', profile, '1', 1],
		['predecessor', profile, '1'],
		['lastSent', profile, 1],
		['recentDeletions', profile, 1],
		['recentRequests', profile, 1000, 1],
		['endedBefore', momentAt(0), 0],
		['isLastNamed'],
		['undoOf', 1],
		['undoableItems', 1],
		['lastUndoable', profile, always],
		['changedIds', 1],
		['history', query],
		['changes', query],
		['pending', profile],
		['items', 1, {phases: ['planned', 'done'], method: 'POST'}],
		['itemAt', 1, 1],
	];
	for (const [question, ...parameters] of questions) {
		name = question;
		(changes[question] as (...given: unknown[]) => unknown)(...parameters);
	}

	const plans = [...asked].flatMap(([text, question]) =>
		database
			.prepare(`EXPLAIN QUERY PLAN ${text}`)
			.all()
			.map(({detail}) => `${question}: ${String(detail)}`),
	);
	expect(plans.filter(line => /: SCAN [^\(]|TEMP/v.test(line))).toEqual(scans);
	database.close();
});
