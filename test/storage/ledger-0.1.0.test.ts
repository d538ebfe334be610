import {cpSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {noValues} from '../../source/notification/suggest.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {settlePending} from '../../source/session/settle-pending.ts';
import {schemaVersion} from '../../source/storage/database/schema.ts';
import type {Ledger} from '../../source/storage/ledger.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {era, momentAt, recordOf, sightingAt} from '../helpers/sightings.ts';
import {awaited, createContext} from '../operations/context.ts';
import {input, lastDeleted, open, profile, temporaryFile} from './ledgers.ts';

/*
The code of version 0.1.0 (commit 9e2d3ba) wrote test/fixtures/ledger-0.1.0.sqlite, through `openLedger` of its source/ledger/ledger.ts. In this order, by operation:

1. a create that is done: 10 was created, and its template kept;
2. and 3. deletes of 1 and of 2 that are done; after each, the clock was set back an hour;
4. a delete of 3: its DELETE was sent, and nothing is known of it;
5. an edit of 4: its replacement 11 was listed;
6. a create whose response was lost;
7. to 9. a batch that deletes 5 (done), 6 (its DELETE was sent) and 7 (planned).

Then a draft, learned values and the view were saved, every claim was released, and the file was vacuumed, so that it names no machine.
*/
const written = path.join(import.meta.dirname, '../fixtures/ledger-0.1.0.sqlite');

/** Opens a copy. */
function openCopy() {
	const file = temporaryFile();
	mkdirSync(path.dirname(file));
	cpSync(written, file);
	const {ledger, notice} = open(file);
	expect(notice).toBeUndefined();
	return {file, ledger};
}

/** The content that the ledger has of a notification. */
const contentOf = ({journal}: Ledger, id: string) =>
	Array.from({length: 9}, (_, index) => journal.get(index + 1)!).find(({snapshot}) => snapshot?.id === id)?.snapshot
		?.input;

/** Settles pending changes as today's program does, started when the machine's clock shows `start`. */
function startProgram(start: number, ledger: Ledger, knownSince?: number) {
	let now = start;
	const context: OperationContext = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: 'unused'}, ledger, settlingTime: 60_000}),
		profile,
		elapsed: createMonotonicClock(era, () => now),
		knownSince: () => (knownSince === undefined ? undefined : momentAt(knownSince)),
	};
	/** By a listing of these notifications that is begun so many milliseconds after the start. */
	return async (milliseconds: number, ids: readonly string[]) => {
		now = start + milliseconds;
		return settlePending(
			awaited(ledger),
			context,
			sightingAt(
				now,
				ids.map(id => recordOf(id, contentOf(ledger, id))),
			),
		);
	};
}

test('it is migrated, with the operations and their requests', () => {
	const {
		file,
		ledger: {journal, problem},
	} = openCopy();
	expect(problem).toBeUndefined();
	const database = openDatabase(file);
	expect(database.prepare('PRAGMA user_version').get()).toMatchObject({user_version: schemaVersion});
	database.close();

	expect(journal.get(1)).toMatchObject({
		kind: 'create',
		state: 'done',
		input: {...input, name: 'Created'},
		newId: '10',
	});
	expect(journal.get(2)).toMatchObject({
		kind: 'delete',
		state: 'done',
		profileName: 'production',
		snapshot: {id: '1', raw: {id: '1'}, input: {name: 'Old 1'}},
	});
	expect(journal.unfinished(profile)).toMatchObject([
		{id: 4, kind: 'delete', state: 'deleting', snapshot: {id: '3'}},
		{id: 5, kind: 'replace', state: 'created', snapshot: {id: '4'}, input: {name: 'New 4'}, newId: '11'},
		{id: 6, kind: 'create', state: 'creating', input: {name: 'Lost'}},
	]);
	expect(journal.unfinishedBatches(profile)).toMatchObject([
		{kind: 'delete', counts: {planned: 1, unknown: 1, done: 1, failed: 0, skipped: 0}},
	]);
	expect(
		journal.history({profile}).map(({method, target, outcome, moment}) => [method, target, outcome, moment]),
	).toStrictEqual([
		['DELETE', '6', 'sent', undefined],
		['DELETE', '5', 'ok', undefined],
		['POST', undefined, 'unknown', undefined],
		['POST', '11', 'ok', undefined],
		['DELETE', '3', 'sent', undefined],
		['DELETE', '2', 'ok', undefined],
		['DELETE', '1', 'ok', undefined],
		['POST', '10', 'ok', undefined],
	]);
});

