import {describe, expect, test} from 'vitest';
import type {NewItem} from '../../source/ledger/item.ts';
import {LedgerError, MissingEntryError, PendingChangeError} from '../../source/ledger/ledger-error.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {momentAt} from '../helpers/looks.ts';
import {
	account,
	answered,
	begin,
	created,
	creation,
	deleted,
	deletion,
	edit,
	happen,
	input,
	make,
	moment,
	oldOne,
	open,
	openNew,
	profile,
	recreation,
	seen,
	sent,
	temporaryFile,
} from './ledgers.ts';

const counts = {planned: 0, created: 0, unknown: 0, done: 0, failed: 0, unfollowed: 0, rolledBack: 0, skipped: 0};

describe('a change', () => {
	test('is on disk with all its items, and with its first request', () => {
		const file = temporaryFile();
		const {changes} = open(file).ledger;
		const items = [deletion('1'), {...creation, knownIds: ['3'], place: 'line 2'}] as const;
		const set = changes.begin({...account, keeps: ['8']}, items);
		expect(set).toEqual({
			id: 1,
			profile,
			profileName: 'production',
			kind: 'mixed',
			startedAt: moment,
			size: 2,
			counts: {...counts, planned: 2},
			keeps: ['8'],
		});
		const item = {
			set: 1,
			of: 2,
			profile,
			profileName: 'production',
			startedAt: moment,
			phase: 'planned',
			n: 0,
			requests: [],
			reason: [],
			notes: [],
		};
		const written = [
			{...item, id: 1, position: 1, kind: 'delete', knownIds: [], input: undefined, snapshot: oldOne('1')},
			{...item, id: 2, position: 2, kind: 'create', knownIds: ['3'], input, snapshot: undefined, place: 'line 2'},
		];
		expect(changes.items(1)).toStrictEqual(written);
		const again = open(file).ledger.changes;
		expect(again.set(1)).toStrictEqual(changes.set(1));
		expect([again.itemAt(1, 1), again.item(2), again.itemAt(1, 3), again.item(3)]).toStrictEqual([
			...written,
			undefined,
			undefined,
		]);

		const {id} = changes.begin(account, [deletion('7')], sent('DELETE', '7'));
		expect(again.items(id)).toMatchObject([{phase: 'deleting', requests: [{target: '7', outcome: 'sent'}]}]);
	});

	test('that is written down in slices exists once it is whole', () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const {changes} = ledger;
		const set = changes.open(account);
		changes.add(set, [deletion('1'), creation], account);
		changes.forget(changes.open(account));
		changes.add(set, [deletion('2')], account);
		const [first] = changes.items(set);
		const readers = [changes, open(file).ledger.changes];
		const listed = () =>
			readers.flatMap(reader => [reader.pending(profile), reader.changes({profile, limit: 9, say: () => ''})]);
		expect(listed()).toEqual([[], [], [], []]);
		expect(() => happen(ledger, first!, sent('DELETE', '1'))).toThrow('Change 1 does not have all its items yet.');
		// What it is to create is not awaited yet, but what it is to delete is not deleted by another one.
		expect(changes.begin(account, [creation]).id).toBe(3);
		expect(() => changes.begin(account, [deletion('2')])).toThrow('2 has a pending change');

		changes.close(set);
		expect(listed()).toMatchObject([
			[{id: 1, size: 3}, {id: 3}],
			[{}, {}],
			[{id: 1, size: 3}, {id: 3}],
			[{}, {}],
		]);
		expect(changes.items(set).map(({position, of}) => [position, of])).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
		]);
		for (const act of [() => changes.add(set, [deletion('3')], account), () => changes.forget(set)]) {
			expect(act).toThrow(new LedgerError('Change 1 already has all its items.'));
		}

		const abandoned = changes.open(account);
		changes.add(abandoned, [deletion('5')], account);
		changes.forget(abandoned);
		expect(changes.begin(account, [deletion('5')]).id).toBe(abandoned + 1);
		expect(() => changes.set(abandoned)).toThrow(new MissingEntryError(`The ledger has no change ${abandoned}.`));
	});

	test('of which an item cannot be written down has none of them', () => {
		const ledger = openNew();
		make(ledger, edit('2'));
		const {changes} = ledger;
		const set = changes.open(account);
		for (const act of [
			() => changes.begin(account, [deletion('1'), deletion('2')]),
			() => changes.add(set, [deletion('1'), deletion('1')], account),
		]) {
			expect(act).toThrow(PendingChangeError);
		}

		expect(changes.items(set)).toEqual([]);
		expect(changes.pending(profile)).toHaveLength(1);
		expect(changes.begin(account, [deletion('1')]).size).toBe(1);
	});
});

