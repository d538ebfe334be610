import type {Connection} from '../api/connection.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import {repeatedIdsText} from '../api/listing/repeated-ids.ts';
import {isRepeated, retryText} from '../session/retry-status.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {UsageError} from './command-error.ts';
import {errorOfFailure} from './failure-error.ts';

/**
Lists all notifications of an account, with progress on a terminal, until `signal` fires.

@throws CommandError if nothing could be listed.
*/
export async function listAll(
	connection: Connection,
	options: Pick<GlobalValues, 'quiet'>,
	context: CommandContext,
	signal?: AbortSignal,
): Promise<Listing> {
	const {host} = context;
	using line = options.quiet || host.errorColumns() === undefined ? undefined : await createLine(options, context);
	const result = await listNotifications(connection, {
		retry: {
			sleep: host.clock.sleep,
			onWait(waiting) {
				if (
					waiting !== undefined &&
					!options.quiet &&
					(waiting.failure.kind === 'rate-limited' || (line === undefined && isRepeated(waiting)))
				) {
					line?.clear();
					context.printError(retryText(waiting));
				}

				line?.retry(waiting);
			},
		},
		...(signal && {signal}),
		...(line && {
			onProgress({records}) {
				line.update(records.length);
			},
		}),
	});
	if (!result.ok) {
		throw errorOfFailure(result.failure);
	}

	return result.value;
}

async function createLine(options: Pick<GlobalValues, 'quiet'>, context: CommandContext) {
	const {createListingLine} = await import('./listing-line.ts');
	return createListingLine(options, context);
}

/**
Parses a query; an empty one matches all notifications.

@throws UsageError, with a correction, for an unknown field, a condition without a value or an invalid pattern.
*/
export async function readQuery(text: string): Promise<Query> {
	if (text.trim() === '') {
		return [];
	}

	const {checkQuery} = await import('../domain/query/check-query.ts');
	// The check is as strict as for a change, because the output may be used as the IDs of one.
	const checked = checkQuery(text, 'change');
	if (!checked.ok) {
		throw new UsageError(checked.problem);
	}

	return checked.query;
}

/** The records that match a query. */
export function findMatches(records: readonly ListedRecord[], query: Query): readonly ListedRecord[] {
	if (query.length === 0) {
		return records;
	}

	const isMatching = createMatcher(query);
	return records.filter(record => isMatching(record, searchTextOf(record)));
}

/** Warns on stderr about missing records in a listing. */
export function warnOfListing(
	{records, complete, repeatedIds, ...listing}: Listing,
	{printError}: Pick<CommandContext, 'printError'>,
): void {
	if (repeatedIds !== undefined) {
		printError(repeatedIdsText(repeatedIds));
	}

	if (complete) {
		return;
	}

	printError(
		`Partial listing: ${numberText(records.length)} ${records.length === 1 ? 'notification' : 'notifications'} read. ${'reason' in listing ? sanitise(listing.reason) : ''}`,
	);
	printError('What is missing here may exist. Run the command again.');
}
