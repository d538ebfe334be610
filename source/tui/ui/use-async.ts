import {useEffect, useState} from 'react';

/**
Loads a value for a screen.

@param load - Another function loads anew. It must not reject.
@returns The value that was loaded last; undefined until there is one.
*/
export function useAsync<T>(load: () => Promise<T>): T | undefined {
	const [value, setValue] = useState<T>();
	useEffect(() => {
		let isCurrent = true;
		void (async () => {
			const loaded = await load();
			if (isCurrent) {
				setValue(() => loaded);
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [load]);

	return value;
}
