import {useEffect, useState} from 'react';
import {LedgerError} from '../../storage/ledger-error.ts';
import {useNavigation} from './navigation.ts';

/**
Counts many notifications for a question, from the ledger and the listing, in slices between key presses.

@param count - The function that counts. Another function is called anew. It may reject with a LedgerError, which is announced.
@param records - The counted records. Other records are counted anew.
@returns Undefined until it is known. A failure after the screen was left is not announced, because the program may have ended and closed the ledger.
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
