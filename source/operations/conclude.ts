import {issuesOf, type Failure} from '../service/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {
	pendingChange,
	type CreationVerdict,
	type DeletionVerdict,
	type Sighting,
	type OperationContext,
} from './operation-context.ts';
import type {ImpossibleResult, OperationResult} from './operation-result.ts';
import type {Facts, Transition} from './transitions.ts';

/** The reason why a POST or DELETE is judged, and the failure of the request just sent. */
export type ConcludeOptions = Partial<Pick<Facts, 'intent' | 'failure'>>;

/** Writes a transition to the journal. `failure`: the failure of the last request. */
export async function applyTransition(
	context: OperationContext,
	operation: Operation,
	{state, newId, detail, overwritten, isAccepted, candidates}: Transition,
	failure?: Failure,
): Promise<Exclude<OperationResult, ImpossibleResult>> {
	// The detail may contain IDs from the service.
	const shown = detail === undefined ? undefined : sanitise(detail);
	const after = await context.log.advance(operation.id, {
		state,
		newId,
		detail: shown,
		overwritten,
		issues: failure && issuesOf(failure),
	});
	switch (after.state) {
		case 'done': {
			return {kind: 'done', operation: after};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation: after, failure};
		}

		case 'planned':
		case 'creating':
		case 'created':
		case 'deleting':
		case 'undoing': {
			return {
				kind: isAccepted ? 'accepted' : 'open',
				operation: after,
				reason: shown ?? '',
				failure,
				...(candidates !== undefined && {candidates}),
			};
		}
	}
}

/** Leaves an operation in its state, for the operator to finish or roll back; the journal keeps the reason. `failure`: the failure of the last request. */
export const leaveOpen = async (
	context: OperationContext,
	operation: Operation,
	reason: string,
	failure?: Failure,
): Promise<OperationResult> => applyTransition(context, operation, {detail: reason}, failure);

/** Records in the journal what a pending verdict says that later listings no longer tell. */
export async function notePending(
	{log}: OperationContext,
	operation: Operation,
	verdict: DeletionVerdict | CreationVerdict,
	sighting: Sighting,
): Promise<undefined> {
	const change = pendingChange(operation, verdict, sighting);
	if (change !== undefined) {
		await log.advance(operation.id, change);
	}
}

/** The wait of a pending request: milliseconds until listings decide, and the reason why none has decided yet. `isCreation`: it is a POST. */
type Waiting = {
	readonly wait: number;
	readonly isMissing?: true | undefined;
	readonly problem?: string | undefined;
	readonly isCreation?: boolean;
};

/** Returns the sentence that says until when a request can still take effect, and why no listing can decide before that. */
export function waitingText(
	{now}: Pick<OperationContext, 'now'>,
	{wait, isMissing, problem, isCreation = false}: Waiting,
): string {
	if (isMissing) {
		return 'A complete listing does not show it; a second one decides.';
	}

	const until =
		wait > 0
			? `chainbell ${isCreation ? 'looks for it' : 'checks every listing'} until ${timeText(now() + wait)}.`
			: 'The next complete listing decides.';
	return problem === undefined ? until : `${problem} ${until}`;
}

/** The local time of day, as `HH:MM:SS`. */
const timeText = (at: number): string => new Date(at).toTimeString().slice(0, 8);
