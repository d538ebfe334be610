import {useCallback} from 'react';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../operations/undo.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {useAsync} from '../ui/use-async.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';

/** Counts many notifications for a question, in slices between key presses; undefined until it is known. `count`: another function counts anew, as other `records` do; it may reject with a LedgerError, which is announced unless the screen was left. */
export function useSurvey<T>(count: () => Promise<T>, records?: unknown): T | undefined {
	const {announce} = useNavigation();
	return useAsync(
		useCallback(
			async (signal: AbortSignal) => {
				try {
					return await count();
				} catch (error) {
					if (!(error instanceof LedgerError)) {
						throw error;
					}

					if (!signal.aborted) {
						announce({tone: 'bad', text: `✗ ${error.message}`});
					}

					return undefined;
				}
			},
			[count, announce],
		),
		records,
	);
}

/** The text while it is not known yet. */
export const checkingText = 'Checking what an undo could recreate …';

/** Counts the notifications that an undo could not recreate as they are; undefined until it is known. */
export function useRecreationSurvey(targets: readonly Notification[]): RecreationSurvey | undefined {
	const {operations} = useSession();
	return useSurvey(useCallback(async () => operations.surveyDelete(targets), [operations, targets]));
}
