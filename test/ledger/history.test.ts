import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Item} from '../../source/ledger/item.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {foldText} from '../../source/platform/text.ts';
import {anyText} from '../helpers/any-text.ts';
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
	moment,
	open,
	openNew,
	profile,
	recreation,
	seen,
	sent,
	sql,
	temporaryFile,
} from './ledgers.ts';

const say = ({reason}: Item) => reason.map(each => ('text' in each ? each.text : '')).join(' ');

const about = {label: 'Treasury', channel: 'EMAIL', recipient: 'ops@example.com'};

test('an entry is a request with its item, newest first', () => {
	let time = moment;
	const ledger = openNew(() => time++);
	const [first, second] = begin(ledger, edit('7'), deletion('9'));
	happen(ledger, first!, sent('POST'), answered('ok', {status: 201, named: '8'}), seen('created', {newId: '8'}));
	happen(ledger, second!, sent('DELETE', '9', 5));
	happen(ledger, first!, sent('DELETE', '7', 6));
	const entry = {...about, label: 'New'};
	const [one, two] = ledger.changes.items(1);
	expect(ledger.changes.history({say})).toStrictEqual([
		{...entry, number: '1.1', item: one, request: one!.requests[1]},
		{...about, number: '1.2', item: two, request: two!.requests[0]},
		{...entry, number: '1.1', item: one, request: one!.requests[0]},
	]);
	expect(two!.requests[0]).toMatchObject({method: 'DELETE', target: '9', outcome: 'sent', moment: momentAt(5)});
});

test('a change is undone once what was done of it is', () => {
	const ledger = openNew();
	const [, done] = begin(ledger, deletion('1'), deletion('2'));
	const isUndone = () => ledger.changes.changes({profile, limit: 9, say}).map(each => each.isUndone);
	happen(ledger, ledger.changes.items(1)[0]!, sent('DELETE', '1'), seen('failed'));
	happen(ledger, done!, ...deleted('2'));
	expect(isUndone()).toEqual([false]);
	const [undo] = begin(ledger, recreation('2', done!.id));
	expect(isUndone()).toEqual([false, false]);
	happen(ledger, undo!, ...created('3'));
	expect(isUndone()).toEqual([false, true]);
});

test('a change of which some is not undone is not', () => {
	const ledger = openNew();
	const items = begin(ledger, deletion('1'), deletion('2'));
	for (const [index, item] of items.entries()) {
		happen(ledger, item, ...deleted(String(index + 1)));
	}

	const undos = items.map((item, index) => begin(ledger, recreation(String(index + 1), item.id))[0]!);
	const isUndone = () => ledger.changes.changes({profile, limit: 9, say}).at(-1)!.isUndone;
	happen(ledger, undos[0]!, ...created('3'));
	expect(isUndone()).toBe(false);
	happen(ledger, undos[1]!, ...created('4'));
	expect(isUndone()).toBe(true);
});

test('changes are listed newest first with their first item, and none of another account', () => {
	const ledger = openNew();
	const {changes} = ledger;
	changes.begin({...account, profile: 'another'}, [creation]);
	const undone = deleteOne(ledger, '1');
	const [several] = begin(ledger, deletion('2'), deletion('3'), edit('4'));
	changes.open(account);
	const [begun] = begin(ledger, recreation('1', undone.id));
	happen(ledger, begun!, ...created('9'));
	const undo = changes.item(begun!.id);
	const found = (search?: string, limit = 9) => changes.changes({profile, search, limit, say}).map(({set}) => set.id);
	expect(changes.changes({profile, limit: 9, say})).toStrictEqual([
		{...about, set: changes.set(undo!.set), first: undo, isUndo: true, isUndone: false},
		{...about, set: changes.set(several!.set), first: several, isUndo: false, isUndone: false},
		{...about, set: changes.set(undone.set), first: undone, isUndo: false, isUndone: true},
	]);
	const [last, bulk, first] = found();
	expect([
		found('', 2),
		found('BULK delete'),
		found('recreate treasury undo'),
		found('undo'),
		found('undone'),
		found('deleted user-1'),
		found('treasury nothing'),
		found(`${first!} done`),
	]).toEqual([[last, bulk], [bulk], [last], [last, first], [first], [bulk, first], [], [last, first]]);
	happen(ledger, undo!, seen('failed'));
	expect(found('undone')).toEqual([]);
});

