/** A computation that yields now and then, and returns its result. */
type Work<T> = Generator<void, T, void>;

/** Computes a value from the newest input, without holding up anything else. */
export type SlicedTask<I, T> = {
	/** Asks for the value of an input. A small computation is done at once; a large one goes on after this returns, and the value of an earlier input stands meanwhile. */
	readonly ask: (input: I) => TaskValue<T>;
	/** Computes the value of the newest input now, however long it takes. */
	readonly finish: () => void;
	/** Calls `listener` whenever a large computation has ended. Returns what takes it off. */
	readonly subscribe: (listener: () => void) => () => void;
};

export type TaskValue<T> = {
	readonly value: T;
	/** The value is not yet that of the newest input. */
	readonly isBusy: boolean;
};

export type SlicedTaskOptions<I, T> = {
	readonly compute: (input: I) => Work<T>;
	/** What stands until there is a value. */
	readonly initial: T;
	readonly isSame: (a: I, b: I) => boolean;
	readonly now: () => number;
};

/** How long keys wait at most, in milliseconds, for the computation under way. */
const slice = 4;

/** As much may be done at once, in milliseconds: less than it takes to draw that something is under way. */
const firstSlice = 10;

/** A worker that computes in slices, one in a turn of the event loop. What it has begun it finishes, so that fast typing starves nothing; then it goes on with the newest input. */
export function createSlicedTask<I, T>({compute, initial, isSame, now}: SlicedTaskOptions<I, T>): SlicedTask<I, T> {
	const listeners = new Set<() => void>();
	let value = initial;
	let newest: I | undefined;
	let computed: I | undefined;
	/** What goes on in slices. */
	let current: {work: Work<T>; input: I} | undefined;

	/** Runs what goes on until a time; whether it came to its end, and nothing is left to do. */
	const isDoneBy = (end: number): boolean => {
		while (current !== undefined) {
			const step = current.work.next();
			if (step.done === true) {
				value = step.value;
				computed = current.input;
				current = newest === computed ? undefined : {work: compute(newest!), input: newest!};
				return current === undefined;
			}

			if (now() >= end) {
				return false;
			}
		}

		return true;
	};

	const tell = () => {
		for (const listener of listeners) {
			listener();
		}
	};

	const goOn = () => {
		setImmediate(() => {
			// It may have been finished meanwhile.
			if (current === undefined) {
				return;
			}

			const before = computed;
			if (!isDoneBy(now() + slice)) {
				goOn();
			}

			if (computed !== before) {
				tell();
			}
		});
	};

	return {
		ask(input) {
			if (newest === undefined || !isSame(newest, input)) {
				newest = input;
				if (current === undefined) {
					current = {work: compute(input), input};
					if (!isDoneBy(now() + firstSlice)) {
						goOn();
					}
				}
			}

			return {value, isBusy: computed !== newest};
		},
		finish() {
			if (current === undefined) {
				return;
			}

			while (!isDoneBy(Infinity)) {
				// What is newer than what went on comes next.
			}

			tell();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
