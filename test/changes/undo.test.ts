import {describe, expect, test} from 'vitest';
import {unknownPriorId} from '../../source/changes/context.ts';
import {
	asksOfUndo,
	findUndo,
	surveyRecreation,
	surveyUndo,
	undoOfItem,
	type ItemUndo,
	type Listed,
} from '../../source/changes/undo.ts';
import type {Event, Item, NewItem} from '../../source/ledger/item.ts';
import {idOfRecord, type ListedRecord, type NotificationInput} from '../../source/notification/notification.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {recordOf} from '../helpers/looks.ts';
import {
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
	oldOne,
	open,
	openNew,
	profile,
	recreation,
	seen,
	sent,
	temporaryFile,
} from '../ledger/ledgers.ts';
import {createOf, createPlace, edited, ending, forms, list, setUp, type SandboxPlace} from './harness.ts';
import {startRawService, type RawRecord} from './raw-service.ts';

/* What is edited or deleted is 7, what is created is 8. */

const listed = (id: string, change: Partial<NotificationInput> = {}) => recordOf(id, {...oldOne().input, ...change});
const newer = listed('8', {name: 'New'});
const replaced: readonly Event[] = [
	sent('POST'),
	answered('ok', {named: '8'}),
	seen('created', {newId: '8'}),
	sent('DELETE', '7'),
	answered('ok'),
	seen('done'),
];
const unnamed = (id: string): readonly Event[] => [sent('POST'), answered('unknown'), seen('done', {newId: id})];
const shown = (records: readonly ListedRecord[], isComplete = true): Listed => ({records, isComplete});

/** What undoing an item does, in one line. */
const lineOf = (undo: ItemUndo): string => {
	switch (undo.kind) {
		case 'impossible': {
			return `${undo.isMoot ? 'moot: ' : ''}${undo.isPending === true ? 'pending: ' : ''}${undo.reason}`;
		}

		case 'recreate': {
			return `recreate ${undo.deleted.id}${undo.isRedacted ? ', which has the API key' : ''}`;
		}

		case 'delete':
		case 'replace': {
			return [`${undo.kind} ${undo.target.id}`, undo.note].filter(part => part !== undefined).join('. ');
		}
	}
};

const undoOf = (ledger: ReturnType<typeof openNew>, item: Item, where: Listed) =>
	lineOf(undoOfItem(ledger.changes, item, where));

type Row = [name: string, changes: ReadonlyArray<readonly [NewItem, ...Event[]]>, listed: Listed, line: string];

const former = oldOne('3', {name: 'Before'});
const overwrote: readonly Event[] = [sent('POST'), answered('ok', {named: '3', former}), seen('failed', {former})];
const rolledBack: readonly Event[] = [
	...replaced.slice(0, 3),
	sent('DELETE', '7'),
	answered('unknown'),
	seen('created'),
	sent('DELETE', '8'),
	answered('ok'),
	seen('rolled-back'),
];
const doubt = 'No response named 8 as the new one, so somebody else may have created it.';

