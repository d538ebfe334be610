import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../source/platform/sqlite.ts';
import {anyText} from '../../helpers/any-text.ts';
import {creation, deleteOne, input, oldOne, open, openNew, profile, temporaryFile} from '../ledgers.ts';

test('changes are listed newest first, a bulk operation as one, and none of another account', () => {
	const ledger = openNew();
	const {journal} = ledger;
	journal.begin({...creation, profile: 'another'});
	const first = deleteOne(ledger, '1');
	const batch = journal.beginBatch(profile);
	journal.addItems(
		batch,
		[2, 3, 4].map(id => ({kind: 'delete', profileName: 'production', snapshot: oldOne(String(id))})),
	);
	expect(journal.changes({profile, limit: 9})).toHaveLength(1);
	journal.completeBatch(batch);
	const undo = journal.begin({...creation, kind: 'recreate', input, snapshot: oldOne('1'), undoes: first});
	const changes = journal.changes({profile, limit: 9});
	expect(changes).toMatchObject([
		{id: undo.id, kind: 'recreate', state: 'planned', oldId: '1', isUndo: true, isUndone: false, batch: undefined},
		{kind: 'delete', batch: {id: batch, counts: {planned: 3}}},
		{id: first, kind: 'delete', state: 'done', label: 'Treasury', isUndo: false, isUndone: true},
	]);
	expect(journal.undoOf(first)?.id).toBe(undo.id);
	expect(journal.undoOf(undo.id)).toBeUndefined();
	expect(journal.changes({profile, limit: 2})).toHaveLength(2);
	expect(journal.changes({profile, limit: 9, search: 'BULK delete'})).toMatchObject([{batch: {id: batch}}]);
	expect(journal.changes({profile, limit: 9, search: 'recreate treasury'})).toHaveLength(1);
	expect(journal.changes({profile, limit: 9, search: 'treasury nothing'})).toStrictEqual([]);
	expect(journal.itemIds(batch)).toHaveLength(3);
});

/** Texts whose letters change their length or their place in Unicode with their case, and what SQL and JSON give a meaning. */
const oddText = fc.oneof(
	anyText({maxLength: 6}),
	fc
		.array(
			fc.constantFrom(
				'İ',
				'K',
				'k',
				'i',
				'ſ',
				'ß',
				'ΑΣ',
				'Ä',
				'ä',
				'%',
				'_',
				'\\',
				'"',
				"'",
				'\0',
				'\n',
				'\uD83D',
				'🔔',
				'undone',
				'bulk',
				'label',
				'null',
			),
			{maxLength: 6},
		)
		.map(parts => parts.join('')),
);

test('a search finds the changes and requests that have all words, whatever these are', () => {
	const ledger = openNew();
	const {journal} = ledger;
	fc.assert(
		fc.property(
			oddText,
			oddText,
			fc.boolean(),
			fc.array(
				fc.tuple(
					fc.nat(200),
					fc.integer({min: 1, max: 4}),
					fc.constantFrom(undefined, 'toUpperCase' as const, 'toLowerCase' as const),
				),
				{minLength: 1, maxLength: 3},
			),
			(name, detail, isBulk, cuts) => {
				if (isBulk) {
					const batch = journal.beginBatch(profile);
					journal.addItems(batch, [{kind: 'create', profileName: 'production', input: {...input, name}}]);
					journal.completeBatch(batch);
				} else {
					const {id} = journal.begin({...creation, input: {...input, name, recipient: 'Ä@example.com'}});
					journal.requestAnswered(journal.requestSent(id, {method: 'POST'}), {
						outcome: 'unknown',
						status: 502,
						summary: `${detail} ${name}`,
					});
					journal.advance(id, {state: 'done', newId: `${detail}8`, detail});
					journal.begin({...creation, kind: 'delete', snapshot: oldOne(`${detail}${id}`), undoes: id});
				}

				const all = journal.changes({profile, limit: 1000});
				const changes = all.map(
					({
						startedAt,
						profileName,
						label,
						channel,
						recipient,
						id,
						kind,
						state,
						oldId,
						newId,
						detail: said,
						isUndo,
						isUndone,
						batch,
					}) =>
						[
							new Date(startedAt).toISOString(),
							profileName,
							label,
							channel,
							recipient,
							id,
							kind,
							state,
							oldId,
							newId,
							said,
							isUndo ? 'undo' : '',
							isUndone ? 'undone' : '',
							batch === undefined ? '' : 'bulk',
						].join('\n'),
				);
				const entries = journal.history({profile});
				const requests = entries.map(({at, profile: _profile, moment: _moment, ...entry}) =>
					[new Date(at).toISOString(), at, ...Object.values(entry)]
						.map(value => (typeof value === 'object' ? '' : String(value ?? '')))
						.join('\n'),
				);
				const newest = [changes[0], requests[0]].join('\n');
				const search = cuts
					.map(([at, length, how]) => {
						const piece = newest.slice(at % newest.length, (at % newest.length) + length);
						return how === undefined ? piece : piece[how]();
					})
					.join(' ');
				const words = search
					.toLowerCase()
					.split(/\s+/v)
					.filter(word => word !== '');
				const hasAll = (text: string) => words.every(word => text.toLowerCase().includes(word));
				const idsOf = (found: ReadonlyArray<{readonly id: number}>) => found.map(({id}) => id);
				expect(idsOf(journal.changes({profile, search, limit: 1000})), JSON.stringify(search)).toStrictEqual(
					idsOf(all.filter((_, index) => hasAll(changes[index]!))),
				);
				expect(idsOf(journal.history({profile, search})), JSON.stringify(search)).toStrictEqual(
					idsOf(entries.filter((_, index) => hasAll(requests[index]!))),
				);
			},
		),
	);
});

test('a search looks through all that was ever changed, and reads none of the contents', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const first = deleteOne(ledger, 'oldest');
	const database = openDatabase(file);
	// A content that is no JSON cannot be read.
	database.exec(`
		WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 20000)
		INSERT INTO operations (profile, kind, state, started_at, ended_at, old_id, about, body, progress, is_incomplete)
		SELECT profile, kind, state, started_at, ended_at, '"' || number || '"', about, 'not read', progress, 0 FROM operations, numbers
	`);
	database.close();
	expect(ledger.journal.changes({profile, search: 'OLDEST', limit: 5})).toMatchObject([{id: first}]);
	expect(ledger.journal.changes({profile, search: 'delete treasury', limit: 5}).map(({oldId}) => oldId)).toStrictEqual([
		'20000',
		'19999',
		'19998',
		'19997',
		'19996',
	]);
	expect(ledger.journal.unfinished(profile)).toStrictEqual([]);
	expect(ledger.journal.pendingIds(profile).size).toBe(0);
});