describe('events', () => {
	test('of one call are written down all, or none', () => {
		const ledger = openNew();
		const [one, two] = begin(ledger, deletion('1'), deletion('2'));
		ledger.changes.append([
			{item: one!.id, event: sent('DELETE', '1')},
			{item: two!.id, event: sent('DELETE', '2')},
			{item: one!.id, event: answered('ok')},
		]);
		expect(ledger.changes.set(one!.set).counts).toEqual({...counts, unknown: 2});
		expect(() => {
			ledger.changes.append([
				{item: two!.id, event: answered('ok')},
				{item: 99, event: answered('ok')},
			]);
		}).toThrow(new MissingEntryError('The ledger has no item 99.'));
		expect(ledger.changes.item(two!.id)).toStrictEqual(happen(ledger, two!));
	});

	test('are those of the process that owns the change, but for what a listing contradicts', () => {
		const ledger = openNew();
		const {changes} = ledger;
		const item = make(ledger, deletion('1'), sent('DELETE', '1'), answered('ok'), seen('failed'));
		changes.release(item.set);
		expect(() => happen(ledger, item, seen('failed'))).toThrow(new LedgerError('Change 1 is not claimed.'));
		changes.revise(item.id, seen('failed', {reason: [{why: 'listed-again'}]}));
		expect(changes.item(item.id)).toMatchObject({phase: 'failed', endedAt: item.endedAt});
		expect([changes.claim(item.set), changes.holder(item.set)]).toEqual([true, undefined]);
		expect(happen(ledger, item, seen('done')).phase).toBe('done');
	});

	test('are no second POST after one that may have taken effect', () => {
		const ledger = openNew();
		const item = make(ledger, creation, sent('POST'), answered('rejected'), sent('POST'), answered('unknown'));
		expect(() => happen(ledger, item, sent('POST'))).toThrow(
			new LedgerError('The POST of item 1 was sent before: it is not sent again.'),
		);
		expect(ledger.changes.item(item.id)).toStrictEqual(item);
	});

	test('of an item without refused members are about the rest', () => {
		const ledger = openNew();
		const extras = {extra: 1, other: 2};
		const item = make(ledger, {kind: 'create', input: {...input, extras}}, seen('failed'), {
			kind: 'decided',
			how: 'retry',
			without: ['event_details.extra'],
		});
		expect(item.input?.extras).toEqual({other: 2});
	});

	test('say what was sent with the new notification, or with one that it overwrote', () => {
		const ledger = openNew();
		make(ledger, creation, ...created('7'));
		make(ledger, creation, sent('POST'), seen('failed', {former: oldOne('3')}));
		make(ledger, creation, sent('POST'), seen('failed'));
		make(ledger, deletion('5'), ...deleted('5'));
		const {template, topics} = input;
		expect(ledger.sent.all(profile)).toEqual(['3', '7'].map(id => ({id, template, topics, at: moment})));
	});
});

