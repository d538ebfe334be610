import {findCandidates} from '../notification/equivalence.ts';
import {recordsById} from '../query/changes.ts';
import type {NotificationSnapshot, Operation} from '../storage/journal/operation.ts';
import {isAlike, type JudgeContext, type Sighting} from './operation-context.ts';
import {snapshotOfSent, takeSnapshot} from './snapshot.ts';

/** Finds the notification that was listed before with another content, or was created with another content by the same batch, and is listed now with the content that was sent: the one that the answer named, or any other. */
export function overwrittenIn(
	{log}: JudgeContext,
	operation: Operation,
	{listing: {records}, before = []}: Sighting,
): NotificationSnapshot | undefined {
	const {overwritten, input, snapshot, knownIds, batch} = operation;
	const sent = input!;
	if (overwritten !== undefined) {
		const after = recordsById(records).get(overwritten.id);
		if (after?.kind === 'notification' && isAlike(after, sent) && !isAlike(overwritten.input, sent)) {
			return overwritten;
		}
	}

	const hasBefore = before.length > 0 && before !== records;
	if (!hasBefore && batch === undefined) {
		return undefined;
	}

	for (const {id} of findCandidates(sent, records).filter(
		record => record.id !== snapshot?.id && !knownIds.includes(record.id) && isAlike(record, sent),
	)) {
		const earlier = hasBefore ? recordsById(before).get(id) : undefined;
		if (earlier?.kind === 'notification' && !isAlike(earlier, sent)) {
			return takeSnapshot(earlier);
		}

		const made = log.otherItemOf(operation, id)?.input;
		if (made !== undefined && !isAlike(made, sent)) {
			return snapshotOfSent(id, made);
		}
	}

	return undefined;
}
