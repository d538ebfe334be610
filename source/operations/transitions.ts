import {namesTwins, sentTwice} from '../notification/operation-texts.ts';
import {type Failure, failureSentence, failureText} from '../service/failure.ts';
import type {NotificationSnapshot, Operation, OperationState, RequestEntry} from '../ledger/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {DeletionVerdict, OperationContext, Sighting} from './operation-context.ts';
import {lowerFirst} from '../platform/text.ts';

/** The reason why an operation is judged. */
export type Intent =
	/** A listing was read without a request from the operator: nothing is sent. */
	| 'settle'
	/** The request was just sent, and the operation continues by itself. */
	| 'continue'
	/** The operator finishes it. */
	| 'finish'
	/** The operator finishes the operation, and a request that had no effect is sent again. */
	| 'resend'
	/** The operator rolls it back. */
	| 'roll-back'
	/** The operator ends the batch as it is: existing notifications stay, and nothing more is sent. */
	| 'skip';

/** The facts that a transition depends on, besides the operation and the verdict. */
export type Facts = {
	readonly intent: Intent;
	/** All requests of the operation, from the journal. */
	readonly requests: readonly RequestEntry[];
	/** The listing that the verdict is based on; undefined if there was none. */
	readonly sighting?: Sighting | undefined;
	/** The failure of the request just sent. */
	readonly failure?: Failure | undefined;
	/** Whether there is no listing that shows the old notification of a replacement. */
	readonly isOldMissing?: boolean | undefined;
	/** Whether the listing does not show the new one. */
	readonly isNewMissing?: boolean | undefined;
	/** The undocumented members that the service changed (`changedMembers`). */
	readonly changed?: string | undefined;
	/** The new notifications besides its own that have the content that was sent (`twinsOf`). */
	readonly twins?: readonly string[] | undefined;
	/** The sentence that says until when a pending request can take effect (`waitingText`). */
	readonly waiting?: string | undefined;
	/** Milliseconds. */
	readonly settlingTime: number;
};

/** The next state of an operation. A property that is left out stays as it is. */
export type Transition = {
	readonly state?: OperationState;
	readonly newId?: string;
	/** The result, or the reason why the operation is open; '' clears it. Not yet safe to show. */
	readonly detail?: string | undefined;
	/** See `Operation`. */
	readonly overwritten?: NotificationSnapshot;
	/** Whether the service confirmed the request and only a listing is missing. */
	readonly isAccepted?: true;
	/** The IDs that may belong to the new notification. */
	readonly candidates?: readonly string[];
};

/** A verdict, or `pending` if there was no listing. */
export type OrNoListing<T> = T | {readonly kind: 'pending'; readonly wait: number};

/** Returns the transition of an operation whose request the service rejected. No earlier request may have taken effect. */
export function afterRejection(operation: Operation, failure: Failure): Transition {
	const {state, kind, snapshot} = operation;
	if (state === 'undoing') {
		return newIsKept(operation, failure);
	}

	return kind === 'replace' && state === 'deleting'
		? {
				state: 'created',
				detail: `${bothExist(operation)}: deleting ${snapshot!.id} failed. ${failureSentence(failure)}`,
			}
		: {state: 'failed', detail: failureText(failure)};
}

/** Whether a listing still shows the notification that was to be deleted. */
export const isListed = (verdict: OrNoListing<DeletionVerdict>): boolean =>
	verdict.kind === 'kept' || (verdict.kind === 'pending' && 'isListed' in verdict && verdict.isListed);

/** Returns the transition when the new notification still exists, so that the operation can be rolled back again or finished. */
export const newIsKept = ({kind, newId}: Operation, failure: Failure | undefined): Transition => ({
	state: kind === 'replace' ? 'created' : 'creating',
	detail: `Deleting ${newId!} failed. ${failure === undefined ? 'It is still listed.' : failureSentence(failure)}`,
});

/** The sentence that says why an operator is asked before a new notification is deleted. Not yet safe to show. */
export const unnamedText = (id: string): string =>
	`No response named ${id} as the new one, so somebody else may have created it.`;

/** Returns the transition of an operation that is rolled back, if its new notification is deleted only once the operator has named it. */
export const nameFirst = (id: string): Transition => ({
	detail: `${unnamedText(id)} It is deleted only if you name it.`,
	candidates: [id],
});

/** The beginning of the detail of an operation that is no longer followed. */
const droppedBeginning = 'You stopped following it';

