import {once} from 'node:events';
import {setImmediate as turn} from 'node:timers/promises';
import {systemClock} from '../platform/clock.ts';
import type {FrameGate} from '../terminal/ink/screen-output.ts';
import type {KeyStdin} from '../terminal/key-stdin.ts';

/** The longest time in milliseconds that frames are held for a key whose screen is being imported. */
const longestHold = 250;

export type HeldFrame = {
	/** Draws frames from now on. */
	readonly show: () => void;
	/** Resolves when the key is answered: then frames are drawn. */
	readonly answered: Promise<void>;
};

/**
Holds Ink's first frame until the key that waits for it is answered. The same list is on the screen already, and to draw it once more would make the key wait.

@param stdin - The keys.
@param gate - What holds frames.
@param onShow - Called once, when frames are drawn.
*/
export function holdFirstFrame(stdin: KeyStdin, gate: FrameGate, onShow: () => void): HeldFrame {
	const draw = gate.pause();
	let isShown = false;
	const show = () => {
		if (!isShown) {
			isShown = true;
			draw();
			onShow();
		}
	};

	return {
		show,
		answered: (async () => {
			// A key is delivered in one turn, and acts in the next.
			await turn();
			await turn();
			if (stdin.isHeld) {
				const isOver = new AbortController();
				await Promise.race([once(stdin, 'released', isOver), systemClock.sleep(longestHold, isOver.signal)]);
				isOver.abort();
			}

			show();
		})(),
	};
}
