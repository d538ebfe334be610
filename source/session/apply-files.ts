import type {ListedRecord} from '../notification/notification.ts';
import {whyOutdated, whyReplanned, type FileChange} from '../files/plan.ts';
import {lineText} from '../files/notification-file.ts';
import type {AccountOperations, BulkOptions, BulkOutcome} from './operations.ts';

export type ApplyFilesOptions = BulkOptions & {
	/** Plans the files again with a newer listing; undefined if that is not possible. Not given for a plan that was kept. */
	readonly planAgain?: ((records: readonly ListedRecord[]) => readonly FileChange[] | undefined) | undefined;
};

/** Makes the changes that files ask for as one set, unless the account was changed since they were planned, or the listing of the plan lacked something. */
export const applyFileChanges = async (
	{applySet}: Pick<AccountOperations, 'applySet'>,
	changes: readonly FileChange[],
	{planAgain, ...options}: ApplyFilesOptions,
): Promise<BulkOutcome> =>
	applySet(
		changes.map(({kind, of, input, place}) => ({kind, of, input, place: place && lineText(place)})),
		{
			...options,
			whyChanged: records =>
				whyOutdated(changes, records) ?? (planAgain && whyReplanned(changes, planAgain(records) ?? [])),
		},
	);
