import {Buffer} from 'node:buffer';
import type {WriteStream} from 'node:tty';
import type {Clock} from '../../platform/clock.ts';
import type {MouseSwitch} from '../split-keys.ts';
import type {StrayOutput} from '../stray-output.ts';
import {createRowWriter, enterAlternateScreen, leaveAlternateScreen} from './row-writer.ts';

/** The sequence that begins a synchronised update, which the terminal shows as a whole. */
const beginUpdate = '\u{1B}[?2026h';

type ScreenOutputOptions = {
	readonly stray?: StrayOutput;
	readonly mouse?: MouseSwitch;
	readonly gate?: FrameGate;
	readonly isEntered?: boolean;
};

/**
Wraps a terminal's output stream for Ink. While the alternate screen is shown, stray output is caught; otherwise everything passes through to the stream.

@param stream - Standard output.
@param options - The options of the wrapper.
@param options.stray - Catches stray output; without it none is caught.
@param options.mouse - Notified when the alternate screen is entered and left.
@param options.gate - Holds frames while the terminal is behind (`holdsFrame`, see scripts/bundle/ink-patches.ts).
@param options.isEntered - Whether the terminal already shows the alternate screen.
*/
export function createScreenOutput(
	stream: WriteStream,
	{stray, mouse, gate, isEntered = false}: ScreenOutputOptions = {},
): WriteStream {
	const rows = createRowWriter(() => stream.rows, isEntered);
	const holdUpdate = createUpdateHolder();
	const send = stray?.write ?? stream.write.bind(stream);
	let isShown = false;

	const write: WriteStream['write'] = (data: string | Uint8Array, ...rest: readonly never[]) => {
		if (typeof data !== 'string') {
			return send(data, ...rest);
		}

		const [entersAt, leavesAt] = [enterAlternateScreen, leaveAlternateScreen].map(sequence =>
			data.lastIndexOf(sequence),
		) as [number, number];
		isShown = entersAt === leavesAt ? isShown : entersAt > leavesAt;
		if (entersAt > leavesAt) {
			stray?.hold();
		} else if (leavesAt > entersAt) {
			mouse?.leave();
		}

		const written = holdUpdate(rows(data), rest.length > 0);
		const hasRoom =
			written === undefined || send(isShown && gate !== undefined ? gate.withQuery(written) : written, ...rest);
		if (leavesAt > entersAt) {
			stray?.release();
		} else if (entersAt > leavesAt) {
			mouse?.enter();
		}

		return hasRoom;
	};

	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') {
				return write;
			}

			if (name === 'holdsFrame') {
				return gate?.holds;
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? (value.bind(target) as unknown) : value;
		},
	});
}

/** Creates a function that joins Ink's writes. Ink writes the beginning of an update, the frame and the end separately; they are sent to the terminal together, because each write wakes it. The function returns the text to write now, if any; at most a beginning and a frame are held back. */
function createUpdateHolder(): (text: string, isAwaited: boolean) => string | undefined {
	let held = '';
	return (text, isAwaited) => {
		const isFirst = held === '' && text === beginUpdate;
		const isSecond = held === beginUpdate;
		const all = held + text;
		if (!isAwaited && (isFirst || isSecond)) {
			held = all;
			return undefined;
		}

		held = '';
		return all;
	};
}

/** The control sequence that asks a terminal for its status (ECMA-48, DSR 5). It answers when it has drawn what came before: ready, or out of order. */
const statusQuery = '\u{1B}[5n';
const statusAnswer = /^\u{1B}\[[03]n$/v;

/** The number of bytes after which the terminal is asked: five frames of a ↓, or one of a list that scrolls. */
const askedBytes = 2048;

/** The times in milliseconds that an answer is waited for: before the next frame, and before another program gets the terminal. */
const limits = {frame: 1000, last: 2000} as const;

/** Draws no frame while the terminal is behind, and then the newest. */
export type FrameGate = ReturnType<typeof createFrameGate>;

/** Creates a gate. Over a slow connection frames pile up in buffers that no program sees, and the screen falls behind by as many seconds: so after a large frame the terminal is asked, and the next one waits for its answer. */
export function createFrameGate({sleep}: Pick<Clock, 'sleep'>) {
	let unasked = 0;
	/** The number of queries without an answer. */
	let asked = 0;
	let hasAnswered = false;
	/** Whether the terminal did not answer the first query in time: then nothing is asked until it does. */
	let isSilent = false;
	let isSettling = false;
	let isPaused = false;
	let waiting: (() => void) | undefined;
	/** Ends the wait for the answer that the next frame needs, and that for the last one; undefined while none is waited for. */
	let behind: AbortController | undefined;
	let settled: AbortController | undefined;

	const proceed = () => {
		behind?.abort();
		behind = undefined;
		if (isPaused) {
			return;
		}

		const draw = waiting;
		waiting = undefined;
		draw?.();
	};

	const waitForAnswer = async (): Promise<void> => {
		behind?.abort();
		const own = new AbortController();
		behind = own;
		try {
			// Frames that take longer than the limit must not pile up either.
			await sleep(limits.frame * asked, own.signal);
		} catch {
			return;
		}

		if (!hasAnswered) {
			isSilent = true;
			asked = 0;
		}

		proceed();
	};

	const lateAnswers = (): Promise<void> | undefined => {
		if (asked === 0) {
			return undefined;
		}

		settled ??= new AbortController();
		return sleep(limits.last, settled.signal).then(
			() => {
				asked = 0;
			},
			() => undefined,
		);
	};

	return {
		/** Returns whether a frame must wait. Then `draw` is called when the terminal has caught up; only the last one is. */
		holds(draw: () => void) {
			const mustWait = isPaused || behind !== undefined;
			waiting = mustWait ? draw : undefined;
			return mustWait;
		},
		/** Draws no frame until the returned function is called. */
		pause() {
			isPaused = true;
			return () => {
				isPaused = false;
				proceed();
			};
		},
		/** Counts what is being written, and returns it with the query to write after it. */
		withQuery(written: string) {
			unasked += Buffer.byteLength(written);
			if (unasked < askedBytes || isSettling || isSilent) {
				return written;
			}

			unasked = 0;
			asked++;
			void waitForAnswer();
			return written + statusQuery;
		},
		/** Handles an answer of the terminal, to any query. */
		receive(reply: string) {
			if (!statusAnswer.test(reply)) {
				return;
			}

			[hasAnswered, isSilent] = [true, false];
			asked = Math.max(0, asked - 1);
			if (asked === 0) {
				settled?.abort();
				settled = undefined;
			}

			proceed();
		},
		/** Asks nothing from now on, and waits for the answers on their way, so that no other program reads them as keys. Keys must be read meanwhile. Returns a function that asks again. */
		async settle() {
			isSettling = true;
			await lateAnswers();
			return () => {
				isSettling = false;
			};
		},
		/** Whether answers are on their way. */
		isAwaiting: () => asked > 0,
		/** Waits a while for the answers on their way; undefined if none is. */
		lateAnswers,
	};
}
