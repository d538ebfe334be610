/** Everything that acts on notifications, loaded together when the first operation begins: one chunk of the bundle. */
export {create, drop, remove, replace, resume, rollBack, settle, undo} from './one.ts';
export {isAfterRequests} from './look.ts';
export {takeSnapshot} from './sent.ts';
export {planSet} from './plan.ts';
export {planCreates} from './plan.ts';
export {planDeletes, refusalWithout, withoutProtected} from './plan.ts';
export {planReplaces} from './plan.ts';
export {planBatchUndo, surveyUndo} from './undo.ts';
export {surveyRecreation} from './undo.ts';
export {dropBatch, runBatch, skipRest} from './run-set.ts';
export {settleBatch} from './settle-items.ts';
