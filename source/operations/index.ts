/** Everything that acts on notifications, loaded together when the first operation begins: one chunk of the bundle. */
export {create} from './create.ts';
export {remove} from './delete.ts';
export {replace} from './replace.ts';
export {isAfterRequests} from './recent-listing.ts';
export {resume} from './resume.ts';
export {drop, rollBack} from './roll-back.ts';
export {settle} from './settle.ts';
export {takeSnapshot} from './snapshot.ts';
export {undo} from './undo.ts';
export {planSet} from './bulk/apply-set.ts';
export {planCreates} from './bulk/bulk-create.ts';
export {planDeletes, refusalWithout, withoutProtected} from './bulk/bulk-delete.ts';
export {planReplaces} from './bulk/bulk-replace.ts';
export {planBatchUndo, surveyUndo} from './bulk/bulk-undo.ts';
export {surveyRecreation} from './bulk/recreation-survey.ts';
export {dropBatch, runBatch, skipRest} from './bulk/run-batch.ts';
export {settleItems} from './bulk/settle-items.ts';
