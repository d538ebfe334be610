import {changedElsewhereText, isGoneReported, theirsNamed} from '../../operations/contested.ts';
import {isAlike} from '../../operations/operation-context.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** Names what a colleague made of the notifications whose edit is pending here, because somebody else had edited them first: then the operator can choose between theirs and mine. */
export async function nameTheirs(journal: AwaitedJournal, profileKey: string): Promise<void> {
	const items = journal
		.unfinishedBatches(profileKey)
		.flatMap(({id}) => journal.openItems(id, {after: 0, limit: 10_000}));
	for (const operation of [...journal.unfinished(profileKey), ...items]) {
		const {id, batch, kind, snapshot, newId, detail} = operation;
		if (
			kind !== 'replace' ||
			newId === undefined ||
			theirsNamed(operation) !== undefined ||
			!isGoneReported(detail, operation)
		) {
			continue;
		}

		const theirs = journal.colleagueOf(operation);
		const isClaimed =
			theirs !== undefined &&
			isAlike(theirs.snapshot!.input, snapshot!.input) &&
			(await (batch === undefined ? journal.claim(id) : journal.claimBatch(batch)));
		if (isClaimed) {
			await journal.advance(id, {detail: sanitise(changedElsewhereText(snapshot!.id, newId, theirs.newId))});
			await (batch === undefined ? journal.release(id) : journal.releaseBatch(batch));
		}
	}
}