test('what a colleague did is theirs: it can be listed alone, and is not undone from here', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {changes} = ledger;
	deleteOne(ledger, '1');
	const theirs = deleteOne(ledger, '2');
	sql(file, `UPDATE change SET operator = 'anna', host = 'ci-7' WHERE id = ${theirs.set}`);
	const by = {operator: 'anna', host: 'ci-7'};
	expect([changes.set(theirs.set), changes.item(theirs.id)]).toMatchObject([{by}, {by}]);
	expect(changes.history({operator: 'anna', say})).toMatchObject([{item: {id: theirs.id}}]);
	expect(changes.history({search: 'anna ci-7', say})).toHaveLength(1);
	expect(changes.lastUndoable(profile, () => true)).toMatchObject({id: 1});
	expect(changes.recentDeletions(profile, 9)).toEqual([{item: 1, id: '1'}]);
});

describe('a search', () => {
	/** A delete, and a create of another account whose outcome was not known. */
	const fill = () => {
		const ledger = openNew();
		deleteOne(ledger, '41');
		const {changes} = ledger;
		const {id} = changes.begin({profile: 'another', profileName: 'Staging'}, [
			{kind: 'create', input: {...input, name: 'Whale ÄLARM', channel: 'TELEGRAM', recipient: '-1001234567890'}},
		]);
		happen(
			ledger,
			changes.items(id)[0]!,
			sent('POST'),
			answered('unknown', {status: 502, summary: 'The service failed.'}),
			seen('failed', {reason: [{why: 'answer', text: 'It does not appear in the listing.'}]}),
		);
		return ledger;
	};

	const numbers = ({changes}: Ledger, query: Partial<Parameters<typeof changes.history>[0]>) =>
		changes.history({say, ...query}).map(({number}) => number);

	test.each([
		['', ['2', '1']],
		['STAGING', ['2']],
		['alarm', []],
		['älarm whale post 502', ['2']],
		['2026-11-20', ['2', '1']],
		['appear', ['2']],
		['-1001234567890', []],
		['-1***90', ['2']],
	])('for %j finds the requests %j', (search, found) => {
		expect(numbers(fill(), {search})).toEqual(found);
	});

	test('is limited to an account and to a number of entries', () => {
		const ledger = fill();
		expect([
			numbers(ledger, {profiles: ['another']}),
			numbers(ledger, {profiles: [profile], search: 'staging'}),
			numbers(ledger, {limit: 1}),
			numbers(ledger, {search: 'delete', limit: 1}),
			numbers(ledger, {limit: 0}),
			// A query that stopped early has closed its statement.
			numbers(ledger, {}),
		]).toEqual([['2'], [], ['2'], ['1'], [], ['2', '1']]);
	});

	/** Texts whose letters change their length or their place in Unicode with their case, and what SQL and JSON give a meaning. */
	const oddText = fc.oneof(
		anyText({maxLength: 6}),
		fc
			.array(
				fc.constantFrom('İ', 'K', 'k', 'ſ', 'ß', 'ΑΣ', 'Ä', '%', '_', '\\', '"', "'", '\0', '\n', '\uD83D', '🔔'),
				{
					maxLength: 6,
				},
			)
			.map(parts => parts.join('')),
	);

	test('finds what has all words, whatever these are', () => {
		const ledger = openNew();
		fc.assert(
			fc.property(
				oddText,
				oddText,
				fc.array(fc.tuple(fc.nat(99), fc.integer({min: 1, max: 4})), {minLength: 1, maxLength: 3}),
				(name, said, cuts) => {
					const item = {kind: 'create', input: {...input, name}} as const;
					const {id} = ledger.changes.begin({...account, isRepeated: true}, [item]);
					const reason = [{why: 'answer', text: said}] as const;
					happen(ledger, ledger.changes.items(id)[0]!, ...created(`x${id}`), seen(undefined, {reason}));
					const text = `${name}\n${said}\n${id}`;
					const search = cuts.map(([at, length]) => text.slice(at % text.length).slice(0, length)).join(' ');
					const words = foldText(search).split(/\s+/v);
					const isThere = words.every(word => foldText(text).includes(word));
					const {history, changes} = ledger.changes;
					const found = [
						...history({search, say}).map(entry => entry.item.set),
						...changes({profile, search, limit: 99, say}).map(({set}) => set.id),
					];
					expect(
						found.filter(set => set === id),
						JSON.stringify(search),
					).toHaveLength(isThere ? 2 : 0);
				},
			),
		);
	});
});
