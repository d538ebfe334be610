import {useCallback} from 'react';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {useSession} from './session-context.ts';
import {useSurvey} from './use-survey.ts';

/** The text while it is not known yet. */
export const checkingText = 'Checking what an undo could recreate …';

/** Counts the notifications that an undo could not recreate as they are; undefined until it is known. */
export function useRecreationSurvey(targets: readonly Notification[]): RecreationSurvey | undefined {
	const {operations} = useSession();
	return useSurvey(useCallback(async () => operations.surveyDelete(targets), [operations, targets]));
}