test.each<Row>([
	['a create', [[creation, ...created('8')]], shown([listed('8')]), 'delete 8'],
	['that no answer named', [[creation, ...unnamed('8')]], shown([listed('8')]), `delete 8. ${doubt}`],
	[
		'that was changed since',
		[[creation, ...created('8')]],
		shown([newer]),
		'8 was changed since: it does not say what was sent. Look at it in the list.',
	],
	['that is gone', [[creation, ...created('8')]], shown([]), 'moot: 8 no longer exists.'],
	[
		'that is not in a part of the listing',
		[[creation, ...created('8')]],
		shown([], false),
		'8 is not listed, and the listing is not complete. Refresh the list, then try again.',
	],
	[
		'that was not checked',
		[[{...creation, knownIds: [unknownPriorId]}, ...created('8')]],
		shown([listed('8')]),
		'It was sent without a check for duplicates, so 8 may have existed before. Delete it if it is not wanted.',
	],
	[
		'that was edited and edited back since',
		[
			[creation, ...created('7')],
			[edit('7'), ...replaced],
			[{...edit('8'), input}, ...created('9')],
		],
		shown([listed('9')]),
		'delete 9',
	],
	[
		'that was deleted and recreated since',
		[
			[creation, ...created('7')],
			[deletion('7'), ...deleted('7')],
			[recreation('7'), ...created('9')],
		],
		shown([listed('9')]),
		'delete 9',
	],
	['that overwrote another one', [[creation, ...overwrote]], shown([listed('3')]), 'recreate 3'],
	[
		'or did not',
		[[creation, ...overwrote]],
		shown([listed('3', {name: 'Before'})]),
		'moot: 3 is listed as it was: it was not overwritten.',
	],
	[
		'that overwrote what is not known',
		[[creation, sent('POST'), seen('failed', {reason: [{why: 'overwrote', id: '3'}]})]],
		shown([listed('3')]),
		'moot: What it overwrote is not known, or it is undone already.',
	],
	[
		'that failed',
		[[creation, sent('POST'), answered('rejected'), seen('failed')]],
		shown([]),
		'moot: It took no effect.',
	],
	[
		'that is pending',
		[[creation, sent('POST')]],
		shown([]),
		'pending: It is pending: finish it or roll it back first.',
	],
	[
		'that was confirmed, and never listed',
		[[creation, sent('POST'), answered('ok', {named: '8'}), seen('failed')]],
		shown([]),
		'moot: No listing showed an effect of it.',
	],
	[
		'or was later',
		[[creation, sent('POST'), answered('ok', {named: '8'}), seen('failed')]],
		shown([listed('8')]),
		'8 is listed now as it was sent, after the change had ended without it. Delete it if it is not wanted.',
	],
	[
		'or another one, which a later change created',
		[
			[creation, sent('POST'), answered('ok', {named: '8'}), seen('failed')],
			[creation, ...created('8')],
		],
		shown([listed('8')]),
		'moot: No listing showed an effect of it.',
	],
	['an edit', [[edit('7'), ...replaced]], shown([newer]), 'replace 8'],
	['that no answer named', [[edit('7'), ...unnamed('8')]], shown([newer]), `replace 8. ${doubt}`],
	[
		'that overwrote another one',
		[[edit('7'), ...overwrote]],
		shown([listed('7'), listed('3', {name: 'New'})]),
		'recreate 3',
	],
	['taken back, and its DELETE took effect after all', [[edit('7'), ...rolledBack]], shown([]), 'recreate 7'],
	['or did not', [[edit('7'), ...rolledBack]], shown([listed('7')]), 'moot: 7 is still listed: it was not deleted.'],
	['a deletion', [[deletion('7'), ...deleted('7')]], shown([]), 'recreate 7'],
	[
		'without effect',
		[[deletion('7'), ...deleted('7')]],
		shown([listed('7')]),
		'moot: 7 is listed: it was not deleted.',
	],
	['whose ID another one has', [[deletion('7'), ...deleted('7')]], shown([listed('7', {name: 'Other'})]), 'recreate 7'],
	[
		'that counts as failed, but may have had an effect',
		[[deletion('7'), sent('DELETE', '7'), answered('unknown'), seen('failed')]],
		shown([]),
		'recreate 7',
	],
	[
		'that is still listed',
		[[deletion('7'), sent('DELETE', '7'), answered('unknown'), seen('failed')]],
		shown([listed('7')]),
		'moot: 7 is still listed: it was not deleted.',
	],
	[
		'that was refused',
		[[deletion('7'), sent('DELETE', '7'), answered('rejected'), seen('failed')]],
		shown([]),
		'moot: Nothing was deleted, or it is undone already.',
	],
	[
		'that is undone',
		[
			[deletion('7'), ...deleted('7')],
			[recreation('7', 1), ...created('9')],
		],
		shown([listed('9')]),
		'moot: It is undone already, or is being undone.',
	],
])('%s', (_name, changes, where, line) => {
	const ledger = openNew();
	const [first] = changes.map(([item, ...events]) => make(ledger, item, ...events));
	expect(undoOf(ledger, ledger.changes.item(first!.id)!, where)).toBe(line);
});

test('what held the API key is not sent again', () => {
	const key = 'sk-undo-0123456789';
	keepSecret(key);
	const file = temporaryFile();
	const before = open(file).ledger;
	make(before, deletion('7', {name: key}), ...deleted('7'));
	make(before, {...edit('6'), snapshot: oldOne('6', {name: key})}, ...created('8'));
	// Only the process that had it still knows it.
	const {ledger} = open(file);
	const [gone, changed] = [ledger.changes.item(1)!, ledger.changes.item(2)!];
	expect(undoOf(ledger, gone, shown([]))).toBe('recreate 7, which has the API key');
	expect(undoOf(ledger, changed, shown([newer]))).toBe(
		'What it was before contains the API key, which is never stored. Edit 8 instead.',
	);
});

