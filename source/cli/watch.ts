import {Buffer} from 'node:buffer';
import {isDeepStrictEqual} from 'node:util';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {compareRecords, notificationChanges} from '../domain/query/record-changes.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {notificationOutput} from './output/notification-output.ts';
import {findMatches, readQuery} from './read-listing.ts';
import {watchListings} from './watch-listings.ts';

export type RunWatchOptions = {
	readonly options: AccountOptions &
		Pick<GlobalValues, 'json' | 'quiet'> & {
			/** The interval in seconds. */
			readonly every: number;
		};
	/** A search, as on the list screen. */
	readonly query: string;
};

/**
Lists periodically, and prints notifications that appeared, vanished or changed since the previous listing. Changes are printed from the second complete listing on.

@returns The exit code: 0 when the reader closed the pipe, 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused; UsageError for an invalid query.
*/
export async function runWatch({options, query: text}: RunWatchOptions, context: CommandContext): Promise<number> {
	const {host, printError, write} = context;
	const query = await readQuery(text);
	const isJson = options.json || host.outputColumns() === undefined;
	return watchListings(
		{
			options,
			every: options.every,
			async onListing(records, before) {
				const changes = before === undefined || before === records ? [] : await describeChanges(before, records);
				const found = new Set(
					findMatches(
						changes.flatMap(({notification, old}) => (old === undefined ? [notification] : [notification, old])),
						query,
					),
				);
				for (const change of changes) {
					const {notification, old = notification} = change;
					if (!found.has(notification) && !found.has(old)) {
						continue;
					}

					const at = new Date(host.clock.now());
					// Each line is written separately, so that the reader receives it immediately.
					if (
						!(await write(isJson ? changeJson(change, at, host.outputColumns() !== undefined) : changeLine(change, at)))
					) {
						return false;
					}
				}

				return true;
			},
			onProblem(problem) {
				if (!options.quiet) {
					printError(problem);
				}
			},
		},
		context,
	);
}

/** A change in the listing. `old`: the changed notification before the change. */
type Change = {
	readonly change: 'appeared' | 'vanished' | 'changed';
	readonly notification: Notification;
	readonly old?: Notification;
};

/** The changes between two listings. Vanished notifications come first, so that a replaced one is removed before its successor is added; those whose content is the same, in another order of members, are none. */
async function describeChanges(before: readonly ListedRecord[], after: readonly ListedRecord[]): Promise<Change[]> {
	const {appeared, vanished, changed} = notificationChanges(await finishInSlices(compareRecords(before, after)));
	return [
		...vanished.map((notification): Change => ({change: 'vanished', notification})),
		...appeared.map((notification): Change => ({change: 'appeared', notification})),
		...changed
			.filter(({old, notification}) => !isDeepStrictEqual(old.raw, notification.raw))
			.map((change): Change => ({change: 'changed', ...change})),
	];
}

/** The record as received, so that the digits of numbers are unchanged. */
function changeJson({change, notification}: Change, at: Date, isTerminal: boolean): string {
	const record = Buffer.from(notificationOutput.json(notification)).toString();
	const line = `{"time":"${at.toISOString()}","change":"${change}","notification":${record}}\n`;
	return isTerminal ? safeJson(hideSecretsInJson(line)) : line;
}

function changeLine({change, notification}: Change, at: Date): string {
	const {id, name, channel, userId, recipient} = notification;
	const words = [
		at.toLocaleTimeString('sv-SE'),
		{appeared: '+', vanished: '-', changed: '~'}[change],
		change,
		id,
		name,
		channel,
		userId,
		recipient,
	];
	return `${words
		.filter(word => word !== '')
		.map(word => sanitise(word))
		.join('  ')}\n`;
}
