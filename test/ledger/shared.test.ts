import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Event, Item, NewItem, State} from '../../source/ledger/item.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {busyText} from '../../source/ledger/owner.ts';
import type {ReceivedRow, SharedRow} from '../../source/ledger/shared.ts';
import {momentAt} from '../helpers/looks.ts';
import {
	account,
	answered,
	created,
	creation,
	deleted,
	deletion,
	edit,
	input,
	moment,
	oldOne,
	open,
	openNew,
	profile,
	recreation,
	seen,
	sent,
	sql,
	steps,
	temporaryFile,
} from './ledgers.ts';

/** A board that decides as PostgreSQL does: each session has a number once, and each item. */
function createBoard() {
	const rows: ReceivedRow[] = [];
	return {
		rows,
		/** Takes rows up to the first one whose number another row of its item has. Returns the rest. */
		publish(operator: string, given: readonly SharedRow[]) {
			for (const [index, row] of given.entries()) {
				const known = rows.find(each => each.session === row.session && each.seq === row.seq);
				if (known !== undefined) {
					expect(known).toMatchObject(row);
				} else if (rows.some(({item, n}) => item === row.item && n === row.n)) {
					return given.slice(index);
				} else {
					rows.push({...row, operator, host: `host of ${operator}`, age: 0});
				}
			}

			return [];
		},
	};
}

type Board = ReturnType<typeof createBoard>;

/** A machine of the team. `ledger`: that of an earlier process of it. */
function machine(board: Board, name: string, {ledger = openNew(), session = `session of ${name}`} = {}) {
	const {changes, shared} = ledger;
	shared.open(profile, 'payments');
	const pull = (rows: readonly ReceivedRow[] = board.rows) => shared.receive(profile, rows, momentAt(0));
	return {
		name,
		ledger,
		changes,
		shared,
		pull,
		/** Publishes everything, with a pull where a colleague was first. */
		push() {
			for (;;) {
				const rows = shared.outbox(profile, session, 500);
				const left = board.publish(name, rows);
				shared.published(profile, rows.slice(0, rows.length - left.length));
				if (rows.length === 0) {
					return;
				}

				if (left.length > 0) {
					pull();
				}
			}
		},
		/** Makes an event, unless the item does not allow it. Returns whether it did. */
		append(set: number, position: number, event: Event) {
			changes.claim(set);
			try {
				changes.append([{item: changes.itemAt(set, position)!.id, event}]);
				return true;
			} catch {
				return false;
			}
		},
		/** The number of a set of a colleague here. */
		setOf: (uuid: string) =>
			changes.changes({profile, limit: 100, say: () => ''}).find(({set}) => shared.place(set.id).uuid === uuid)?.set.id,
	};
}

/** Two machines, of anna and carl. */
function team(ledger = openNew()) {
	const board = createBoard();
	return {board, anna: machine(board, 'anna'), carl: machine(board, 'carl', {ledger})};
}

/** The same, where anna has begun this, and carl knows it as a set of his own. */
function sharing(item: NewItem, first?: Event & {readonly kind: 'sent'}) {
	const {board, anna, carl} = team();
	const {id} = anna.changes.begin({...account, uuid}, [item], first);
	anna.push();
	carl.pull();
	return {board, anna, carl, id, set: carl.setOf(uuid)!};
}

/** What is the same on every machine. */
const stateOf = ({requests, endedAt, ...state}: State) => ({
	phase: state.phase,
	n: state.n,
	newId: state.newId,
	reason: state.reason,
	notes: state.notes,
	candidates: state.candidates,
	knownIds: state.knownIds,
	without: state.without,
	probable: state.probable,
	hasEnded: endedAt !== undefined,
	requests: requests.map(({n, method, target, outcome, status, summary}) => [
		n,
		method,
		target,
		outcome,
		status,
		summary,
	]),
});

const contentOf = ({kind, input: content, snapshot, place, isRedacted, isUndo, position, of}: Item) => [
	kind,
	content,
	snapshot,
	place,
	isRedacted,
	isUndo,
	position,
	of,
];

const uuid = '11111111-1111-4111-8111-111111111111';