describe('of several', () => {
	/** A set of five: 1 to 3 are created, the last by no answer named; 4 failed, 5 is protected. */
	const start = () => {
		const ledger = openNew();
		const named = (index: number) => ({...input, userId: `user-${index}`});
		const items = begin(ledger, ...[1, 2, 3, 4, 5].map(index => ({kind: 'create', input: named(index)}) as const));
		for (const [index, events] of [
			created('1'),
			created('2'),
			unnamed('3'),
			[sent('POST'), answered('rejected'), seen('failed')],
			created('5'),
		].entries()) {
			happen(ledger, items[index]!, ...events);
		}

		const records = [1, 2, 3, 5].map(index => listed(String(index), {userId: `user-${index}`}));
		const guards = {
			canProtect: true,
			whyProtected: ({id}: {id: string}) => (id === '5' ? '5 is protected.' : undefined),
			findBroken: () => [],
		};
		return {changes: ledger.changes, records, guards};
	};

	test('all that can be undone is announced, and what is in doubt or protected is left out', async () => {
		const {changes, records, guards} = start();
		const undo = await surveyUndo(
			changes,
			{set: 1},
			shown(records.filter(record => idOfRecord(record) !== '2')),
			guards,
		);
		expect(undo).toMatchObject({
			kind: 'delete',
			only: undefined,
			count: 1,
			impossible: 3,
			protected: 1,
			duplicates: 0,
			reason: '2 no longer exists.',
		});
		expect(undo.breakdown).toContainEqual({name: 'user', values: [['user-1', 1]]});
		const ledger = openNew();
		make(ledger, deletion('7'), ...deleted('7'));
		const {breakdown} = await surveyUndo(ledger.changes, {set: 1}, shown([]));
		expect(breakdown).toContainEqual({name: 'user', values: [[input.userId, 1]]});
	});

	test('one of them is asked for alone', async () => {
		const {changes, records} = start();
		const undo = await surveyUndo(changes, {set: 1, item: 3}, shown(records));
		expect(undo).toMatchObject({
			kind: 'delete',
			count: 1,
			only: {target: {id: '3'}, note: expect.stringContaining('No response named 3') as string},
			mustName: '3',
		});
		const ask = async (chosen?: string) => asksOfUndo(changes, () => undefined, {...undo, chosen}, shown(records));
		expect((await ask('3')).asks).toMatchObject([{kind: 'delete', of: {id: '3'}}]);
		expect([await ask(), await ask('2')]).toEqual([
			{
				asks: [],
				reason:
					'No response named 3 as the new one, so somebody else may have created it. It is deleted only if you name it.',
			},
			{asks: [], reason: '2 is not what it created: that is 3.'},
		]);
	});

	test('what was announced is asked for, if a new listing leads to the same', async () => {
		const {changes, records, guards} = start();
		const sentBefore = () => ({template: 'words', topics: ['', '', '', ''] as const, at: 0});
		const undo = await surveyUndo(changes, {set: 1}, shown(records), guards);
		const ask = async (now: readonly ListedRecord[]) => asksOfUndo(changes, sentBefore, undo, shown(now), guards);
		expect((await ask(records)).asks).toMatchObject([
			{kind: 'delete', of: {id: '1', template: 'words'}, undoes: 1},
			{kind: 'delete', of: {id: '2'}, undoes: 2},
		]);
		const changed = await ask([listed('1', {userId: 'user-1', name: 'Changed'})]);
		expect(changed).toEqual({asks: [], reason: '2 no longer exists.'});
		const none = await surveyUndo(changes, {set: 1}, shown([]), guards);
		expect(await asksOfUndo(changes, sentBefore, none, shown(records), guards)).toMatchObject({asks: []});
	});

	test('what leads to something else is looked at again', async () => {
		const ledger = openNew();
		make(ledger, edit('7'), ...rolledBack);
		make(ledger, creation, ...created('7'));
		const undo = await surveyUndo(ledger.changes, {set: 2}, shown([listed('7')]));
		make(ledger, {...edit('7'), input}, ...replaced);
		expect(await asksOfUndo(ledger.changes, () => undefined, undo, shown([listed('8')]))).toEqual({
			asks: [],
			reason: 'It was changed meanwhile. Look at it again.',
		});
	});

	test('a pending one is finished first', async () => {
		const ledger = openNew();
		begin(ledger, creation, edit('7'));
		expect(await surveyUndo(ledger.changes, {set: 1}, shown([]))).toMatchObject({isPending: true, count: 0});
	});
});

