import {Buffer} from 'node:buffer';
import {isDeepStrictEqual} from 'node:util';
import {failureText, type Failure} from '../api/failure.ts';
import {listNotifications} from '../api/listing/list-notifications.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {changesBetween} from '../session/listing-state.ts';
import {reuseRecords} from '../session/reuse-records.ts';
import {pauseAfter} from '../session/watch.ts';
import {longestRetryAfter} from '../system/backoff.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import {formatTime} from '../terminal/time.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {createListingComparison} from './compare-listing.ts';
import {errorOfFailure} from './failure-error.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt} from './interrupt.ts';
import {notificationOutput} from './output/notification-output.ts';
import {findMatches, readQuery} from './read-listing.ts';

export type RunWatchOptions = {
	readonly options: AccountOptions & Pick<GlobalValues, 'json' | 'quiet'> & {
		/** The interval in seconds. */
		readonly every: number;
	};
	/** A search, as on the list screen. */
	readonly query: string;
};

/**
Lists periodically, and prints notifications that appeared, vanished or changed since the previous listing. Changes are printed from the second complete listing on.

@returns The exit code: 0 when the reader closed the pipe, 130 or 143 after a signal.
@throws CommandError if the API key is refused; UsageError for an invalid query.
*/
export async function runWatch({options, query: text}: RunWatchOptions, context: CommandContext): Promise<number> {
	const {host, printError, write} = context;
	const query = await readQuery(text);
	const account = await openAccount(options, context);
	const comparison = createListingComparison(account, options, context);
	using interrupt = createInterrupt(context);
	const {signal} = interrupt;
	const isJson = options.json || host.outputColumns() === undefined;
	let before: readonly ListedRecord[] | undefined;
	let failures = 0;

	/** Lists once and prints the changes; false if the reader has closed the pipe. */
	const listOnce = async (): Promise<Failure | boolean> => {
		const startedAt = host.clock.elapsed.now();
		const result = await listNotifications(account.connection, {signal, before});
		if (!result.ok) {
			return result.failure;
		}

		const {complete} = result.value;
		if (!complete && !options.quiet) {
			printError(sanitise(`A listing was partial and is not used. ${result.value.reason}`));
		}

		const now = complete ? await reuseRecords(before ?? [], result.value.records) : before;
		const changes = before === undefined || now === undefined || now === before ? [] : describeChanges(before, now);
		before = now;
		const found = new Set(findMatches(changes.flatMap(({notification, old}) => old === undefined ? [notification] : [notification, old]), query));
		for (const change of changes) {
			const {notification, old = notification} = change;
			if (!found.has(notification) && !found.has(old)) {
				continue;
			}

			const at = new Date(host.clock.now());
			// Each line is written separately, so that the reader receives it immediately.
			if (!await write(isJson ? changeJson(change, at, host.outputColumns() !== undefined) : changeLine(change, at))) {
				return false;
			}
		}

		await comparison.compare({listing: {...result.value, records: complete ? now! : result.value.records}, startedAt});
		return true;
	};

	try {
		while (!signal.aborted) {
			const result = await listOnce();
			if (result === false) {
				return exitCode.done;
			}

			const failure = result === true ? undefined : result;
			if (failure?.kind === 'unauthorized') {
				throw errorOfFailure(failure);
			}

			failures = failure === undefined ? 0 : failures + 1;
			const pause = pauseAfter(failure, options.every, failures);
			if (failure !== undefined && failure.kind !== 'cancelled' && !options.quiet) {
				printError(sanitise(`${failureText(failure)} The next listing is ${pause > longestRetryAfter ? `at ${formatTime(host.clock.now() + (pause * 1000))}` : `in ${Math.round(pause)} s`}.`));
			}

			await host.clock.sleep(pause * 1000, signal).catch(() => undefined);
		}

		return interrupt.exitCode()!;
	} finally {
		await comparison[Symbol.asyncDispose]();
		await account.close();
	}
}

/** A change in the listing. `old`: the changed notification before the change. */
type Change = {readonly change: 'appeared' | 'vanished' | 'changed'; readonly notification: Notification; readonly old?: Notification};

/** The changes between two listings. Vanished notifications come first, so that a replaced one is removed before its successor is added. */
function describeChanges(before: readonly ListedRecord[], after: readonly ListedRecord[]): Change[] {
	const {appeared, vanished} = changesBetween(before, after);
	const pick = (records: readonly ListedRecord[], ids: ReadonlySet<string>, change: Change['change']) => ids.size === 0
		? []
		: records.flatMap((record): Change[] => record.kind === 'notification' && ids.has(record.id) ? [{change, notification: record}] : []);
	return [...pick(before, vanished, 'vanished'), ...pick(after, appeared, 'appeared'), ...changedIn(before, after)];
}

/** The notifications whose content changed. The order of members is ignored; a record received unchanged is the same object (`reuseRecords`). */
function changedIn(before: readonly ListedRecord[], after: readonly ListedRecord[]): Change[] {
	const earlier = new Map(before.flatMap(record => record.kind === 'notification' ? [[record.id, record]] : []));
	return after.flatMap((record): Change[] => {
		const old = record.kind === 'notification' ? earlier.get(record.id) : undefined;
		return record.kind === 'notification' && old !== undefined && old !== record && !isDeepStrictEqual(old.raw, record.raw)
			? [{change: 'changed', notification: record, old}]
			: [];
	});
}

/** The record as received, so that the digits of numbers are unchanged. */
function changeJson({change, notification}: Change, at: Date, isTerminal: boolean): string {
	const record = Buffer.from(notificationOutput.json(notification)).toString();
	const line = `{"time":"${at.toISOString()}","change":"${change}","notification":${record}}\n`;
	return isTerminal ? safeJson(hideSecretsInJson(line)) : line;
}

function changeLine({change, notification}: Change, at: Date): string {
	const {id, name, channel, userId, recipient} = notification;
	const words = [at.toLocaleTimeString('sv-SE'), {appeared: '+', vanished: '-', changed: '~'}[change], change, id, name, channel, userId, recipient];
	return `${words.filter(word => word !== '').map(word => sanitise(word)).join('  ')}\n`;
}
