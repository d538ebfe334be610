import {useState} from 'react';
import {createProtection} from '../../query/rules.ts';
import {recordsById} from '../../query/changes.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {placeOf} from '../../session/session.ts';
import type {Batch} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {refusalIn} from '../api-key/refusal-in.ts';
import {bulkNotice} from '../bulk/bulk-lines.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {hasPendingChanges} from '../shared/use-ledger.ts';
import {useTask} from '../ui/use-task.ts';
import {droppedNotice, resultNotice, skipProblem} from './recovery-text.ts';

/** The ways to end an operation without a question. */
type Method = 'finish' | 'rollBack';

/** The candidates for the new notification that the last attempt found. */
type Candidates = {readonly operation: number; readonly method: Method; readonly ids: readonly string[]};

/** Ends pending changes. The screen is left with the last of them. `itemsOf`: the batch whose open items are shown; undefined for all pending changes. */
export function usePendingActions(itemsOf: number | undefined) {
	const session = useSession();
	const {ledger, profileKey} = session;
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	const task = useTask();
	const {isRunning, phases, cancel} = task;
	const start: typeof task.start = (run, onDone) => {
		task.start(async options => {
			options.onPhase('checking');
			return run(options);
		}, onDone);
	};

	const [found, setFound] = useState<Candidates>();

	const leaveOrStay = (notice: Notice) => {
		if (ledger !== undefined && !hasPendingChanges(ledger, profileKey)) {
			pop(notice, ['recovery']);
		} else if (itemsOf !== undefined && ledger?.journal.openItems(itemsOf, {after: 0, limit: 1}).length === 0) {
			pop(notice);
		} else {
			announce(notice);
		}
	};

	/** Asks for the name of a protected notification that a change would delete. Returns false if it is not known to be one. */
	const askName = (id: string | undefined, act: () => void): boolean => {
		const target = recordsById(recordsOf(listing)).get(id);
		const rules = session.rules.get();
		const rule = target?.kind === 'notification' && rules !== undefined ? createProtection(rules)(target) : undefined;
		if (rule !== undefined && target?.kind === 'notification') {
			push({name: 'protected', subject: {target, rule}, onConfirm: act});
		}

		return rule !== undefined;
	};

	const continueOperation = ({id}: Operation, method: Method, chosenId?: string, isUnprotected = false) => {
		start(
			async options => session.operations[method](id, {...options, chosenId, isUnprotected}),
			result => {
				if (
					result.kind === 'open' &&
					result.cause !== undefined &&
					askName(chosenId ?? result.operation.newId, () => {
						continueOperation(result.operation, method, chosenId, true);
					})
				) {
					return;
				}

				if (result.kind === 'open' || result.kind === 'accepted') {
					setFound({
						operation: result.operation.id,
						method,
						ids: 'candidates' in result ? (result.candidates ?? []) : [],
					});
					announce({tone: 'warning', text: `? ${sanitise(result.reason)}`, refusal: refusalIn(result)});
				} else {
					setFound(undefined);
					leaveOrStay(resultNotice(result));
				}
			},
		);
	};

	const drop = (id: number) => {
		start(
			async ({signal}) => session.operations.drop(id, signal),
			result => {
				if (result.kind === 'open' || result.kind === 'accepted') {
					announce({tone: 'warning', text: `? ${sanitise(result.reason)}`, refusal: refusalIn(result)});
				} else {
					leaveOrStay(droppedNotice);
				}
			},
		);
	};

	const endBatch = (how: 'skipRest' | 'dropBatch', {id, kind}: Batch) => {
		start(
			async ({signal}) => session.operations[how](id, signal),
			outcome => {
				const problem = skipProblem(kind, outcome);
				if (problem !== undefined) {
					announce(problem);
				} else if (outcome.kind === 'ended') {
					leaveOrStay(how === 'dropBatch' ? droppedNotice : bulkNotice(kind, outcome.counts, placeOf(session)));
				}
			},
		);
	};

	return {isRunning, phases, cancel, found, continueOperation, drop, endBatch};
}
