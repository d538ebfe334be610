import type {Listing} from '../api/listing/list-notifications.ts';
import {batchNumber, nounOfChange} from '../domain/change-name.ts';
import type {AccountRules} from '../domain/policies/account-rules.ts';
import type {BlockingChange} from '../files/blocking-change.ts';
import type {AccountState} from '../files/plan-changes.ts';
import {createPendingDuplicateFinder} from '../operations/pending-duplicate.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {runningText} from '../storage/journal/claims.ts';
import type {PendingOperation} from '../storage/journal/pending-change.ts';

/** An account as a listing and the ledger know it, for a plan of files. Its functions may throw LedgerError. */
export function accountState(
	{sent, journal}: Pick<AwaitedLedger, 'sent' | 'journal'>,
	profileKey: string,
	listing: Pick<Listing, 'records'>,
	rules?: AccountRules,
): AccountState {
	const nameOf = ({operation, batch, holder, isNew}: PendingOperation): BlockingChange =>
		batch === undefined
			? {
					number: String(operation),
					noun: nounOfChange(journal.get(operation)!.kind, false),
					running: holder && runningText(holder),
					isNew,
				}
			: {
					number: batchNumber(batch),
					noun: nounOfChange(journal.batch(batch).kind, true),
					running: holder && runningText(holder),
					isNew,
				};
	const findCreation = createPendingDuplicateFinder({log: journal, profile: profileKey});
	return {
		rules,
		listed: listing.records.filter(record => record.kind === 'notification'),
		sent: id => sent.get(profileKey, id),
		sentAs: id => journal.creatorOf(profileKey, id)?.input,
		pending: new Map(
			journal
				.pendingIds(profileKey)
				.entries()
				.map(([id, found]) => [id, nameOf(found)]),
		),
		pendingCreation(fields) {
			const found = findCreation(fields);
			return (
				found &&
				nameOf({operation: found.id, batch: found.batch, holder: journal.ownerElsewhere(found.id), isNew: true})
			);
		},
	};
}
