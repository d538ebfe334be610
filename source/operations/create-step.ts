import {recordsById} from '../query/changes.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {applyTransition, leaveOpen, waitingText, type ConcludeOptions} from './conclude.ts';
import {continueReplace} from './delete-step.ts';
import {
	certifyChoice,
	isListedIn,
	recordWithId,
	type CreationVerdict,
	type Sighting,
	saveSentContent,
	type AcceptedAnswer,
	type OperationContext,
} from './operation-context.ts';
import {changedMembers} from './kept-members.ts';
import type {OperationResult} from './operation-result.ts';
import {sendCreate} from './send.ts';
import {afterPost} from './after-post.ts';
import {afterRejection, mayHaveEffect} from './transitions.ts';
import {listingProblem} from './unknown-text.ts';
import {verifyCreation, type Verified} from './verify.ts';

/** Sends the POST of an operation, and searches listings for the new notification. */
export async function post(context: OperationContext, operation: Operation): Promise<OperationResult> {
	if (operation.isRedacted === true) {
		return leaveOpen(
			context,
			operation,
			'It contains the API key, which is never stored. Roll it back, then enter it again.',
		);
	}

	const mayExist = mayHaveEffect(context.log.requestsOf(operation.id));
	const creating = await context.log.advance(operation.id, {state: 'creating'});
	context.onPhase?.('creating');
	const toAccepted = answerReader(context);
	const created = await sendCreate(context, operation);
	context.onPhase?.('finding', created.ok ? {accepted: toAccepted(created.value.id)} : undefined);
	return !created.ok && created.failure.outcome !== 'unknown' && !mayExist
		? applyTransition(context, creating, afterRejection(creating, created.failure), created.failure)
		: concludeCreate(context, creating, await verifyCreation(context, creating), {
				failure: created.ok ? undefined : created.failure,
			});
}

/** Returns a function that says what an answer to the POST claims. Call this before the POST, as `overwrittenFinder`. */
function answerReader({
	listed,
	lastListed = listed,
}: Pick<OperationContext, 'listed' | 'lastListed'>): (id: string | undefined) => AcceptedAnswer {
	const records = lastListed?.() ?? [];
	return id => ({id, wasListed: id !== undefined && recordsById(records).has(id)});
}

/** Sends the POST of an operation again. What it may overwrite is known from the listing that was judged before it: what that does not show any more was not overwritten. */
async function postAgain(
	context: OperationContext,
	operation: Operation,
	sighting: Sighting | undefined,
): Promise<OperationResult> {
	if (sighting?.listing.complete !== true) {
		return post(context, operation);
	}

	const {records} = sighting.listing;
	const isGone = operation.overwritten !== undefined && !isListedIn(sighting, operation.overwritten.id);
	return post(
		{...context, listed: () => records},
		isGone ? await context.log.advance(operation.id, {overwritten: null}) : operation,
	);
}

/** Applies the verdict of listings on a POST: ends the operation, leaves it open or sends the POST again. A replacement whose new notification is listed continues by deleting the old one, unless it is only settled. */
export async function concludeCreate(
	context: OperationContext,
	operation: Operation,
	verified: Verified<CreationVerdict>,
	{intent = 'continue', failure}: ConcludeOptions = {},
): Promise<OperationResult> {
	const {verdict, sighting, problem} = verified;
	const {log, settlingTime} = context;
	const certifiedId = verdict.kind === 'certified' ? verdict.id : undefined;
	if (verdict.kind === 'certified' || verdict.kind === 'overwritten') {
		await saveSentContent(context, verdict.id, operation.input!);
	}

	const requests = log.requestsOf(operation.id);
	const transition = afterPost(operation, verdict, {
		intent,
		requests,
		sighting,
		isOldMissing:
			operation.kind === 'replace' && (sighting === undefined || !isListedIn(sighting, operation.snapshot!.id)),
		failure,
		changed:
			certifiedId === undefined ? undefined : changedMembers(operation, recordWithId(sighting!, certifiedId), log),
		waiting:
			verdict.kind === 'pending'
				? waitingText(context, {
						...verdict,
						problem: listingProblem(
							problem,
							requests.filter(({method}) => method === 'POST'),
							failure,
						),
						isCreation: true,
					})
				: undefined,
		settlingTime,
	});
	if (transition.next === 'send-again') {
		return postAgain(context, operation, sighting);
	}

	const result = await applyTransition(
		context,
		operation,
		transition,
		verdict.kind === 'pending' ? (failure ?? verified.failure) : undefined,
	);
	return transition.next === 'delete-old' ? continueReplace(context, result.operation, sighting!) : result;
}

/** Continues with the notification that the operator chose among several. */
export async function concludeChosen(
	context: OperationContext,
	operation: Operation,
	verified: Verified<CreationVerdict>,
	chosenId: string,
): Promise<OperationResult> {
	const {verdict} = verified;
	const id = verdict.kind === 'pending' ? undefined : certifyChoice(verdict, chosenId);
	return id === undefined
		? leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`)
		: concludeCreate(context, operation, {
				...verified,
				verdict: {
					kind: 'certified',
					id,
					twins: verdict.kind === 'ambiguous' ? verdict.ids.filter(other => other !== id) : [],
					...('former' in verdict && {former: verdict.former}),
				},
			});
}