test('recipients that carry secrets are masked wherever they are quoted', () => {
	const ledger = openNew();
	const [hook, secret] = ['https://hooks.slack.com/services/T000/B000/XXXX', 'https://example.com/new-secret'];
	const item: NewItem = {
		kind: 'replace',
		input: {...input, channel: 'WEBHOOK', recipient: secret, name: `To ${hook}`},
		snapshot: oldOne('7', {channel: 'SLACK', recipient: hook}),
	};
	const issue = {field: 'delivery_location', message: `${secret} is\u{1B}[31m taken.`};
	const {reason, issues, ...refused} = make(
		ledger,
		item,
		sent('POST'),
		answered('rejected', {status: 400, summary: `The service refuses ${secret}.`}),
		seen('failed', {
			reason: [
				{why: 'answer', text: `It goes to ${hook}.`},
				{why: 'unknown', what: 'created', answer: `${secret} again`},
				{why: 'unchecked'},
			],
			issues: Array.from({length: 200}, () => issue),
		}),
	);
	expect(refused.requests).toMatchObject([{summary: 'The service refuses https://example.com/***.'}]);
	expect(reason).toEqual([
		{why: 'answer', text: 'It goes to https://hooks.slack.com/***.'},
		{why: 'unknown', what: 'created', answer: 'https://example.com/*** again'},
		{why: 'unchecked'},
	]);
	expect(issues).toHaveLength(20);
	expect(issues![0]).toEqual({field: 'delivery_location', message: 'https://example.com/*** is␛[31m taken.'});
	const [entry] = ledger.changes.history({say: () => ''});
	const {item: _item, request: _request, ...shown} = entry!;
	expect(shown).toEqual({
		number: '1',
		label: 'To https://hooks.slack.com/***',
		channel: 'WEBHOOK',
		recipient: 'https://example.com/***',
	});
	// The item keeps the recipients, which it needs to go on.
	expect(refused).toMatchObject({input: {recipient: secret}, snapshot: {input: {recipient: hook}}});

	make(ledger, {kind: 'create', input: {...input, name: '', channel: 'SLACK', recipient: hook}}, sent('POST'));
	expect(ledger.changes.history({limit: 1, say: () => ''})).toMatchObject([
		{label: 'user-1 → https://hooks.slack.com/***'},
	]);
});

describe('a notification has one pending change at most', () => {
	const pending = '2 has a pending change: finish it or roll it back first.';

	test.each<[string, readonly NewItem[]]>([
		['to delete it', [deletion('2'), deletion('3')]],
		['to replace it', [edit('2')]],
	])('one %s lets no other begin, until it has ended', (_name, items) => {
		const ledger = openNew();
		const [first] = begin(ledger, ...items);
		for (const other of [[deletion('1'), deletion('2')], [edit('2', 'Other')]]) {
			expect(() => begin(ledger, ...other)).toThrow(new PendingChangeError(pending));
		}

		expect(ledger.changes.begin({...account, profile: 'another'}, [deletion('2')]).size).toBe(1);
		happen(ledger, first!, seen('failed'));
		expect(begin(ledger, edit('2'))).toHaveLength(1);
	});

	test('one that has created it, or may have, lets no other change it', () => {
		const ledger = openNew();
		make(ledger, edit('1'), sent('POST'), seen('created', {newId: '2'}));
		expect(() => begin(ledger, deletion('2'))).toThrow(new PendingChangeError(pending));

		const other = openNew();
		const creating = make(other, {...creation, knownIds: ['3']}, sent('POST'));
		for (const kind of ['delete', 'replace'] as const) {
			expect(() => begin(other, {kind, input, snapshot: oldOne('2')})).toThrow(new PendingChangeError(pending));
		}

		begin(other, recreation('4'));
		expect(begin(other, deletion('3'), deletion('4', {name: 'Another'}))).toHaveLength(2);
		happen(other, creating, seen('failed'));
		expect(begin(other, deletion('2'))).toHaveLength(1);
	});

	test.each<[string, NewItem, boolean]>([
		['a create that is planned', creation, false],
		['a create that was sent', creation, true],
		['an edit that was sent', {kind: 'replace', input, snapshot: oldOne('9', {name: 'Old'})}, true],
	])('nor is the same created that %s may create', (_name, item, isSent) => {
		const ledger = openNew();
		const {changes} = ledger;
		const first = make(ledger, item, ...(isSent ? [sent('POST')] : []));
		// Services may trim it.
		expect(() => begin(ledger, {kind: 'create', input: {...input, name: 'Treasury '}})).toThrow(
			new PendingChangeError('Change 1 is to create the same: finish it or roll it back first.'),
		);
		expect(begin(ledger, {kind: 'create', input: {...input, name: 'Another'}}, recreation('4'))).toHaveLength(2);
		expect(changes.begin({...account, isRepeated: true}, [creation, creation]).size).toBe(2);
		expect(changes.begin({...account, profile: 'another'}, [creation]).size).toBe(1);
		for (const {id} of [first, ...changes.items(2), ...changes.items(3)]) {
			happen(ledger, {id}, seen('failed'));
		}

		expect(begin(ledger, creation)).toHaveLength(1);
	});

	test('but items of one change may create the same', () => {
		expect(begin(openNew(), creation, creation)).toHaveLength(2);
	});
});