/** Returns the transition of an operation that is no longer followed. Nothing is sent. */
export const dropped = ({detail}: Pick<Operation, 'detail'>): Transition => ({
	state: 'failed',
	detail: `${droppedBeginning}; what was sent may still take effect. ${detail ?? ''}`.trimEnd(),
});

export const isConfirmed = (requests: readonly RequestEntry[]): boolean =>
	requests.some(({outcome}) => outcome === 'ok');

/** Whether an earlier request may have taken effect. Then the rejection of a later one does not prove that nothing happened. */
export const mayHaveEffect = (requests: readonly RequestEntry[]): boolean =>
	requests.some(({outcome}) => ['sent', 'unknown', 'ok'].includes(outcome));

/** The beginning of a sentence that says why the old notification of a replacement still exists. */
export const bothExist = ({snapshot, newId}: Operation): string => `Both ${snapshot!.id} and ${newId!} exist`;

/** Returns the detail that clears an existing one; undefined if there is none to clear. */
export const clearedDetail = (detail: string | undefined): string | undefined =>
	detail === undefined ? undefined : '';

export const twinsText = (twins: readonly string[]): string =>
	`${twins.join(', ')} ${twins.length === 1 ? 'is' : 'are'} new and identical: ${sentTwice}. Delete what is not wanted.`;

/** Returns a transition whose detail also names other new notifications with the same content, and those that an earlier listing showed: a later one can be behind. */
export const withTwins = (
	transition: Transition,
	twins: readonly string[] | undefined,
	{detail}: Pick<Operation, 'detail'>,
): Transition => {
	const earlier = namesTwins(detail) ? detail! : '';
	const others = (twins ?? []).filter(id => !earlier.split(/[\s,]+/v).includes(sanitise(id)));
	const texts = [transition.detail ?? '', earlier, others.length === 0 ? '' : twinsText(others)].filter(
		text => text !== '',
	);
	return earlier === '' && others.length === 0 ? transition : {...transition, detail: texts.join(' ')};
};

/** The sentence for a notification that was listed before with other content. */
const overwrittenIfChanged = (id: string): string => `If ${id} has changed, the service overwrote it.`;

/** Returns a transition whose detail also says that the notification that the response named may have been overwritten, if that is not the new one. */
export const withOverwritten = (
	transition: Transition,
	{overwritten, newId}: Pick<Operation, 'overwritten' | 'newId'>,
): Transition =>
	overwritten === undefined || overwritten.id === newId
		? transition
		: {...transition, detail: `${transition.detail ?? ''} ${overwrittenIfChanged(overwritten.id)}`.trimStart()};

/** The sentences for requests whose outcome is not known, not yet safe to show: `Not known whether it was created: the service failed (500).` `failure`: that of the request just sent. */
export function unknownText(what: string, requests: readonly RequestEntry[], failure: Failure | undefined): string {
	if (failure !== undefined && failure.outcome !== 'unknown') {
		// An earlier request may still have taken effect.
		return `${failureText(failure)} ${unknownText(what, requests, undefined)}`;
	}

	return `Not known whether ${what}: ${lowerFirst(unknownReason(requests, failure))}`;
}

/** The reason why the outcome of requests is not known: that of the request just sent, or else of the last one that may have taken effect. */
function unknownReason(requests: readonly RequestEntry[], failure: Failure | undefined): string {
	const {summary = 'no response was recorded.'} =
		requests.findLast(({outcome}) => outcome === 'unknown' || outcome === 'sent') ?? requests.at(-1) ?? {};
	return failure === undefined ? summary : failureText(failure);
}

/** The reason why no listing decides, to be said after `unknownText`: what that says already is not repeated. */
export const listingProblem = (
	problem: string | undefined,
	requests: readonly RequestEntry[],
	failure: Failure | undefined,
): string | undefined =>
	problem !== undefined && unknownReason(requests, failure).includes(problem)
		? 'The listing failed in the same way.'
		: problem;

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

/** The words that say that a notification still exists. They say so only if the listing at hand shows it: somebody else may have deleted one that is missing there. `nothing`: the first of the other words, in capitals at the beginning of a sentence. Not yet safe to show. */
export const keptText = (id: string, isMissing = false, nothing: 'nothing' | 'Nothing' = 'nothing'): string =>
	isMissing ? `${nothing} was deleted` : `${id} was kept`;
