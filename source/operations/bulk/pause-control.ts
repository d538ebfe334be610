/** Lets an operator pause and stop a run of many requests. Requests in flight are always awaited. */
export type PauseControl = {
	readonly isPaused: () => boolean;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Stops the run for good. */
	readonly stop: () => void;
	/** Aborted when the run is stopped. */
	readonly signal: AbortSignal;
	/** Resolves once the run is not paused or the given signal is aborted. */
	readonly resumed: (signal: AbortSignal) => Promise<void>;
};

export function createPauseControl(): PauseControl {
	const stopped = new AbortController();
	let gate: PromiseWithResolvers<void> | undefined;

	return {
		isPaused: () => gate !== undefined,
		pause() {
			gate ??= Promise.withResolvers<void>();
		},
		resume() {
			gate?.resolve();
			gate = undefined;
		},
		stop() {
			stopped.abort();
		},
		signal: stopped.signal,
		async resumed(signal) {
			const fired = Promise.withResolvers<void>();
			const fire = () => {
				fired.resolve();
			};

			signal.addEventListener('abort', fire);
			if (!signal.aborted) {
				await Promise.race([gate?.promise, fired.promise]);
			}

			signal.removeEventListener('abort', fire);
		},
	};
}
