import {useCallback} from 'react';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../changes/undo.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {useAsync} from '../ui/use-async.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';

/** Counts many notifications for a question, in slices between key presses; undefined until it is known. `count`: another function counts anew, as other `records` do, and none keeps what is known; it may reject with a LedgerError, which is announced unless the screen was left. */
export function useSurvey<T>(count: (() => Promise<T>) | undefined, records?: unknown): T | undefined {
	const {announce} = useNavigation();
	return useAsync(count, records, error => {
		if (!(error instanceof LedgerError)) {
			throw error;
		}

		announce({tone: 'bad', text: `✗ ${error.message}`});
	});
}

/** The text while it is not known yet. */
export const checkingText = 'Checking what an undo could recreate …';

/** Counts the notifications that an undo could not recreate as they are; undefined until it is known. */
export function useRecreationSurvey(targets: readonly Notification[]): RecreationSurvey | undefined {
	const {changes} = useSession();
	return useSurvey(useCallback(async () => changes.surveyDelete(targets), [changes, targets]));
}
