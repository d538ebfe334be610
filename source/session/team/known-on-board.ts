import type {BoardChange} from '../../board/board.ts';
import {rewritableForm} from '../../notification/equivalence.ts';
import type {ListedRecord, NotificationFields} from '../../notification/notification.ts';
import {recordsById} from '../../query/changes.ts';
import {createYielder} from '../../platform/time-slices.ts';
import {readChangeBody} from '../../ledger/team/change-body.ts';

/** The notifications that a board knows and a listing should show. */
type KnownOnBoard = {
	readonly known: number;
	/** Those that are listed as they were sent. */ readonly found: number;
};

/** Milliseconds. What is younger may be missing in a listing that was read before. */
const leastAge = 600_000;

/** Compares the notifications that the changes of a board created, and did not delete since, with a complete listing. What is new does not count. */
export async function compareWithBoard(
	changes: readonly BoardChange[],
	records: readonly ListedRecord[],
): Promise<KnownOnBoard> {
	const yieldTurn = createYielder();
	const known = new Map<string, NotificationFields>();
	for (const {body, age} of changes) {
		await yieldTurn();
		const change = readChangeBody(body);
		if (typeof change === 'object' && change.state === 'done') {
			const {
				kind,
				content: {input, old},
				progress: {newId},
			} = change;
			if (kind !== 'recreate' && old !== undefined) {
				known.delete(old.id);
			}

			if (newId !== undefined && input !== undefined && age >= leastAge) {
				known.set(newId, input);
			}
		}
	}

	const listed = recordsById(records);
	const found = known
		.entries()
		.filter(([id, fields]) => {
			const record = listed.get(id);
			return record?.kind === 'notification' && rewritableForm(record) === rewritableForm(fields);
		})
		.toArray();
	return {known: known.size, found: found.length};
}

/** Whether a board may belong to another account (docs/decisions/accounts.md): fewer than half of what it knows are listed. */
export const mayBeOther = ({known, found}: KnownOnBoard): boolean => found * 2 < known;
