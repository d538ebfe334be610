import {useEffect, useState} from 'react';

/**
Loads a value for a screen.

@param load - Another function loads anew, undefined nothing. It must not reject. `signal`: aborted once the value is not needed any more.
@param of - What it is loaded for: another one is loaded anew.
@returns The value that was loaded last; undefined until there is one.
*/
export function useAsync<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined, of?: unknown): T | undefined {
	const [value, setValue] = useState<T>();
	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			const loaded = await load?.(signal);
			if (load !== undefined && !signal.aborted) {
				setValue(() => loaded);
			}
		})();

		return () => {
			controller.abort();
		};
	}, [load, of]);

	return value;
}