describe('what a colleague made', () => {
	test('is here with its content, its events, and who made it; and what no listing returns is known', () => {
		const {anna, carl} = team();
		const {id} = anna.changes.begin({...account, keeps: ['8'], uuid}, [
			{...edit('7'), knownIds: ['3'], place: 'line 2'},
			deletion('9'),
		]);
		anna.append(id, 1, sent('POST'));
		anna.append(id, 1, answered('ok', {status: 201, named: '12', former: oldOne('5')}));
		anna.append(id, 1, seen('created', {newId: '12', reason: [{why: 'listed-now'}], missingSince: momentAt(5)}));
		anna.push();
		carl.pull();
		const set = carl.setOf(uuid)!;
		expect(carl.changes.set(set)).toMatchObject({
			kind: 'mixed',
			size: 2,
			keeps: ['8'],
			profileName: 'production',
			by: {operator: 'anna', host: 'host of anna'},
		});
		const [theirs, ours] = [anna.changes.items(id), carl.changes.items(set)];
		expect(ours.map(item => [contentOf(item), stateOf(item)])).toStrictEqual(
			theirs.map(item => [contentOf(item), stateOf(item)]),
		);
		expect(carl.ledger.sent.get(profile, '12')).toMatchObject({template: input.template});
		expect(carl.changes.history({profiles: [profile], say: () => '', operator: 'anna'})).toHaveLength(1);
	});

	test('keeps what it undoes, a set of many rows, and numbers as they were written', () => {
		const {board, anna, carl} = team();
		const {id: first} = anna.changes.begin(account, [deletion('7')], sent('DELETE', '7'));
		anna.append(first, 1, answered('ok'));
		anna.append(first, 1, seen('done'));
		const undone = anna.changes.items(first)[0]!.id;
		anna.changes.begin({...account, uuid}, [recreation('7', undone)]);
		// Slices of a set come as rows of their own.
		const many = Array.from({length: 301}, (_, index) => ({
			...deletion(String(index + 100)),
			snapshot: {...oldOne(String(index + 100)), raw: {size: JSON.rawJSON('1e3')}},
		}));
		const large = anna.changes.begin(account, many);
		anna.push();
		carl.pull(board.rows.toReversed());
		const undo = carl.changes.items(carl.setOf(uuid)!)[0]!;
		expect(undo).toMatchObject({isUndo: true});
		expect(carl.changes.item(undo.undoes!)).toMatchObject({kind: 'delete', phase: 'done'});
		const {set} = carl.changes.changes({profile, limit: 10, say: () => ''}).find(each => each.set.size === 301)!;
		expect(JSON.stringify(carl.changes.itemAt(set.id, 301)!.snapshot)).toBe(
			JSON.stringify(anna.changes.itemAt(large.id, 301)!.snapshot),
		);
	});

	test('has no API key, and is not sent from here where it had one', () => {
		const {anna, carl} = team();
		anna.changes.begin({...account, uuid}, [{...creation, input: {...input, template: 'with [API key] in it'}}]);
		anna.push();
		carl.pull();
		expect(carl.changes.items(carl.setOf(uuid)!)).toMatchObject([{isRedacted: true, reason: [{why: 'has-key'}]}]);
	});

	test('counts from its arrival, or from the end of the lease', () => {
		const {board, anna, carl} = team();
		anna.changes.begin({...account, uuid}, [creation], sent('POST', undefined, -5000));
		anna.push();
		carl.shared.receive(profile, board.rows, momentAt(100));
		const set = carl.setOf(uuid)!;
		const momentOf = () => carl.changes.items(set)[0]!.requests[0]!.moment;
		expect(momentOf()).toStrictEqual(momentAt(100));
		const claim = {what: `set ${uuid}`, session: 'session of anna', operator: 'anna', host: 'ci-7'};
		carl.shared.hold(profile, [{...claim, left: 120_000}], momentAt(200));
		expect(momentOf()).toStrictEqual(momentAt(120_200));
		expect(carl.changes.holder(set)).toStrictEqual({operator: 'anna', host: 'ci-7'});
		expect(carl.changes.claim(set)).toBe(false);
		carl.shared.hold(profile, [], momentAt(300));
		expect(momentOf()).toStrictEqual(momentAt(120_200));
		expect(carl.changes.claim(set)).toBe(true);
		carl.append(set, 1, answered('unknown', {}, 130_000));
		// Claims of this machine are told by its processes.
		anna.shared.hold(profile, [{...claim, left: 120_000}], momentAt(0));
		expect(anna.changes.holder(1)).toBeUndefined();
	});
});

