import type {Connection} from '../service/connection.ts';
import {listNotifications, type Listing} from '../service/listing/list-notifications.ts';
import {repeatedIdsText} from '../service/listing/read-record.ts';
import type {RetryWait} from '../service/retry.ts';
import {type ListedRecord, notificationsOf} from '../notification/notification.ts';
import {countTexts, doneText, revisedText, stateTexts} from '../notification/operation-texts.ts';
import type {Look} from '../changes/context.ts';
import {say} from '../changes/say.ts';
import {counted, joined} from '../platform/text.ts';
import {type Query, createMatcher, noStateIds, searchTextOf} from '../query/match.ts';
import {checkQuery, type QueryPurpose} from '../query/parse.ts';
import {isRepeated, retryText} from '../account/status.ts';
import {parkedOf} from '../account/pending-changes.ts';
import type {Session} from '../account/session.ts';
import type {SettledChange} from '../account/settle-pending.ts';
import {isOpen, numberOf} from '../ledger/item.ts';
import {mayHaveChanges} from '../ledger/inspect-ledger.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Profile} from '../config/profile.ts';
import {errorOfFailure, incompleteError, UsageError} from './command-error.ts';
import {accountRequest} from './screens.ts';
import {note, type CommandContext, type Running} from './command.ts';
import {createProgressLine, type ProgressLine} from './progress.ts';

/**
Lists all notifications of an account, with progress on a terminal, until `signal` fires.

@throws CommandError if nothing could be listed.
*/
export async function listAll(connection: Connection, run: Running, signal?: AbortSignal): Promise<Listing> {
	using line = createProgressLine('listed', run);
	const result = await listNotifications(connection, {
		retry: {
			sleep: run.host.clock.sleep,
			onWait(waiting) {
				if (waiting !== undefined) {
					tellWait(waiting, line, run);
				}
			},
		},
		...(signal && {signal}),
		onProgress({records}) {
			line.update({ended: records.length});
		},
	});
	if (!result.ok) {
		throw errorOfFailure(result.failure);
	}

	return result.value;
}

/** Says what a retry waits for: on the progress line of a terminal, but a limit of the rate in a line of its own, because nothing is sent in that time. Elsewhere also repeated waits have a line. */
export function tellWait(waiting: RetryWait, line: ProgressLine, run: Running) {
	const isLimit = waiting.failure.kind === 'rate-limited';
	if (isLimit || (run.host.errorColumns() === undefined && isRepeated(waiting))) {
		line.clear();
		note(run, retryText(waiting));
	} else {
		line.show(retryText(waiting));
	}
}

/**
Parses a query; an empty one matches all notifications. `purpose`: by default as strict as for a change, because the output may be used as the IDs of one.

@throws UsageError, with a correction, for an unknown field, a condition without a value or an invalid pattern.
*/
export function readQuery(text: string, purpose: QueryPurpose = 'change'): Query {
	if (text.trim() === '') {
		return [];
	}

	const checked = checkQuery(text, purpose);
	if (!checked.ok) {
		throw new UsageError(checked.problem);
	}

	return checked.query;
}

/** The records that match a query. `areParked`: whether they are parked. */
export function findMatches(
	records: readonly ListedRecord[],
	query: Query,
	areParked = false,
): readonly ListedRecord[] {
	if (query.length === 0) {
		return records;
	}

	const parked = areParked ? new Set(notificationsOf(records).map(({id}) => id)) : noStateIds.parked;
	const isMatching = createMatcher(query, {...noStateIds, parked});
	return records.filter(record => isMatching(record, searchTextOf(record)));
}

/** Warns on stderr about missing records in a listing. */
export function warnOfListing(listing: Listing, {printError}: CommandContext) {
	const {records, repeatedIds} = listing;
	if (repeatedIds !== undefined) {
		printError(repeatedIdsText(repeatedIds));
	}

	if (!listing.complete) {
		printError(`Partial listing: ${counted(records.length, 'notification')} read. ${sanitise(listing.reason)}`);
		printError('What is missing here may exist. Run the command again.');
	}
}

/** Requires a complete listing. `message`: what needs it, and what was not done. @throws CommandError */
export function requireComplete(listing: Listing, message: string) {
	if (!listing.complete) {
		throw incompleteError(`${message} ${listing.reason}`);
	}
}

/** Says which ends of earlier changes a listing contradicts and, unless --quiet is given, which pending changes it has settled. */
export function printSettled(changes: readonly SettledChange[], run: Running) {
	for (const change of changes) {
		if (change.kind === 'revised') {
			const {item} = change;
			run.printError(sanitise(revisedText({...item, number: numberOf(item), detail: say(item)})));
		} else {
			note(run, sanitise(settledText(change)));
		}
	}
}

/** What became of a pending change: `A listing has settled change 5: Created 7.`; not yet safe to show. */
function settledText({set, only, done, failed}: Extract<SettledChange, {readonly kind: 'set'}>) {
	const settled = `A listing has settled change ${set.id}:`;
	if (only === undefined) {
		const now = countTexts({done, failed}).map(text => `${text} now`);
		const counts = joined([...now, isOpen(set) && 'the rest is pending'], ', ');
		return `${settled} ${counts}.`;
	}

	const detail = say(only);
	return only.phase === 'done'
		? `${settled} ${doneText({...only, detail})}`
		: `${settled} ${stateTexts[only.phase]}. ${detail}`.trimEnd();
}

/** Settles pending changes with a listing that a command has read, compares it with how earlier changes ended, and prints what it contradicts. It sends nothing. */
export async function compareListing({settle}: Session, look: Look, run: Running) {
	const settlement = await settle(look);
	printSettled(settlement?.settled ?? [], run);
}

/** Creates the comparison of the listings of a command that opens no ledger with the changes that were made on this machine. `isAwaited`: whether a change is pending that a listing can settle, as of the last comparison. The ledger is opened with the first listing, so that no output waits for it. */
export function createListingComparison({profile}: {readonly profile: Profile}, run: Running) {
	const {host, options} = run;
	const open = async () => {
		const {createServices} = await import('../account/services.ts');
		const {services, close} = createServices(accountRequest(options, host));
		const opened = services.openProfile(profile);
		const {ledger} = await services.openLedger();
		return {close, account: opened.ok ? {session: opened.session, changes: ledger.changes} : undefined};
	};

	let opening: ReturnType<typeof open> | undefined;
	/** Undefined if no change was made on this machine. */
	const openOnce = async () => {
		opening ??= mayHaveChanges(host.paths().ledgerFile) ? open() : undefined;
		return (await opening)?.account;
	};

	let isAwaited = false;
	return {
		isAwaited: () => isAwaited,
		/** See `compareListing`. Does nothing if no change was made on this machine. */
		async compare(look: Look) {
			const account = await openOnce();
			// Whether an account with a new key is the one used before is decided by commands that change something.
			if (account !== undefined && account.session.earlier === undefined) {
				const {session, changes} = account;
				await compareListing(session, look, run);
				isAwaited = changes.pending(session.profileKey).some(({id}) => changes.holder(id) === undefined);
			}
		},
		/** What is parked of the account, as far as this machine knows it. */
		async parked(): Promise<readonly ListedRecord[]> {
			const account = await openOnce();
			return account === undefined
				? []
				: parkedOf(account.changes, account.session.profileKey).map(({record}) => record);
		},
		async [Symbol.asyncDispose]() {
			const opened = await opening;
			await opened?.close();
		},
	};
}
