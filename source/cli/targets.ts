import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {fieldNamed} from '../domain/fields.ts';
import {checkQuery} from '../domain/query/check-query.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {findPartialMatch, partialMatchText} from '../domain/query/partial-match.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {idOfRecord} from '../domain/record-id.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {pendingRefusal} from '../session/pending-refusal.ts';
import {refusalError} from './change-result.ts';
import type {CommandContext} from './command.ts';
import {CommandError, invalidInput, UsageError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';
import type {CommandSession} from './open-session.ts';
import type {ChangeResult} from './output/result.ts';

/** The notifications that a command changes: by ID, or all that match a checked query. An empty query, from --all, matches all. */
export type TargetRequest = {readonly ids: readonly string[]} | {readonly query: Query};

/** The options that choose the notifications to change. */
export type TargetOptions = {readonly query: string | undefined; readonly all: boolean; readonly allowEmpty: boolean};

/**
Reads which notifications a command is to change. It is called before listing. An empty query, for example from an empty shell variable, is refused.

@throws UsageError
*/
export async function readTargets(ids: readonly string[], {query: text, all}: TargetOptions): Promise<TargetRequest> {
	const isQuery = text !== undefined;
	if ([ids.length > 0, isQuery, all].filter(Boolean).length !== 1) {
		throw new UsageError(
			ids.length === 0 && !isQuery && !all
				? 'Name the IDs, or pass --query or --all.'
				: 'Give either IDs, --query or --all.',
		);
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
Finds the notifications that a command changes.

@throws CommandError if an ID is not listed, its record cannot be read or a query finds nothing (exit code 5), or if a partial listing may lack a notification that is wanted (3).
*/
export function findTargets(
	listing: Listing,
	request: TargetRequest,
	{allowEmpty}: Pick<TargetOptions, 'allowEmpty'>,
): Notification[] {
	if ('ids' in request) {
		return findByIds(listing, request.ids);
	}

	const found = findByQuery(listing, request.query);
	if (found.length === 0 && !allowEmpty) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'not-found',
			message: `Nothing was sent: ${request.query.length === 0 ? 'the account has no notifications' : 'nothing matches the query'}.`,
			hint: 'Pass --allow-empty if that is not an error.',
		});
	}

	return found;
}

/** Warns of a query that also finds others than the one it is probably for. Scripts, which pass --dry-run and --yes, are warned like people. Returns the warning of each notification that was probably not meant, by its ID, for results as JSON. */
export function warnOfPartialMatch(
	request: TargetRequest,
	targets: readonly Notification[],
	{printError}: Pick<CommandContext, 'printError'>,
): ReadonlyMap<string, string> {
	const found = 'ids' in request ? undefined : findPartialMatch(request.query, targets);
	if (found === undefined) {
		return new Map();
	}

	const text = sanitise(partialMatchText(found));
	printError(`Warning: ${text}`);
	const {read} = fieldNamed(found.field);
	const others = new Set(found.others.map(value => value.toLowerCase()));
	return new Map(targets.filter(target => others.has(read(target).toLowerCase())).map(({id}) => [id, text]));
}

/** Adds the warnings of `warnOfPartialMatch` to results. */
export const withWarnings = (results: Iterable<ChangeResult>, warnings: ReadonlyMap<string, string>): ChangeResult[] =>
	[...results].map(result => {
		const warning = warnings.get(result.oldId ?? result.id ?? '');
		return warning === undefined ? result : {...result, warning};
	});

/**
Refuses notifications with a pending change, before asking for confirmation.

@throws CommandError
*/
export async function refusePending(
	targets: readonly Notification[],
	{services, session}: Pick<CommandSession, 'services' | 'session'>,
): Promise<void> {
	const {ledger} = await services.openLedger();
	const refusal = pendingRefusal(
		targets.map(({id}) => id),
		ledger.journal.pendingIds(session.profileKey),
	);
	if (refusal !== undefined) {
		throw refusalError(`Nothing was sent. ${refusal.reason}`, exitCode.failed, refusal.isPending);
	}
}

function findByQuery(listing: Listing, query: Query): Notification[] {
	if (!listing.complete) {
		throw partial(listing, 'the listing is partial, so it may lack some of what the query finds.');
	}

	const isMatching = createMatcher(query);
	return listing.records
		.filter(record => record.kind === 'notification')
		.filter(record => isMatching(record, searchTextOf(record)));
}

/** Finds notifications by ID, in the order of the IDs. @throws CommandError as `findTargets` does */
export function findByIds(listing: Listing, ids: readonly string[]): Notification[] {
	const found = findRecords(listing, new Set(ids).values().toArray());
	const unreadable = unreadableText(found);
	if (unreadable !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${unreadable}.`,
			`${unreadableHint} It can be deleted with the API alone: what it was could not be recreated from here.`,
		);
	}

	const missing = found.flatMap(({id, record}) => (record === undefined ? [sanitise(id)] : []));
	if (missing.length > 0) {
		throw listing.complete
			? invalidInput(
					`Nothing was sent: no notification has the ID ${missing.join(', ')}.`,
					'Run chainbell list to see the IDs.',
				)
			: partial(listing, `the listing is partial, and does not show ${missing.join(', ')}.`);
	}

	return found.flatMap(({record}) => (record?.kind === 'notification' ? [record] : []));
}

/** An ID with its listed record, if there is one. */
export type FoundRecord = {readonly id: string; readonly record: ListedRecord | undefined};

/** Finds the records of a listing by ID. If an ID is repeated, the first readable record is used. */
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

/** Describes the records that are listed but unreadable, with the reasons, in a phrase; undefined if there are none. */
export function unreadableText(found: readonly FoundRecord[]): string | undefined {
	const texts = found.flatMap(({id, record}) =>
		record?.kind === 'unreadable' ? [sanitise(`${id} (${record.problem})`)] : [],
	);
	return texts.length === 0 ? undefined : `listed, but not readable as a notification: ${texts.join(', ')}`;
}

/** The hint for viewing unreadable records. */
export const unreadableHint = 'chainbell list --json prints it as the service sent it.';

function partial(listing: Listing, what: string): CommandError {
	return new CommandError({
		exitCode: exitCode.incomplete,
		kind: 'partial',
		message: `Nothing was sent: ${what} ${'reason' in listing ? listing.reason : ''}`.trimEnd(),
		hint: 'Try again, or name the IDs.',
	});
}
