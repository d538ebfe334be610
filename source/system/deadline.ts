/** A time limit that begins anew whenever something is heard. */
export type Deadline = Disposable & {
	/** Fires once the limit has passed. */
	readonly signal: AbortSignal;
	readonly restart: () => void;
};

/** Starts a limit of so many milliseconds, which never keeps the process alive. */
export function startDeadline(milliseconds: number): Deadline {
	const controller = new AbortController();
	const timer = setTimeout(() => {
		controller.abort();
	}, milliseconds);
	timer.unref();

	return {
		signal: controller.signal,
		restart() {
			timer.refresh();
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
		},
	};
}
