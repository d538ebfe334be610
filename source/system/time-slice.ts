import {performance} from 'node:perf_hooks';
import {setImmediate as turn} from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop. Keys wait for no more than this and a frame. */
const longest = 4;

/**
Keeps long work from holding up keys.

@returns A function to await between two pieces of the work: it lets the event loop turn once in a while, and otherwise comes back at once.
*/
export function createYielder(): () => Promise<void> {
	let since = performance.now();

	return async () => {
		if (performance.now() - since < longest) {
			return;
		}

		await turn();
		since = performance.now();
	};
}
