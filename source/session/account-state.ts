import type {Listing} from '../api/listing/list-notifications.ts';
import type {AccountRules} from '../domain/policies/account-rules.ts';
import type {AccountState} from '../files/plan-changes.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';

/** An account as a listing and the ledger know it, for a plan of files. Its functions may throw LedgerError. */
export const accountState = ({sent, journal}: Pick<AwaitedLedger, 'sent' | 'journal'>, profileKey: string, listing: Listing, rules?: AccountRules): AccountState => ({
	rules,
	listed: listing.records.filter(record => record.kind === 'notification'),
	sent: id => sent.get(profileKey, id),
	pending: new Set(journal.pendingIds(profileKey).keys()),
});
