/** A timeout that can be restarted. */
export type Deadline = Disposable & {
	/** Aborted when the time is over. */
	readonly signal: AbortSignal;
	/** Restarts the timeout. */
	readonly restart: () => void;
};

/** Starts a timeout in milliseconds. Does not keep the process alive. */
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
