import type {Listing} from '../service/listing/list-notifications.ts';
import type {FileEntry, FileScope, NotificationFile} from '../files/notification-file.ts';
import {createScopeMatcher} from '../files/pair.ts';
import {copyDraft, toEditable} from '../notification/edit.ts';
import {knownTemplate} from '../notification/losses.ts';
import {type ListedRecord, type Notification, rawOf, type Unlisted} from '../notification/notification.ts';
import {numberText} from '../platform/text.ts';
import type {Session} from './session.ts';
import {nounOfChange} from '../notification/operation-texts.ts';
import type {AccountRules} from '../query/rules.ts';
import type {AccountState, BlockingChange} from '../files/plan.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {PendingId} from '../ledger/evidence.ts';
import type {ChangeSet} from '../ledger/item.ts';
import {runningText} from '../ledger/owner.ts';

/** An account as a listing and the ledger know it, for a plan of files. Its functions may throw LedgerError. */
export function accountState(
	{sent, changes}: Pick<AwaitedLedger, 'sent' | 'changes'>,
	profileKey: string,
	listing: Pick<Listing, 'records'>,
	rules?: AccountRules,
): AccountState {
	// A set has thousands of items.
	const sets = new Map<number, ChangeSet>();
	const nameOf = ({set, holder, isNew}: Pick<PendingId, 'set' | 'holder' | 'isNew'>): BlockingChange => {
		const found = sets.get(set) ?? changes.set(set);
		sets.set(set, found);
		const noun = nounOfChange(found.kind, found.size > 1);
		return {number: String(set), noun, running: holder && runningText(holder), isNew};
	};

	const findCreation = changes.awaitedAlike(profileKey);
	return {
		rules,
		listed: listing.records.filter(record => record.kind === 'notification'),
		sent: id => sent.get(profileKey, id),
		sentAs: id => changes.creatorOf(profileKey, id)?.input,
		pending: new Map(
			changes
				.pendingIds(profileKey)
				.entries()
				.map(([id, found]) => [id, nameOf(found)]),
		),
		pendingCreation(fields) {
			const found = findCreation(fields);
			return found && nameOf({set: found.set, holder: changes.holder(found.set), isNew: true});
		},
	};
}

/** The account of a profile, to be used in place of a file. */
type AccountSource = {
	/** The name of its profile. */
	readonly name: string;
	/** The scope; also what is taken of the account. Without one nothing is outside, and nothing is deleted. */
	readonly scope?: Pick<FileScope, 'text' | 'query'> | undefined;
	/** The IDs to take; by default all in the scope. */
	readonly ids?: ReadonlySet<string> | undefined;
	/** A complete listing. */
	readonly records: readonly ListedRecord[];
};

/** Another account in place of a file. */
type AccountAsFile = {
	readonly file: NotificationFile;
	/** The number of records that cannot be read, and are left out. */
	readonly unreadable: number;
	/** The reason why it cannot be used: changes of what it has are pending. A sentence, not yet safe to show. */
	readonly problem: string | undefined;
};

/** Makes a file of a listing of an account that is not changed. May throw LedgerError. */
export function accountAsFile(
	{sent, changes}: Pick<AwaitedLedger, 'sent' | 'changes'>,
	profileKey: string,
	{name, scope, ids, records}: AccountSource,
): AccountAsFile {
	const isMatching = createScopeMatcher(scope?.query ?? []);
	const notifications = records.filter(record => record.kind === 'notification');
	const taken = notifications.filter(record => isMatching(record) && (ids?.has(record.id) ?? true));
	const pending = changes.pendingIds(profileKey);
	const open = taken.filter(({id}) => pending.has(id)).length;
	return {
		file: {
			name,
			profile: undefined,
			scope: scope && {...scope, place: {file: name, line: 0, column: 0}},
			entries: taken.map(record => toFileEntry(name, record, sent.get(profileKey, record.id))),
			isAccount: true,
		},
		unreadable: records.length - notifications.length,
		problem:
			open === 0
				? undefined
				: `${open === 1 ? 'a change of 1 notification' : `changes of ${numberText(open)} notifications`} of ${name} ${open === 1 ? 'is' : 'are'} pending, so that it may be listed twice or not at all.`,
	};
}

/** Makes an entry of a notification of another account. Its ID is no hint for pairing: IDs of two accounts have nothing to do with each other. */
function toFileEntry(name: string, record: Notification, sent: Unlisted | undefined): FileEntry {
	const place = {file: name, line: 0, column: 0, id: record.id};
	return {
		place,
		locate: () => place,
		record,
		draft: copyDraft(record, sent),
		id: undefined,
		statesTemplate: knownTemplate({raw: rawOf(record), template: sent?.template}) !== undefined,
		statesTopics: sent !== undefined,
		copied: {isContentUnknown: toEditable(record, sent).isContentUnknown},
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
