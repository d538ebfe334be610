import type {Work} from '../../source/notifications/work.ts';

/** Runs a computation to its end, without interruption. */
export function finish<T>(work: Work<T>): T {
	for (;;) {
		const step = work.next();
		if (step.done === true) {
			return step.value;
		}
	}
}
