import {recordsById} from '../domain/records-by-id.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {betweenListings} from '../domain/between-listings.ts';
import type {Sighting} from '../operations/evidence.ts';
import type {OperationContext} from '../operations/operation-context.ts';
import {revisedBeginning, type Contradiction} from '../operations/revision.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {SettledChange} from './settle-pending.ts';

type RevisableJournal = Pick<AwaitedLedger['journal'], 'recentDeletions' | 'recentFailures' | 'get' | 'requestsOf' | 'revise'>;

/** The number of recent deletions compared with each listing. */
const deletionLimit = 10_000;

/** Milliseconds for which the end of an operation is compared with listings. */
const revisableTime = 7 * 24 * 60 * 60 * 1000;

/**
Compares how operations have ended with a listing, and records and returns what it contradicts, once.

@returns The changes; `wait`: milliseconds until another listing can contradict more, 0 if none is needed.
*/
export async function reviseEnds(journal: RevisableJournal, context: OperationContext, sighting: Sighting): Promise<{readonly changes: readonly SettledChange[]; readonly wait: number}> {
	const ended = [...returnedIn(journal, context, sighting), ...journal.recentFailures(context.profile, context.now() - revisableTime, revisedBeginning)];
	if (ended.length === 0) {
		return {changes: [], wait: 0};
	}

	const {judgeEnd} = await import('../operations/index.ts');
	const view = {...sighting, listing: {...sighting.listing, records: [...new Set([...appearedIn(context, sighting), ...namedIn(journal, ended, sighting)])]}};
	const changes: SettledChange[] = [];
	let wait = 0;
	for (const operation of ended) {
		const found: Contradiction = judgeEnd(context, operation, journal.requestsOf(operation.id), view);
		if (found === 'missing') {
			wait = betweenListings;
			await (operation.missingSince === undefined ? journal.revise(operation.id, {missingSince: sighting.startedAt}) : undefined);
		} else if (found !== undefined) {
			await journal.revise(operation.id, {...found, detail: sanitise(found.detail)});
			changes.push({kind: 'revised', operation: journal.get(operation.id)!});
		} else if (operation.missingSince !== undefined) {
			await journal.revise(operation.id, {missingSince: null});
		}
	}

	return {changes, wait};
}

/** The operations whose deleted notification is listed. */
function returnedIn(journal: RevisableJournal, {profile}: OperationContext, {listing: {records}}: Sighting): Operation[] {
	const deletions = journal.recentDeletions(profile, deletionLimit);
	// The set is built from the deletions, because building it from the listing could collect 100,000 IDs every time.
	const deleted = new Set(deletions.map(({id}) => id));
	const listed = new Set(deleted.size === 0 ? [] : records.flatMap(record => record.kind === 'notification' && deleted.has(record.id) ? [record.id] : []));
	return deletions.filter(({id}) => listed.has(id)).map(({operation}) => journal.get(operation)!);
}

/** The records that the listing before did not show, or that appeared so recently that after a restart of the machine nothing could be concluded from them yet. */
function appearedIn({knownSince, elapsed, settlingTime}: OperationContext, {listing: {records}, before = [], startedAt}: Sighting): readonly ListedRecord[] {
	if (before.length === 0) {
		return records;
	}

	const known = recordsById(before);
	const isRecent = (id: string) => elapsed.between(knownSince(id), startedAt) < 2 * settlingTime;
	return records.filter(record => record.kind === 'notification' && (!known.has(record.id) || isRecent(record.id)));
}

/** The records with the IDs of operations. */
function namedIn(journal: RevisableJournal, operations: readonly Operation[], {listing: {records}}: Sighting): ListedRecord[] {
	const ids = new Set(operations.flatMap(({id, snapshot, newId}) => [snapshot?.id, newId, ...journal.requestsOf(id).map(({target}) => target)]).filter(id => id !== undefined));
	return records.filter(record => record.kind === 'notification' && ids.has(record.id));
}
