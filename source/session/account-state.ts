import type {Listing} from '../api/listing/list-notifications.ts';
import {accountContent, type AccountSource} from '../files/account-content.ts';
import type {NotificationFile} from '../files/notification-file.ts';
import {numberText} from '../platform/text.ts';
import type {Session} from './session.ts';
import {batchNumber, nounOfChange} from '../notification/operation-texts.ts';
import type {AccountRules} from '../query/rules.ts';
import type {BlockingChange} from '../files/plan.ts';
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

/** Another account in place of a file. */
export type AccountAsFile = {
	readonly file: NotificationFile;
	/** The number of records that cannot be read, and are left out. */
	readonly unreadable: number;
	/** The reason why it cannot be used: changes of what it has are pending. A sentence, not yet safe to show. */
	readonly problem: string | undefined;
};

/** Makes a file of a listing of an account that is not changed. May throw LedgerError. */
export function accountAsFile(
	{sent, journal}: Pick<AwaitedLedger, 'sent' | 'journal'>,
	profileKey: string,
	source: Omit<AccountSource, 'sent'>,
): AccountAsFile {
	const file = accountContent({...source, sent: id => sent.get(profileKey, id)});
	const pending = journal.pendingIds(profileKey);
	const open = file.entries.filter(({record: {id}}) => pending.has(id)).length;
	return {
		file,
		unreadable: source.records.filter(({kind}) => kind === 'unreadable').length,
		problem:
			open === 0
				? undefined
				: `${open === 1 ? 'a change of 1 notification' : `changes of ${numberText(open)} notifications`} of ${source.name} ${open === 1 ? 'is' : 'are'} pending, so that it may be listed twice or not at all.`,
	};
}

/** The sentence about records of another account that cannot be read; not yet safe to show. */
export const unreadableSourceText = (unreadable: number, name: string): string =>
	`${unreadable === 1 ? '1 record' : `${numberText(unreadable)} records`} of ${name} cannot be read and ${unreadable === 1 ? 'is' : 'are'} left out.`;

/** Whether two sessions are of one account, as far as is known. */
export const isOneAccount = (
	a: Pick<Session, 'profileKey' | 'connection'>,
	b: Pick<Session, 'profileKey' | 'connection'>,
): boolean =>
	a.profileKey === b.profileKey ||
	(a.connection.baseUrl === b.connection.baseUrl && a.connection.apiKey === b.connection.apiKey);
