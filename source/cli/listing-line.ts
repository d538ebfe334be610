import type {RetryWait} from '../api/retry.ts';
import {retryingText, retryText} from '../session/retry-status.ts';
import {numberText} from '../platform/text.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import type {CommandSession} from './open-session.ts';
import {createProgressLine, type ProgressContext} from './progress.ts';

/** The progress line of a command that lists. It says how many records have arrived and, where nothing arrives, for how long, and which attempt it is. */
export type ListingLine = Disposable & {
	/** Shows the number of records, which has grown or may soon. */
	readonly update: (records: number) => void;
	/** Shows that the listing is tried again; with undefined, that it has ended. */
	readonly retry: (waiting: RetryWait | undefined) => void;
	/** Follows the listing of a session. */
	readonly follow: (account: Pick<CommandSession, 'session' | 'services'>) => void;
	/** Erases the line, so that other text can be printed. */
	readonly clear: () => void;
};

/** The time in milliseconds without data after which the line says so, and between two updates of that. */
const silence = 1000;

/** Creates the line. It prints nothing with --quiet, or if stderr is not a terminal. */
export function createListingLine(options: Pick<GlobalValues, 'quiet'>, context: ProgressContext): ListingLine {
	const {clock} = context.host;
	const line = createProgressLine('listed', options, context);
	let records = 0;
	/** When data arrived last, or when the attempt begins. */
	let since = clock.now();
	let failed: RetryWait | undefined;
	const show = () => {
		const silent = clock.now() - since;
		if (failed !== undefined && silent < 0) {
			// The wait for the rate limit was printed.
			if (failed.failure.kind !== 'rate-limited') {
				line.show(retryText({...failed, wait: -silent}));
			}
		} else if (silent >= silence) {
			line.show(silenceText(failed, records, Math.floor(silent / 1000)));
		}
	};

	const stops = [clock.every(silence, show)];
	const update = (count: number) => {
		records = count;
		since = clock.now();
		failed = count > 0 ? undefined : failed;
		line.update({ended: count});
	};

	const retry = (waiting: RetryWait | undefined) => {
		failed = waiting ?? failed;
		if (waiting !== undefined) {
			since = clock.now() + waiting.wait;
			records = 0;
			show();
		}
	};

	return {
		update,
		retry,
		follow({session: {listing}, services: {retryStatus}}) {
			let received = 0;
			const onListing = () => {
				const {progress} = listing.get();
				if (progress !== undefined && progress.bytes !== received) {
					received = progress.bytes;
					update(progress.count);
				}
			};

			stops.push(
				listing.subscribe(onListing),
				retryStatus.subscribe(() => {
					retry(retryStatus.waiting());
				}),
			);
		},
		clear: line.clear,
		[Symbol.dispose]() {
			for (const stop of stops) {
				stop();
			}

			line.clear();
		},
	};
}

function silenceText(failed: RetryWait | undefined, records: number, seconds: number): string {
	if (failed !== undefined) {
		return retryingText(failed, seconds);
	}

	return records === 0
		? `Waiting for the listing … ${seconds} s`
		: `listed ${numberText(records)}, no new data for ${seconds} s`;
}

/** A context whose messages on stderr erase the line first. */
export const aboveLine = <C extends Pick<CommandContext, 'printError'>>(line: ListingLine, context: C): C => ({
	...context,
	printError(text: string) {
		line.clear();
		context.printError(text);
	},
});
