import type {Sliced} from '../../source/platform/time-slices.ts';

/** Runs a computation to its end, without interruption. */
export function finish<T>(work: Sliced<T>): T {
	for (;;) {
		const step = work.next();
		if (step.done === true) {
			return step.value;
		}
	}
}
