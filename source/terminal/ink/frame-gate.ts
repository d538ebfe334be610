import {Buffer} from 'node:buffer';
import type {Clock} from '../../platform/clock.ts';
import {isSlow, measuredBytes, pieceBytes, windowBytes} from './link.ts';
import {createStatusQueries} from './status-queries.ts';

/** The number of bytes after which the terminal is asked again. */
const askedBytes = 512;

/** The number of bytes that may be on their way to the terminal when a frame is drawn: less than half a second at 5 kB/s, and ten frames of a held ↓. */
const window = 2048;

/** The same before the terminal answered for the first time: the first frame alone may be larger than the window. */
const firstWindow = 8192;

/** Draws no frame while the terminal is behind, and a piece of one at a time on a slow connection. */
export type FrameGate = {
	/** Returns whether a frame must wait. Then `draw` is called when the terminal has caught up; only the last one is. */
	readonly holds: (draw: () => void) => boolean;
	/** Holds all frames. Returns a function that ends that, and draws the last of them. */
	readonly pause: () => () => void;
	/** The number of bytes after which the rest of a frame is left for later; undefined if the connection is not known to be slow. */
	readonly frameLimit: () => number | undefined;
	/** Says that what is written next is a piece of a frame. The rest is drawn when the terminal has caught up, as it is then. */
	readonly leaveRest: () => void;
	/** Counts what is being written, and returns it with the queries to write beside it. */
	readonly withQueries: (written: string) => string;
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
export function createFrameGate(clock: Pick<Clock, 'sleep' | 'elapsed'>): FrameGate {
	let unasked = 0;
	let isSettling = false;
	let isRestLeft = false;
	let isPaused = false;
	let waiting: (() => void) | undefined;
	/** What draws the frame that is being written. */
	let drawing: (() => void) | undefined;

	const drawWaiting = () => {
		if (waiting !== undefined && !isBehind()) {
			const draw = waiting;
			waiting = undefined;
			draw();
		}
	};

	const queries = createStatusQueries(clock, drawWaiting);

	const slowLink = () => {
		const link = queries.link();
		return isSlow(link) ? link : undefined;
	};

	const isBehind = () => {
		if (isPaused) {
			return true;
		}

		const unanswered = queries.unanswered();
		const link = slowLink();
		const limit = queries.hasAnswered()
			? link === undefined
				? window
				: Math.min(window, windowBytes(link))
			: firstWindow;
		return unanswered !== undefined && unanswered + unasked >= limit;
	};

	const ask = (ends?: 'frame') => {
		const query = queries.ask(unasked, ends);
		unasked = 0;
		return query;
	};

	return {
		holds(draw) {
			if (!isBehind()) {
				waiting = undefined;
				drawing = draw;
				return false;
			}

			waiting = draw;
			return true;
		},
		pause() {
			isPaused = true;
			return () => {
				isPaused = false;
				drawWaiting();
			};
		},
		frameLimit() {
			const link = slowLink();
			return link === undefined || isSettling || queries.isSilent() ? undefined : pieceBytes(link);
		},
		leaveRest() {
			isRestLeft = true;
		},
		withQueries(written) {
			const bytes = Buffer.byteLength(written);
			const isMeasured = bytes >= measuredBytes && !isSettling && !queries.isSilent();
			const before = isMeasured ? ask() : '';
			unasked += bytes;
			const isAsked =
				isRestLeft || (!isSettling && unasked >= (slowLink() === undefined ? askedBytes : askedBytes / 2));
			const after = isAsked ? ask(isMeasured ? 'frame' : undefined) : '';
			if (isRestLeft) {
				isRestLeft = false;
				waiting = drawing;
			}

			return before + written + after;
		},
		receive: queries.receive,
		async settle() {
			isSettling = true;
			const proceedAgain = () => {
				isSettling = false;
			};

			await queries.lateAnswers();
			return proceedAgain;
		},
		isAwaiting: () => queries.unanswered() !== undefined,
		lateAnswers: queries.lateAnswers,
	};
}
