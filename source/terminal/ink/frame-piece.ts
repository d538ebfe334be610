import {Buffer} from 'node:buffer';
import {cellUpdate} from './cell-update.ts';
import type {FrameGate} from './frame-gate.ts';

/** The output that a frame goes to; another stream than the program's terminal has none of these. */
export type PieceOutput = Partial<Pick<FrameGate, 'frameLimit' | 'leaveRest'>>;

/** Changes a row on the screen into another, in a terminal of so many columns. */
export type UpdateLine = (previous: string, next: string, columns: number) => string;

/** What is drawn of a frame now. */
export type FramePiece = {
	/** Whether a row stays for now as it is on the screen. Asked of each row in order. */
	readonly leaves: (row: number) => boolean;
	/** Returns what changes a row: with the fewest bytes on a slow connection, or else as `updateLine` does. */
	readonly update: (previous: string, next: string, columns: number, updateLine: UpdateLine) => string;
	/** Tells the output if rows were left; returns whether some were. */
	readonly end: () => boolean;
};

/**
Begins a piece of a frame. While somebody types over a slow connection, the frame ends after some bytes, so that no letter waits for the rows of the one before.

@param output - The output of the frame.
@param cursorRow - The row of the cursor, which is never left; undefined if nobody types, and then the frame is whole.
*/
export function beginPiece({frameLimit, leaveRest}: PieceOutput, cursorRow: number | undefined): FramePiece {
	const limit = frameLimit?.();
	let left = limit === undefined || cursorRow === undefined ? Infinity : limit;
	let hasRest = false;
	return {
		leaves(row) {
			const isLeft = left <= 0 && row !== cursorRow;
			hasRest ||= isLeft;
			return isLeft;
		},
		update(previous, next, columns, updateLine) {
			const written =
				(limit === undefined ? undefined : cellUpdate(previous, next, columns)) ?? updateLine(previous, next, columns);
			left -= Buffer.byteLength(written);
			return written;
		},
		end() {
			if (hasRest) {
				leaveRest?.();
			}

			return hasRest;
		},
	};
}
