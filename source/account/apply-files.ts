import type {ListedRecord} from '../notification/notification.ts';
import {whyOutdated, whyReplanned, type FileChange} from '../files/plan.ts';
import {lineText} from '../files/notification-file.ts';
import type {AccountAsk, AccountChanges, NewChangeOptions, Outcome} from './account-changes.ts';

export type ApplyFilesOptions = NewChangeOptions & {
	/** Plans the files again with a newer listing; undefined if that is not possible. Not given for a plan that was kept. */
	readonly planAgain?: ((records: readonly ListedRecord[]) => readonly FileChange[] | undefined) | undefined;
};

/** Makes the changes that files ask for as one set, unless the account was changed since they were planned, or the listing of the plan lacked something. */
export const applyFileChanges = async (
	changes: Pick<AccountChanges, 'run'>,
	asked: readonly FileChange[],
	{planAgain, ...options}: ApplyFilesOptions,
): Promise<Outcome> =>
	changes.run(
		asked.map((change): AccountAsk => ({...change, place: change.place && lineText(change.place)})),
		{
			...options,
			accepted: 'all',
			isAllOrNothing: true,
			whyChanged: records =>
				whyOutdated(asked, records) ?? (planAgain && whyReplanned(asked, planAgain(records) ?? [])),
		},
	);
