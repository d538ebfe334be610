import type {ListedRecord} from '../domain/notification.ts';
import {whyOutdated, whyReplanned, type FileChange} from '../files/changes.ts';
import {lineText} from '../files/notification-file.ts';
import type {AccountOperations, BulkOptions, BulkOutcome, SetChange} from './operations.ts';

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
		changes.map(change => toSetChange(change)),
		{
			...options,
			whyChanged: records =>
				whyOutdated(changes, records) ?? (planAgain && whyReplanned(changes, planAgain(records) ?? [])),
		},
	);

const toSetChange = (change: FileChange): SetChange =>
	change.kind === 'delete'
		? {kind: 'delete', of: change.of}
		: {
				...(change.kind === 'create' ? {kind: 'create'} : {kind: 'replace', of: change.of}),
				input: change.input,
				place: lineText(change.place),
			};