test('what is pending is undone before anything older', () => {
	const ledger = openNew();
	const find = (records: readonly ListedRecord[], isRedo?: boolean) =>
		findUndo(ledger.changes, profile, shown(records), isRedo)?.set;
	make(ledger, creation, ...created('1'));
	make(ledger, creation, sent('POST'), answered('rejected'), seen('failed'));
	expect(find([listed('1')])).toBe(1);
	make(ledger, creation, sent('POST'), answered('ok', {named: '3'}), seen('failed'));
	expect([find([listed('1')]), find([listed('1'), listed('3')])]).toEqual([1, 3]);
	make(ledger, {...deletion('1'), undoes: 1}, ...deleted('1'));
	const pending = make(ledger, edit('7'), sent('POST'));
	expect([find([]), find([], true)]).toEqual([5, 5]);
	happen(ledger, pending, seen('failed'));
	expect([find([]), find([], true)]).toEqual([undefined, 4]);
	// What was never sent has nothing to undo.
	make(ledger, creation);
	expect(find([], true)).toBe(4);
});

test('what cannot be recreated as it was is counted by why', async () => {
	const {template, topics} = input;
	const known = {...oldOne('1'), template, topics};
	const odd = {...known, id: '2', input: {...known.input, channel: 'PIGEON'}};
	const redacted = {...known, id: '3', input: {...known.input, name: '[API key]'}};
	const survey = async (...all: ReadonlyArray<typeof known>) =>
		surveyRecreation(
			all.map(snapshot => ({snapshot})),
			[listed('9')],
		);
	expect(await survey()).toEqual({
		count: 0,
		contentUnknown: 0,
		topicsUnknown: 0,
		undocumented: 0,
		incomplete: 0,
		duplicates: 0,
	});
	expect(await survey(known, odd, redacted)).toMatchObject({
		count: 2,
		contentUnknown: 0,
		undocumented: 1,
		incomplete: 1,
		duplicates: 1,
	});
	expect(await surveyRecreation([{snapshot: oldOne('4', {channel: 'WEBHOOK', eventType: 'GRAPHQL'})}])).toMatchObject({
		count: 1,
		contentUnknown: 1,
		topicsUnknown: 1,
	});
	expect(await surveyRecreation([{snapshot: known, replaces: '9'}], [listed('9')])).toMatchObject({duplicates: 0});
});

describe('as it is sent', () => {
	/** Undoes what was changed last, or (`isRedo`) redoes it. Returns how that ended. */
	async function undoLast(place: Pick<SandboxPlace, 'changes' | 'ledger' | 'look' | 'run'>, isRedo = false) {
		const given = await place.look();
		const {records, complete: isComplete} = given.listing;
		const scope = findUndo(place.changes, 'the account', {records, isComplete}, isRedo)!;
		const undo = await surveyUndo(place.changes, scope, {records, isComplete});
		const {asks} = await asksOfUndo(place.changes, id => place.ledger.sent.get('the account', id), undo, {
			records,
			isComplete,
		});
		return `${undo.kind}: ${ending(await place.run(asks, {given}))}`;
	}

	test('an edit is undone and redone, each with its template', async () => {
		const place = await setUp({existing: [input]});
		await place.run([{kind: 'replace', of: await place.snapshot('1', input), input: edited}]);
		expect(await undoLast(place)).toBe('replace: done 3');
		expect([await place.account(), place.ledger.sent.get('the account', '3')?.template]).toEqual([
			forms({3: input}),
			input.template,
		]);
		expect(await undoLast(place, true)).toBe('replace: done 4');
		expect([await place.account(), place.ledger.sent.get('the account', '4')?.template]).toEqual([
			forms({4: edited}),
			'new words',
		]);
	});

	test('what a create overwrote is created again, once', async () => {
		const place = await setUp({
			existing: [{...input, recipient: 'cold@example.com'}],
			faults: [{name: 'create-same-id'}],
		});
		await place.run([createOf()]);
		expect(await undoLast(place)).toBe('recreate: done 2');
		expect(await place.account()).toEqual(forms({1: input, 2: {...input, recipient: 'cold@example.com'}}));
		expect(
			findUndo(place.changes, 'the account', {records: await list(place.service), isComplete: true}),
		).toBeUndefined();
	});

	test('a deletion and an edit are undone to what the service held, also where interface.md does not allow it', async () => {
		const held: RawRecord = {
			id: 1,
			external_user_id: '',
			channel: 'PAGER',
			delivery_location: 'team-1',
			tags: ['a', {b: 1}],
			event_details: {network: 1, event_type: 'E', addresses: ['0x1', 'bc1q'], filters: [], confirmations: 12},
		};
		const service = await startRawService([held]);
		const place = createPlace(service);
		await place.run(await place.deletions('1'));
		expect(await undoLast(place)).toBe('recreate: done 2');
		expect(service.records).toEqual([{...held, id: 2}]);
		await place.run([await place.edit('2')]);
		expect(await undoLast(place)).toBe('replace: done 4');
		expect(service.records).toEqual([{...held, id: 4}]);
	});
});
