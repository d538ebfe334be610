import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {checkQuery} from '../domain/query/check-query.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {idOfRecord} from '../domain/record-id.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {pendingRefusal} from '../session/pending-refusal.ts';
import {nothingDone} from './change-result.ts';
import {CommandError, invalidInput, UsageError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';
import type {CommandSession} from './open-session.ts';

/** Which notifications a command changes: by their IDs, or all that a checked query finds; an empty query, which --all stands for, finds all. */
export type TargetRequest = {readonly ids: readonly string[]} | {readonly query: Query};

/** How a command line names what is changed. */
export type TargetOptions = {readonly query: string | undefined; readonly all: boolean};

/**
Reads which notifications a command is to change. It is called before anything is listed: a query that does not say what it chooses, as one does whose shell variable was empty, chooses nothing.

@throws UsageError
*/
export async function readTargets(ids: readonly string[], {query: text, all}: TargetOptions): Promise<TargetRequest> {
	const isQuery = text !== undefined;
	if ([ids.length > 0, isQuery, all].filter(Boolean).length !== 1) {
		throw new UsageError(ids.length === 0 && !isQuery && !all ? 'Name the IDs, or pass --query or --all.' : 'Give either IDs, --query or --all.');
	}

	if (!isQuery) {
		return all ? {query: []} : {ids};
	}

	const checked = await checkQuery(text, 'change');
	if (!checked.ok) {
		throw new UsageError(`--query: ${checked.problem} Nothing was sent. (--all chooses every notification.)`);
	}

	return {query: checked.query};
}

/**
The notifications that a command is about.

@throws CommandError when an ID is not listed or its record cannot be read (exit code 5), and when the listing is partial (3) and so may lack an ID, or one that the query would find.
*/
export function findTargets(listing: Listing, request: TargetRequest): Notification[] {
	return 'ids' in request ? findByIds(listing, request.ids) : findByQuery(listing, request.query);
}

/**
Refuses notifications with a pending change, before anything is asked.

@throws CommandError
*/
export async function refusePending(targets: readonly Notification[], {services, session}: Pick<CommandSession, 'services' | 'session'>): Promise<void> {
	const {ledger} = await services.openLedger();
	const reason = pendingRefusal(targets.map(({id}) => id), ledger.journal.pendingIds(session.profileKey));
	if (reason !== undefined) {
		throw nothingDone(`Nothing was sent. ${reason}`, exitCode.failed, true);
	}
}

function findByQuery(listing: Listing, query: Query): Notification[] {
	if (!listing.complete) {
		throw partial(listing, 'the listing is partial, so it may lack some of what the query finds.');
	}

	const isMatching = createMatcher(query);
	return listing.records.filter(record => record.kind === 'notification').filter(record => isMatching(record, searchTextOf(record)));
}

function findByIds(listing: Listing, ids: readonly string[]): Notification[] {
	const found = findRecords(listing, new Set(ids).values().toArray());
	const unreadable = unreadableText(found);
	if (unreadable !== undefined) {
		throw invalidInput(`Nothing was sent: ${unreadable}.`, `${unreadableHint} It can be deleted with the API alone: what it was could not be recreated from here.`);
	}

	const missing = found.flatMap(({id, record}) => record === undefined ? [sanitise(id)] : []);
	if (missing.length > 0) {
		throw listing.complete
			? invalidInput(`Nothing was sent: no notification has the ID ${missing.join(', ')}.`, 'Run chainbell list to see the IDs.')
			: partial(listing, `the listing is partial, and does not show ${missing.join(', ')}.`);
	}

	return found.flatMap(({record}) => record?.kind === 'notification' ? [record] : []);
}

/** An ID, and what is listed under it, if anything is. */
export type FoundRecord = {readonly id: string; readonly record: ListedRecord | undefined};

/** What a listing has under each of some IDs; where it repeats one, the first that can be read. */
export function findRecords({records}: Listing, ids: readonly string[]): FoundRecord[] {
	const byId = new Map<string | undefined, ListedRecord>();
	for (const record of records) {
		const id = idOfRecord(record);
		if (byId.get(id)?.kind !== 'notification') {
			byId.set(id, record);
		}
	}

	return ids.map(id => ({id, record: byId.get(id)}));
}

/** Names what is listed but cannot be read, and why, in a phrase; undefined if all can. */
export function unreadableText(found: readonly FoundRecord[]): string | undefined {
	const texts = found.flatMap(({id, record}) => record?.kind === 'unreadable' ? [sanitise(`${id} (${record.problem})`)] : []);
	return texts.length === 0 ? undefined : `listed, but not readable as a notification: ${texts.join(', ')}`;
}

/** How to see what cannot be read. */
export const unreadableHint = 'chainbell list --json prints it as the service sent it.';

function partial(listing: Listing, what: string): CommandError {
	return new CommandError({
		exitCode: exitCode.incomplete, kind: 'partial', message: `Nothing was sent: ${what} ${'reason' in listing ? listing.reason : ''}`.trimEnd(), hint: 'Try again, or name the IDs.',
	});
}