describe('the order of events', () => {
	test('is that of the board: an own one moves behind, and an answer still names its request', () => {
		const {anna, carl, id, set} = sharing(creation, sent('POST'));
		carl.append(set, 1, seen(undefined, {notes: [{why: 'unchecked'}]}));
		carl.push();
		anna.append(id, 1, answered('ok', {status: 201, named: '4'}));
		anna.append(id, 1, seen('done', {newId: '4'}));
		anna.push();
		carl.pull();
		for (const {changes, number} of [
			{changes: anna.changes, number: id},
			{changes: carl.changes, number: set},
		]) {
			expect(changes.items(number)).toMatchObject([
				{n: 4, phase: 'done', newId: '4', notes: [{why: 'unchecked'}], requests: [{n: 1, outcome: 'ok', target: '4'}]},
			]);
		}
	});

	test.each([answered('ok', {named: '4'}), answered('unknown')])(
		'opens an item again that another machine has ended before the answer came',
		given => {
			const {anna, carl, id, set} = sharing(creation, sent('POST'));
			carl.append(set, 1, seen('failed', {reason: [{why: 'not-created'}]}));
			carl.push();
			anna.append(id, 1, given);
			anna.push();
			carl.pull();
			expect(carl.changes.items(set)).toMatchObject([
				{phase: 'creating', reason: [], requests: [{outcome: given.outcome}]},
			]);
			expect(stateOf(anna.changes.items(id)[0]!)).toStrictEqual(stateOf(carl.changes.items(set)[0]!));
		},
	);

	const event = fc.record({
		by: fc.nat(2),
		item: fc.integer({min: 1, max: 2}),
		step: fc.constantFrom(...steps),
		push: fc.boolean(),
		pull: fc.option(fc.array(fc.nat(), {maxLength: 8}), {nil: undefined}),
	});

	test('leads to the same states on every machine, in whatever order rows arrive', () => {
		fc.assert(
			fc.property(fc.array(event, {maxLength: 25}), events => {
				const board = createBoard();
				const all = ['anna', 'carl', 'eve'].map(name => machine(board, name));
				all[0]!.changes.begin({...account, uuid}, [edit('7'), creation]);
				all[0]!.push();
				for (const {by, item, step, push, pull} of events) {
					const one = all[by]!;
					const set = one.setOf(uuid);
					const last = set === undefined ? undefined : one.changes.itemAt(set, item)!.requests.at(-1);
					// The engine answers what it has sent.
					if (set !== undefined && (step.kind !== 'answered' || last?.outcome === 'sent')) {
						one.append(set, item, step);
					}

					if (push) {
						one.push();
					}

					if (pull !== undefined) {
						one.pull(pull.map(index => board.rows[index % board.rows.length]!));
					}
				}

				for (const one of [...all, ...all]) {
					one.push();
					one.pull();
				}

				const states = all.map(one => one.changes.items(one.setOf(uuid)!).map(item => stateOf(item)));
				expect(states[1]).toStrictEqual(states[0]);
				expect(states[2]).toStrictEqual(states[0]);
				expect(all.map(one => one.changes.holder(one.setOf(uuid)!)).filter(Boolean)).toStrictEqual([]);
				expect(all.map(one => one.shared.unshared(profile))).toStrictEqual([0, 0, 0]);
			}),
		);
	});
});

