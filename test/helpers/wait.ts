/** How long a test waits for something to appear, in milliseconds: ten times what it takes at most on an idle machine, as a busy one is slower. */
export const patience = 60_000;

/**
Waits until `look` finds something, looking again whenever `subscribe` says that something changed: nothing is polled, nothing sleeps.

@param look - Returns what is waited for, or undefined.
@param subscribe - Takes a listener and returns a function that takes it off.
@param describe - For the error when patience runs out.
*/
export async function waitUntil<T>(
	look: () => T | undefined,
	subscribe: (listener: () => void) => () => void,
	describe: () => string,
): Promise<T> {
	const found = look();
	if (found !== undefined) {
		return found;
	}

	const {promise, resolve, reject} = Promise.withResolvers<T>();
	const unsubscribe = subscribe(() => {
		const now = look();
		if (now !== undefined) {
			resolve(now);
		}
	});
	const limit = setTimeout(() => {
		reject(new Error(describe()));
	}, patience);

	try {
		return await promise;
	} finally {
		clearTimeout(limit);
		unsubscribe();
	}
}
