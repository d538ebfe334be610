/** A computation that yields now and then, and returns its result. */
type Work<T> = Generator<void, T, void>;

/** Computes a value from the newest input, without holding up anything else. */
export type Worker<I, T> = {
	/** Asks for the value of an input. A small computation is done at once; a large one goes on after this returns, and the value of an earlier input stands meanwhile. */
	readonly ask: (input: I) => Answer<T>;
	/** Calls `listener` whenever a large computation has ended. Returns what takes it off. */
	readonly subscribe: (listener: () => void) => () => void;
};

export type Answer<T> = {
	readonly value: T;
	/** The value is not yet that of the newest input. */
	readonly isBusy: boolean;
};

export type WorkerOptions<I, T> = {
	readonly compute: (input: I) => Work<T>;
	/** What stands until there is a value. */
	readonly initial: T;
	readonly isSame: (a: I, b: I) => boolean;
	readonly now: () => number;
};

/** How long keys wait at most, in milliseconds, for the computation under way. */
const slice = 8;

/** A worker that computes in slices, one in a turn of the event loop. What it has begun it finishes, so that fast typing starves nothing; then it goes on with the newest input. */
export function createWorker<I, T>({compute, initial, isSame, now}: WorkerOptions<I, T>): Worker<I, T> {
	const listeners = new Set<() => void>();
	let value = initial;
	let newest: I | undefined;
	let computed: I | undefined;
	let isBusy = false;

	/** Runs a computation for a slice; whether it came to its end. */
	const isDone = (work: Work<T>, input: I): boolean => {
		const end = now() + slice;
		do {
			const step = work.next();
			if (step.done === true) {
				value = step.value;
				computed = input;
				return true;
			}
		} while (now() < end);

		return false;
	};

	const goOn = (work: Work<T>, input: I) => {
		isBusy = true;
		setImmediate(() => {
			if (!isDone(work, input)) {
				goOn(work, input);
				return;
			}

			isBusy = false;
			if (newest !== input) {
				goOn(compute(newest!), newest!);
			}

			for (const listener of listeners) {
				listener();
			}
		});
	};

	return {
		ask(input) {
			if (newest === undefined || !isSame(newest, input)) {
				newest = input;
				const work = isBusy ? undefined : compute(input);
				if (work !== undefined && !isDone(work, input)) {
					goOn(work, input);
				}
			}

			return {value, isBusy: computed !== newest};
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
