import {setImmediate as turn} from 'node:timers/promises';
import type {ListedRecord} from '../notification/notification.ts';
import {
	deletesOf,
	isAwaitedLater,
	isListedIn,
	waitFor,
	type Sighting,
	type OperationContext,
} from '../operations/operation-context.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {createYielder, itemsPerSlice} from '../platform/time-slices.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** The number of recent deletions compared with each listing. */
const deletionLimit = 10_000;

/**
Finds the notifications that counted as deleted and that a listing shows again with their content: requests can take effect later than the settling time, or never although listings seemed to show their effect. Each is recorded, so that it is found once. No other end of a change is judged again.

@returns Their operations, newest first.
*/
export async function findListedAgain(
	journal: Pick<AwaitedLedger['journal'], 'recentDeletions' | 'get' | 'revise'>,
	context: OperationContext,
	sighting: Sighting,
): Promise<Operation[]> {
	const deletions = journal.recentDeletions(context.profile, deletionLimit);
	const deleted = new Set(deletions.map(({id}) => id));
	const listed = new Map(await recordsAmong(sighting.listing.records, deleted));
	const view: Sighting = {...sighting, listing: {...sighting.listing, records: [...listed.values()]}};
	const found: Operation[] = [];
	for (const {operation: number, id} of deletions) {
		if (!listed.has(id)) {
			continue;
		}

		await turn();
		const operation = journal.get(number)!;
		if (isBack(context, operation, id, view)) {
			await journal.revise(number, {state: 'failed', detail: sanitise(textOf(operation, id, sighting))});
			found.push(journal.get(number)!);
		}
	}

	return found;
}

/** The records with one of these IDs. */
async function recordsAmong(
	records: readonly ListedRecord[],
	ids: ReadonlySet<string>,
): Promise<ReadonlyArray<readonly [string, ListedRecord]>> {
	const found: Array<readonly [string, ListedRecord]> = [];
	const yieldIfDue = createYielder();
	for (const [position, record] of ids.size === 0 ? [] : records.entries()) {
		if (record.kind === 'notification' && ids.has(record.id)) {
			found.push([record.id, record]);
		}

		if (position % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	return found;
}

/** Whether a deleted notification is listed with its content, no DELETE of it can still take effect, and no later operation created or may have created it: some services use IDs again. */
function isBack(context: OperationContext, operation: Operation, id: string, view: Sighting): boolean {
	const content = operation.snapshot!.input;
	const deletes = deletesOf(context.log.requestsOf(operation.id), id);
	return (
		operation.newId !== id &&
		isListedIn(view, id, content) &&
		waitFor(context, deletes, view) === 0 &&
		!context.log.isCreatedLater(operation, id) &&
		!isAwaitedLater(context, operation.id, content)
	);
}

function textOf({kind, newId}: Operation, id: string, sighting: Sighting): string {
	if (kind !== 'replace') {
		return 'It counted as deleted, but is listed again.';
	}

	const again = `It counted as replaced, but ${id} is listed again`;
	return newId !== undefined && isListedIn(sighting, newId)
		? `${again} beside ${newId}. Delete the one that is not wanted.`
		: `${again}.`;
}
