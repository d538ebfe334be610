import {useEffect, useEffectEvent, useState} from 'react';

/**
Loads a value for a screen.

@param load - Another function loads anew, undefined nothing. `signal`: aborted once the value is not needed any more.
@param of - What it is loaded for: another one is loaded anew.
@param onError - Called if it could not be loaded and is still needed. Without it, it must not reject.
@returns The value that was loaded last; undefined until there is one.
*/
export function useAsync<T>(
	load: ((signal: AbortSignal) => Promise<T>) | undefined,
	of?: unknown,
	onError?: (error: unknown) => void,
): T | undefined {
	const [value, setValue] = useState<T>();
	const fail = useEffectEvent((error: unknown) => {
		if (onError === undefined) {
			throw error;
		}

		onError(error);
	});
	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			try {
				const loaded = await load?.(signal);
				if (load !== undefined && !signal.aborted) {
					setValue(() => loaded);
				}
			} catch (error) {
				if (!signal.aborted) {
					fail(error);
				}
			}
		})();

		return () => {
			controller.abort();
		};
	}, [load, of]);

	return value;
}
