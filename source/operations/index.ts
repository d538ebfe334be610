/** Everything that acts on notifications, loaded together when the first operation begins: one chunk of the bundle. */
export {create, drop, remove, replace, resume, rollBack, settle, undo} from './one.ts';
export {isAfterRequests} from './recent-listing.ts';
export {takeSnapshot} from './snapshot.ts';
export {planSet} from './bulk/apply-set.ts';
export {planCreates} from './bulk/bulk-create.ts';
export {planDeletes, refusalWithout, withoutProtected} from './bulk/bulk-delete.ts';
export {planReplaces} from './bulk/bulk-replace.ts';
export {planBatchUndo, surveyUndo} from './bulk/bulk-undo.ts';
export {surveyRecreation} from './bulk/recreation-survey.ts';
export {dropBatch, runBatch, skipRest} from './run-set.ts';
export {settleBatch} from './settle-items.ts';
