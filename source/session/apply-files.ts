import {whyOutdated, type FileChange} from '../files/changes.ts';
import {lineText} from '../files/notification-file.ts';
import type {AccountOperations, BulkOptions, BulkOutcome, SetChange} from './account-operations.ts';

/** Makes the changes that files ask for as one set, unless the account was changed since they were planned. */
export const applyFileChanges = async ({applySet}: Pick<AccountOperations, 'applySet'>, changes: readonly FileChange[], options: BulkOptions): Promise<BulkOutcome> => (
	applySet(changes.map(change => toSetChange(change)), {...options, whyChanged: records => whyOutdated(changes, records)})
);

const toSetChange = (change: FileChange): SetChange => change.kind === 'delete'
	? {kind: 'delete', of: change.of}
	: {...change.kind === 'create' ? {kind: 'create'} : {kind: 'replace', of: change.of}, input: change.input, place: lineText(change.place)};
