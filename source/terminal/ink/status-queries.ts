import type {Clock} from '../../platform/clock.ts';
import {measureLink, type Link} from './link.ts';

/** The control sequence that asks a terminal for its status (ECMA-48, DSR 5). It answers when it has drawn what came before. */
const statusQuery = '\u{1B}[5n';

/** Matches the answer: ready, or out of order (ECMA-48, DSR 0 and 3). */
const statusAnswer = /^\u{1B}\[[03]n$/v;

/** The time in milliseconds that the first answer is waited for: a terminal may never answer. */
const firstLimit = 1000;

/** The same for a later answer, which may have been lost, such as when tmux was attached to another terminal. */
const laterLimit = 5000;

/** The time in milliseconds that answers are waited for before another program gets the terminal. */
const lastLimit = 2000;

/** Asks a terminal how far it is. */
export type StatusQueries = {
	/** Returns a query, which counts so many bytes before it; `ends` if a query and a frame were sent right before it. */
	readonly ask: (bytes: number, ends?: 'frame') => string;
	/** Handles an answer of the terminal, to any query. */
	readonly receive: (reply: string) => void;
	/** The bytes without an answer; undefined if no answer is on its way. */
	readonly unanswered: () => number | undefined;
	/** Whether the terminal has answered. */
	readonly hasAnswered: () => boolean;
	/** Whether the terminal did not answer in time: then nothing waits until it does. */
	readonly isSilent: () => boolean;
	/** The connection as last measured; undefined as long as it was not. */
	readonly link: () => Link | undefined;
	/** Waits a while for the answers on their way; undefined if none is. */
	readonly lateAnswers: () => Promise<void> | undefined;
};

type Query = {
	readonly bytes: number;
	/** The bytes on their way when it was sent. */ readonly ahead: number;
	readonly at: number;
	readonly endsFrame: boolean;
};

/**
Creates the queries.

@param clock - Limits the waits for answers, and times them.
@param onProgress - Called when an answer has come or is no longer waited for.
*/
export function createStatusQueries(
	{sleep, elapsed}: Pick<Clock, 'sleep' | 'elapsed'>,
	onProgress: () => void,
): StatusQueries {
	/** The queries without an answer, in order. */
	let asked: readonly Query[] = [];
	/** The number of answers so far. */
	let answers = 0;
	let isSilent = false;
	let link: Link | undefined;
	/** The query that was answered last, and when. */
	let last: {readonly query: Query; readonly at: number} | undefined;
	let settled: AbortController | undefined;
	/** Ends the wait for missing answers; undefined while nothing is waited for. */
	let watching: AbortController | undefined;

	const sumOf = (queries: readonly Query[]) => queries.reduce((sum, {bytes}) => sum + bytes, 0);

	const proceed = () => {
		if (asked.length === 0) {
			settled?.abort();
			settled = undefined;
		}

		onProgress();
	};

	const giveUp = () => {
		asked = [];
		// The next answer may be to one of these.
		[link, last] = [undefined, undefined];
		proceed();
	};

	/** Gives up the answers that are missing when none has come for a time. */
	const watch = async (): Promise<void> => {
		watching = new AbortController();
		const {signal} = watching;
		while (asked.length > 0) {
			const before = answers;
			try {
				await sleep(before === 0 ? firstLimit : laterLimit, signal);
			} catch {
				return;
			}

			if (answers === before && asked.length > 0) {
				isSilent = true;
				giveUp();
			}
		}

		watching = undefined;
	};

	const lateAnswers = (): Promise<void> | undefined => {
		watching?.abort();
		watching = undefined;
		if (asked.length === 0) {
			return undefined;
		}

		settled ??= new AbortController();
		// With the last answer the wait is aborted.
		return sleep(lastLimit, settled.signal).then(giveUp, () => undefined);
	};

	return {
		ask(bytes, ends) {
			if (!isSilent) {
				asked = [...asked, {bytes, ahead: sumOf(asked) + bytes, at: elapsed.now().at, endsFrame: ends === 'frame'}];
				if (watching === undefined) {
					void watch();
				}
			}

			return statusQuery;
		},
		receive(reply) {
			if (!statusAnswer.test(reply)) {
				return;
			}

			answers++;
			isSilent = false;
			const {at} = elapsed.now();
			const [query, ...rest] = asked;
			if (query?.endsFrame === true && last !== undefined) {
				link = measureLink({
					bytes: query.bytes,
					ahead: last.query.ahead,
					sentAt: last.query.at,
					beganAt: last.at,
					endedAt: at,
				});
			}

			asked = rest;
			last = query && {query, at};
			proceed();
		},
		unanswered: () => (asked.length === 0 ? undefined : sumOf(asked)),
		hasAnswered: () => answers > 0,
		isSilent: () => isSilent,
		link: () => link,
		lateAnswers,
	};
}