describe('a change is undone once', () => {
	const again = new LedgerError('It is undone already, or is being undone. Refresh the list, then try again.');

	test('unless its undo failed, and an undo of the undo is a redo', () => {
		const ledger = openNew();
		const undone = make(ledger, creation, ...created('7'));
		const undo = make(ledger, {...deletion('7'), undoes: undone.id});
		expect(undo).toMatchObject({undoes: undone.id, isUndo: true});
		expect(() => begin(ledger, {...deletion('8'), undoes: undone.id})).toThrow(again);
		happen(ledger, undo, seen('failed'));
		const second = make(ledger, {...deletion('7'), undoes: undone.id}, ...deleted('7'));
		expect(make(ledger, recreation('7', second.id))).not.toHaveProperty('isUndo');
	});

	test('also by a recreation that does not refer to it', () => {
		const ledger = openNew();
		const undone = make(ledger, deletion('7'), ...deleted('7'));
		make(ledger, recreation('7'));
		expect(() => begin(ledger, recreation('7', undone.id))).toThrow(again);
	});
});

test('of a change its items are read, by phase, by what they do, and page by page', () => {
	const ledger = openNew();
	const {changes} = ledger;
	const [one, two, three, four] = begin(ledger, deletion('1'), edit('2'), creation, deletion('4'));
	happen(ledger, one!, ...deleted('1'));
	happen(ledger, two!, sent('POST'));
	const positions = (query?: Parameters<typeof changes.items>[1]) =>
		changes.items(one!.set, query).map(({position}) => position);
	expect([
		positions(),
		positions({phases: ['planned']}),
		positions({phases: ['done', 'creating']}),
		positions({method: 'DELETE'}),
		positions({method: 'POST', phases: ['planned']}),
		positions({after: 1, limit: 2}),
		positions({phases: []}),
	]).toEqual([[1, 2, 3, 4], [3, 4], [1, 2], [1, 4], [3], [2, 3], []]);
	happen(ledger, three!, seen('rolled-back'));
	happen(ledger, four!, seen('failed'));
	expect(changes.set(one!.set).counts).toEqual({...counts, unknown: 1, done: 1, failed: 1, skipped: 1});
	happen(ledger, two!, seen('created', {newId: '9'}));
	expect(changes.set(one!.set).counts).toEqual({...counts, created: 1, done: 1, failed: 1, skipped: 1});
	happen(ledger, two!, seen('rolled-back'));
	expect(changes.set(one!.set).counts).toEqual({...counts, rolledBack: 1, done: 1, failed: 1, skipped: 1});
	const [unfollowed] = begin(ledger, deletion('5'));
	happen(ledger, unfollowed!, sent('DELETE', '5'), {kind: 'decided', how: 'stop'});
	expect(changes.set(unfollowed!.set).counts).toEqual({...counts, unfollowed: 1});
});

test('a failure of the database is a LedgerError, and changes nothing', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const item = make(ledger, creation, sent('POST'));
	const other = openDatabase(file);
	other.exec('DROP TABLE event');
	other.close();
	expect(() => happen(ledger, item, answered('ok', {}, 3))).toThrow(
		new LedgerError('The ledger failed: no such table: event.'),
	);
	expect(ledger.changes.item(item.id)).toMatchObject({requests: [{outcome: 'sent', moment: momentAt(0)}]});
});