describe('what cannot be used', () => {
	/** A set of a colleague with four events, and a machine that has the set. */
	function withEvents(file = temporaryFile()) {
		const {board, anna, carl} = team(open(file).ledger);
		const {id} = anna.changes.begin({...account, uuid}, [creation], sent('POST'));
		anna.append(id, 1, answered('ok', {named: '4'}));
		anna.append(id, 1, seen('done', {newId: '4'}));
		anna.push();
		carl.pull(board.rows.slice(0, 1));
		return {board, anna, carl, set: carl.setOf(uuid)!, rows: board.rows};
	}

	const phaseOf = ({changes}: Pick<Ledger, 'changes'>, set: number) => changes.items(set)[0]!.phase;

	test('blocks its set while rows before it are missing, also over a restart', () => {
		const {carl, set, rows} = withEvents();
		carl.pull([rows[1]!, rows[3]!]);
		expect(phaseOf(carl, set)).toBe('creating');
		expect(carl.changes.holder(set)).toStrictEqual({blocked: 'gap'});
		expect(carl.changes.claim(set)).toBe(false);
		expect(busyText(carl.changes.holder(set)!, 'change 1')).toBe(
			"Not everything that colleagues did to change 1 has come from the team's board yet. Try again later.",
		);
		carl.pull([rows[2]!]);
		expect(phaseOf(carl, set)).toBe('done');
		expect(carl.changes.holder(set)).toBeUndefined();
	});

	test('blocks its set if a newer chainbell wrote it, until an update', () => {
		const file = temporaryFile();
		const {anna, carl, set, rows} = withEvents(file);
		const newer = {...rows[2]!, body: '{"v":2,"at":1,"event":{"kind":"answered","outcome":"later"}}'};
		expect(carl.pull([rows[1]!, newer, rows[3]!])).toMatchObject({newer: 1});
		expect(carl.changes.holder(set)).toStrictEqual({blocked: 'newer'});
		expect(busyText(carl.changes.holder(set)!, '4')).toBe(
			'A newer chainbell has worked on 4. Update chainbell, then try again.',
		);
		carl.shared.readAgain(profile, momentAt(0));
		expect(carl.changes.holder(set)).toStrictEqual({blocked: 'newer'});
		const again = {...newer, seq: newer.seq, body: '{"v":1,"at":1,"event":{"kind":"hidden"}}'};
		expect(carl.pull([again])).toMatchObject({count: 0});
		// The update knows it.
		sql(file, `UPDATE waiting SET body = '${rows[2]!.body}'`);
		carl.shared.readAgain(profile, momentAt(0));
		expect(carl.changes.holder(set)).toBeUndefined();
		expect(stateOf(carl.changes.items(set)[0]!)).toStrictEqual(stateOf(anna.changes.items(1)[0]!));
	});

	test.each([
		['no JSON', 'x'],
		['no version', '{"at":1,"event":{"kind":"seen"}}'],
		['another kind of value', '{"v":1,"at":1,"event":{"kind":"seen","to":7}}'],
		['a reason that cannot be said', '{"v":1,"at":1,"event":{"kind":"seen","reason":[{"why":"choose"}]}}'],
		['no meaning', '{"v":1,"at":1,"event":{"kind":"seen","to":"created"}}'],
		['an answer without a request', '{"v":1,"at":1,"event":{"kind":"answered","of":9,"outcome":"ok"}}'],
		['depth', `{"v":1,"at":1,"event":{"kind":"seen","former":${'['.repeat(5000)}`],
	])('is counted and does nothing, and what follows goes on: %s', (_name, body) => {
		const {board, anna, carl, set} = withEvents();
		const row = {session: 'forged', seq: 1, item: `${uuid}/1`, n: 4, operator: 'eve', host: 'x', age: 0, body};
		board.rows.push(row);
		const {count, broken} = carl.pull();
		expect(count + broken).toBe(4);
		expect(phaseOf(carl, set)).toBe('done');
		anna.append(1, 1, seen(undefined, {notes: [{why: 'unchecked'}]}));
		anna.push();
		carl.pull();
		expect(stateOf(carl.changes.items(set)[0]!)).toStrictEqual(stateOf(anna.changes.items(1)[0]!));
		expect(carl.changes.items(set)[0]!.notes).toHaveLength(1);
	});

	test('is what eve adds to the set of a colleague, or under the name of a session of this machine', () => {
		const {board, anna, carl, set, rows} = withEvents();
		const slice = rows[0]!.body;
		const forged = {session: 'forged', operator: 'eve', host: 'x', age: 0};
		expect(carl.pull([{...forged, seq: 1, item: uuid, n: 1, body: slice}])).toMatchObject({broken: 1});
		expect(carl.changes.items(set)).toHaveLength(1);
		anna.pull([...rows, {...forged, session: 'session of anna', seq: 2, item: `${uuid}/1`, n: 9, body: 'x'}]);
		anna.append(1, 1, seen(undefined, {notes: [{why: 'unchecked'}]}));
		anna.push();
		expect(board.rows.at(-1)).toMatchObject({session: 'session of anna', seq: 5, n: 4});
	});
});

