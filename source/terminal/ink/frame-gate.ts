import {Buffer} from 'node:buffer';
import type {Clock} from '../../system/clock.ts';

/** The control sequence that asks a terminal for its status (ECMA-48, DSR 5). It answers when it has drawn what came before. */
const statusQuery = '\u{1B}[5n';

/** Matches the answer: ready, or out of order (ECMA-48, DSR 0 and 3). */
const statusAnswer = /^\u{1B}\[[03]n$/v;

/** The number of bytes after which the terminal is asked again. */
const askedBytes = 512;

/** The number of bytes that may be on their way to the terminal when a frame is drawn: less than half a second at 5 kB/s, and ten frames of a held ↓. */
const window = 2048;

/** The same before the terminal answered for the first time: the first frame alone may be larger than the window. */
const firstWindow = 8192;

/** The time in milliseconds that the first answer is waited for: a terminal may never answer. */
const firstLimit = 1000;

/** The same for a later answer, which may have been lost, such as when tmux was attached to another terminal. */
const laterLimit = 5000;

/** The time in milliseconds that answers are waited for before another program gets the terminal. */
const lastLimit = 2000;

/** Draws no frame while the terminal is behind. */
export type FrameGate = {
	/** Returns whether a frame must wait. Then `draw` is called when the terminal has caught up; only the last one is. */
	readonly holds: (draw: () => void) => boolean;
	/** Counts what is being written, and returns what to write after it. */
	readonly after: (written: string) => string;
	/** Handles an answer of the terminal, to any query. */
	readonly receive: (reply: string) => void;
	/** Asks nothing from now on, and waits for the answers on their way, so that no other program reads them as keys. Keys must be read meanwhile. Returns a function that asks again. */
	readonly settle: () => Promise<() => void>;
	/** Whether answers are on their way. */
	readonly isAwaiting: () => boolean;
	/** Waits a while for the answers on their way; undefined if none is. */
	readonly lateAnswers: () => Promise<void> | undefined;
};

/**
Creates a gate. On a slow connection, frames pile up in buffers that no program sees, and the screen falls behind by as many seconds. Therefore the terminal is asked for its status after some frames, and what it has not answered for counts as on its way.
*/
export function createFrameGate({sleep}: Pick<Clock, 'sleep'>): FrameGate {
	/** The bytes before each query without an answer, in order. */
	let asked: readonly number[] = [];
	let unasked = 0;
	/** The number of answers so far. */
	let answers = 0;
	/** Whether the terminal did not answer in time: then nothing waits until it does. */
	let isSilent = false;
	let isSettling = false;
	let waiting: (() => void) | undefined;
	let settled: AbortController | undefined;
	/** Ends the wait for missing answers; undefined while nothing is waited for. */
	let watching: AbortController | undefined;

	const isBehind = () => asked.length > 0 && asked.reduce((sum, bytes) => sum + bytes, unasked) >= (answers > 0 ? window : firstWindow);

	const proceed = () => {
		if (asked.length === 0) {
			settled?.abort();
			settled = undefined;
		}

		if (waiting !== undefined && !isBehind()) {
			const draw = waiting;
			waiting = undefined;
			draw();
		}
	};

	const giveUp = () => {
		asked = [];
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
		holds(draw) {
			if (!isBehind()) {
				waiting = undefined;
				return false;
			}

			waiting = draw;
			return true;
		},
		after(written) {
			unasked += Buffer.byteLength(written);
			if (isSettling || unasked < askedBytes) {
				return '';
			}

			if (!isSilent) {
				asked = [...asked, unasked];
				if (watching === undefined) {
					void watch();
				}
			}

			unasked = 0;
			return statusQuery;
		},
		receive(reply) {
			if (!statusAnswer.test(reply)) {
				return;
			}

			answers++;
			isSilent = false;
			asked = asked.slice(1);
			proceed();
		},
		async settle() {
			isSettling = true;
			const proceedAgain = () => {
				isSettling = false;
			};

			await lateAnswers();
			return proceedAgain;
		},
		isAwaiting: () => asked.length > 0,
		lateAnswers,
	};
}
