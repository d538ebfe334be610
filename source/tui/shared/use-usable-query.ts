import {useEffect, useState} from 'react';
import {checkQuery} from '../../domain/query/check-query.ts';

/** The query, if a command that changes something accepts it; undefined until that is known. */
export function useUsableQuery(query: string | undefined): string | undefined {
	const [usable, setUsable] = useState<string | undefined>(undefined);
	useEffect(() => {
		let isCurrent = true;
		void (async () => {
			const checked = query === undefined ? undefined : await checkQuery(query, 'change');
			if (isCurrent && checked?.ok === true) {
				setUsable(query);
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [query]);
	return usable;
}