describe('what this machine shares', () => {
	test('begins with all that it knows, and comes again from where a board has lost it', () => {
		const ledger = openNew();
		const {id} = ledger.changes.begin(account, [creation], sent('POST'));
		ledger.changes.begin({...account, profile: 'another account'}, [creation]);
		const board = createBoard();
		const anna = machine(board, 'anna', {ledger});
		expect(ledger.shared.unshared(profile)).toBe(1);
		anna.push();
		expect(board.rows).toHaveLength(2);
		anna.append(id, 1, answered('ok', {named: '4'}));
		expect(ledger.shared.unshared(profile)).toBe(1);
		anna.push();
		expect(board.rows.map(({seq, n}) => [seq, n])).toStrictEqual([
			[1, 0],
			[2, 1],
			[3, 2],
		]);
		for (const isLast of [true, false]) {
			expect(ledger.shared.sessions(profile, isLast)).toStrictEqual(new Map([['session of anna', 3]]));
		}

		const all = board.rows.splice(1);
		ledger.shared.lost(profile, 'session of anna', 1);
		anna.push();
		expect(board.rows.slice(1)).toStrictEqual(all);
	});

	test('is gone on with by a later process, and one that was restored from a backup collides with nothing', () => {
		const file = temporaryFile();
		const board = createBoard();
		const {ledger} = open(file);
		const first = machine(board, 'anna', {ledger});
		const {id} = first.changes.begin({...account, uuid}, [creation], sent('POST'));
		first.shared.outbox(profile, 'session of anna', 500);
		const later = machine(board, 'anna', {ledger: open(file).ledger, session: 'the next'});
		later.push();
		expect(board.rows.map(({session, seq}) => [session, seq])).toStrictEqual([
			['session of anna', 1],
			['session of anna', 2],
		]);
		// The backup was made before the answer.
		const backup = openNew();
		const restored = machine(createBoard(), 'anna', {ledger: backup, session: 'restored'});
		restored.changes.begin({...account, uuid}, [creation], sent('POST'));
		restored.shared.outbox(profile, 'session of anna', 500);
		first.append(id, 1, answered('ok', {named: '4'}));
		first.append(id, 1, seen('done', {newId: '4'}));
		first.push();
		restored.pull(board.rows);
		expect(stateOf(restored.changes.items(1)[0]!)).toStrictEqual(stateOf(first.changes.items(id)[0]!));
		restored.append(1, 1, seen(undefined, {notes: [{why: 'unchecked'}]}));
		expect(restored.shared.outbox(profile, 'restored', 500)).toMatchObject([{session: 'restored', seq: 1, n: 4}]);
	});

	test('is parked for colleagues as well, until one of them resumes it or lets it go', () => {
		const {anna, carl} = team();
		const {id} = anna.changes.begin(account, [
			{...deletion('1'), park: true},
			{...deletion('2'), park: true},
		]);
		for (const [position, notification] of [
			[1, '1'],
			[2, '2'],
		] as const) {
			for (const event of deleted(notification)) {
				anna.append(id, position, event);
			}
		}

		anna.push();
		carl.pull();
		const parkedOf = ({changes}: typeof anna) => changes.parked(profile).map(({snapshot}) => snapshot!.id);
		expect([parkedOf(anna), parkedOf(carl)]).toEqual([
			['1', '2'],
			['1', '2'],
		]);
		const [one, two] = carl.changes.parked(profile);
		expect(one!.by).toMatchObject({operator: 'anna'});
		carl.changes.revise(two!.id, {kind: 'decided', how: 'unpark'});
		const resumed = carl.changes.begin(account, [{...recreation('1', one!.id), park: true}], sent('POST'));
		for (const event of created('4').slice(1)) {
			carl.append(resumed.id, 1, event);
		}

		carl.push();
		anna.pull();
		expect([parkedOf(anna), parkedOf(carl)]).toEqual([[], []]);
	});

	test('is kept until the board has it, and what was deleted here as old does not come back', () => {
		const {anna, carl} = team();
		const {id} = anna.changes.begin(account, [creation], sent('POST'));
		for (const event of created('4').slice(1)) {
			anna.append(id, 1, event);
		}

		anna.shared.outbox(profile, 'session of anna', 500);
		anna.ledger.accounts.prune(moment + 1);
		expect(anna.changes.items(id)).toHaveLength(1);
		anna.push();
		carl.pull();
		for (const {ledger, pull} of [anna, carl]) {
			ledger.accounts.prune(moment + 1);
			pull();
			expect(ledger.changes.changes({profile, limit: 1, say: () => ''})).toStrictEqual([]);
		}
	});
});
