import {useEffect, useState} from 'react';
import {LedgerError} from '../../storage/ledger-error.ts';
import {useNavigation} from './navigation.ts';

/**
Counts for a question what the ledger and the listing say of many notifications, between keys.

@param count - Counts; called again whenever it is another function. It may reject with a LedgerError, which is announced.
@param records - What is counted: other ones are counted again.
@returns Undefined until it is known. What fails after the screen was left is not announced: the program may have ended, and the ledger with it.
*/
export function useSurvey<T>(count: () => Promise<T>, records?: unknown): T | undefined {
	const {announce} = useNavigation();
	const [survey, setSurvey] = useState<T | undefined>(undefined);
	useEffect(() => {
		let isCurrent = true;
		void (async () => {
			try {
				const found = await count();
				if (isCurrent) {
					setSurvey(found);
				}
			} catch (error) {
				if (!(error instanceof LedgerError)) {
					throw error;
				}

				if (isCurrent) {
					announce({tone: 'bad', text: `✗ ${error.message}`});
				}
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [count, records, announce]);

	return survey;
}
