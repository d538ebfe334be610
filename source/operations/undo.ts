import {failureSentence} from '../service/failure.ts';
import type {SentContentStore} from '../storage/small-stores.ts';
import {create, type CreateOutcome, type CreatePolicy} from './create.ts';
import {deleteOld} from './delete-step.ts';
import type {OperationContext} from './operation-context.ts';
import {refusedAsProtected, whyProtected} from './protected.ts';
import {replace} from './replace.ts';
import {takeSnapshot} from './snapshot.ts';
import {isSameUndo, listedIn, planUndo, type UndoJournal, type UndoPlan} from './undo-plan.ts';
import {fetchListing, refusedBefore} from './verify.ts';

/** The parts of the ledger that an undo reads. */
export type UndoLedger = {readonly journal: UndoJournal; readonly sent: Pick<SentContentStore, 'get'>};

const impossible = (reason: string) => ({kind: 'impossible', reason: `Nothing was sent: ${reason}`}) as const;

/**
Undoes an operation, as the operator confirmed it. A new listing must lead to the same plan, so that no notification changed in the meantime is deleted or replaced. The undo is an operation of its own: it can be resumed, rolled back and undone like any other.
*/
export async function undo(
	context: OperationContext,
	{journal, sent}: UndoLedger,
	plan: UndoPlan,
	policy: Pick<CreatePolicy, 'acceptedIds' | 'isUnchecked'>,
): Promise<CreateOutcome> {
	const {operation} = plan;
	if (plan.kind === 'impossible') {
		return impossible(plan.reason);
	}

	if (plan.kind === 'recreate') {
		return plan.isRedacted
			? impossible('it contains the API key, which is never stored.')
			: create(context, plan.input, {...policy, recreated: plan.deleted, undoes: operation.id});
	}

	context.onPhase?.('checking');
	const before = await fetchListing(context);
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return impossible(`the notifications could not be listed first. ${failureSentence(before.failure)}`);
	}

	const {records, complete} = before.listing;
	const again = planUndo(journal, operation, listedIn(records, complete));
	if (again.kind === 'impossible') {
		return impossible(again.reason);
	}

	if (!isSameUndo(plan, again) || again.kind === 'recreate') {
		return impossible('it was changed meanwhile. Look at it again.');
	}

	const why = whyProtected(context, takeSnapshot(again.target), records);
	if (why !== undefined) {
		return refusedAsProtected(why);
	}

	const snapshot = takeSnapshot(again.target, sent.get(context.profile, again.target.id));
	return again.kind === 'replace'
		? replace(context, snapshot, plan.kind === 'replace' ? plan.input : again.input, {undoes: operation.id, before})
		: deleteOld(
				context,
				await context.log.begin({
					profile: context.profile,
					profileName: context.profileName,
					kind: 'delete',
					snapshot,
					undoes: operation.id,
				}),
			);
}