test('what else it keeps can be read', () => {
	const {sent, drafts, learned, views} = openCopy().ledger;
	expect(sent.get(profile, '10')).toMatchObject({template: 'Look: {{hash}}', topics: ['', '', '', '']});
	expect(drafts.list(profile)).toMatchObject([{purpose: 'create', draft: {name: 'Draft'}}]);
	expect(learned.read(profile)).toStrictEqual({...noValues, network: ['BASE_MAINNET'], operator: ['~=']});
	expect(views.read(profile)?.query).toBe('channel:email');
});

test('deletions are undone in the order of the requests, those of unknown outcome too, although the clock was set back', () => {
	const {journal} = openCopy().ledger;
	const order: string[] = [];
	for (let next = lastDeleted(journal, profile); next !== undefined; next = lastDeleted(journal, profile)) {
		order.push(next.snapshot!.id);
		const restore = journal.begin({
			profile,
			profileName: 'production',
			kind: 'recreate',
			input,
			snapshot: next.snapshot!,
		});
		journal.advance(restore.id, {state: 'done', newId: `again ${next.snapshot!.id}`});
	}

	expect(order).toStrictEqual(['6', '5', '3', '2', '1']);
});

test('nothing is concluded before the settling time has passed since this process started', async () => {
	const {ledger} = openCopy();
	const {journal} = ledger;
	// The machine has been running for long.
	const settleAfter = startProgram(1e9, ledger);
	const listed = ['3', '4', '6', '7', '11'];
	expect(await settleAfter(0, listed)).toMatchObject({settled: [], wait: 60_000});
	expect(await settleAfter(59_999, listed)).toMatchObject({settled: []});
	expect([4, 5, 6, 8].map(id => journal.get(id)?.state)).toStrictEqual(['deleting', 'created', 'creating', 'deleting']);

	const {settled, wait} = await settleAfter(60_000, listed);
	expect(settled).toMatchObject([
		{kind: 'operation', operation: {id: 4, state: 'failed', detail: 'It is still listed.'}},
		{kind: 'batch', batch: 'delete', done: 0, failed: 1},
	]);
	// What is missing needs a second listing.
	expect(wait).toBe(2000);
	expect(await settleAfter(62_000, listed)).toMatchObject({
		settled: [
			{
				kind: 'operation',
				operation: {
					id: 6,
					state: 'failed',
					detail: expect.stringContaining('Not created. It does not appear in the listing.') as string,
				},
			},
		],
		wait: undefined,
	});
	// The edit waits for the operator; of the batch, what was planned does.
	expect(journal.unfinished(profile)).toMatchObject([{id: 5, state: 'created'}]);
	expect(journal.unfinishedBatches(profile)).toMatchObject([{counts: {planned: 1, unknown: 0, done: 1, failed: 1}}]);
	// They stay undoable: a DELETE was sent.
	expect(lastDeleted(journal, profile)?.snapshot?.id).toBe('6');
});

test.each([
	['had never been listed: gone by two listings after the settling time', undefined, [false, false, false, true]],
	['had been listed for as long as the settling time: gone by two listings', 1e9 - 60_000, [false, true, true, true]],
])('what is missing from the listing and %s', async (_name, knownSince, isSettled) => {
	const {ledger} = openCopy();
	const settleAfter = startProgram(1e9, ledger, knownSince);
	const results: boolean[] = [];
	for (const milliseconds of [0, 2000, 60_000, 62_000]) {
		await settleAfter(milliseconds, ['4', '7', '11']);
		results.push([4, 8].every(id => ledger.journal.get(id)?.state === 'done'));
	}

	expect(results).toStrictEqual(isSettled);
});
