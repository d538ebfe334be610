/** All that makes changes, loaded together when the first one begins: one chunk of the bundle. */
export {takeSnapshot} from './alike.ts';
export {isAfterRequests, look} from './look.ts';
export {plan, refusedBefore} from './plan.ts';
export {refuseChosen, runPlanned, runSet, settleSet, stopFollowing} from './run.ts';
export {asksOfUndo, findUndo, surveyRecreation, surveyUndo} from './undo.ts';
