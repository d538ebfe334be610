import {type Failure, failureSentence, issuesOf} from '../service/failure.ts';
import {findDuplicates, findRewritten} from '../notification/equivalence.ts';
import type {Notification, NotificationInput} from '../notification/notification.ts';
import type {NotificationSnapshot, Operation} from '../ledger/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {
	fetchListing,
	listBeforeCreation,
	listBeforeDeletion,
	type ListingAttempt,
	refusedBefore,
	whyNotAsConfirmed,
} from './look.ts';
import {type BulkContext, itemAlone, type Note, toItemChange} from './item-set.ts';
import {createPauseControl} from './pool.ts';
import {isListedIn, unknownPriorId, type OperationContext, type Sighting} from './operation-context.ts';
import {
	createPendingDuplicateFinder,
	type OperationResult,
	pendingDuplicateText,
	refusedAsProtected,
	refusedByPolicy,
	type RefusedResult,
	whyProtected,
} from './refusals.ts';
import {runSet, takeBack, type RunResult, type RunWay} from './run-set.ts';
import {settleItems} from './settle-items.ts';
import {takeSnapshot} from './sent.ts';
import {afterRejection, dropped} from './transitions.ts';
import {isSameUndo, listedIn, planUndo, type UndoPlan, type UndoLedger} from './undo-plan.ts';

export type CreatePolicy = {
	/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
	readonly acceptedIds: ReadonlySet<string> | 'all';
	/** Whether to send even if the check for duplicates is not possible. */
	readonly isUnchecked: boolean;
	/** The deleted notification that this one recreates. */
	readonly recreated?: NotificationSnapshot | undefined;
	/** The operation that this one undoes. */
	readonly undoes?: number | undefined;
	/** The position in the input of the command, for the journal. */
	readonly place?: string | undefined;
};

export type CreateOutcome =
	| OperationResult
	| RefusedResult
	/** Nothing was sent because of duplicates that the operator has not accepted. */
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Notification[]}
	/** Nothing was sent because duplicates could not be ruled out: the check failed or, if `isPending`, an identical create was sent before and its outcome is unknown. Sanitise `reason` before showing it. `failure`: the failure of the listing. */
	| {
			readonly kind: 'unchecked';
			readonly reason: string;
			readonly isPending?: true;
			readonly failure?: Failure;
	  };

type ChangeOptions = {
	/** The operation that this one undoes. */
	readonly undoes?: number;
	/** The listing to start with; by default the account is listed first, unless it was listed a moment ago. */
	readonly before?: ListingAttempt;
};

const impossible = (reason: string) => ({kind: 'impossible', reason: `Nothing was sent: ${reason}`}) as const;

/**
Creates a notification: checks a listing for duplicates, a new one or one of a moment ago, then sends one POST, which is never retried. If its outcome is unknown, later listings are searched for a notification with this content that was not there before.
*/
export async function create(
	context: OperationContext,
	input: NotificationInput,
	{acceptedIds, isUnchecked, recreated, undoes, place}: CreatePolicy,
): Promise<CreateOutcome> {
	const refusal = recreated === undefined ? refusedByPolicy(context, input) : undefined;
	if (refusal !== undefined) {
		return refusal;
	}

	context.onPhase?.('checking');
	const {before, isPriorRecent} =
		recreated === undefined ? await listBeforeCreation(context) : {before: await fetchListing(context)};
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	const listing = 'listing' in before ? before.listing : undefined;
	const duplicates =
		listing === undefined || acceptedIds === 'all'
			? []
			: findDuplicates(input, listing.records).filter(({id}) => !acceptedIds.has(id));
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	if (!listing?.complete && !isUnchecked) {
		return 'failure' in before
			? {kind: 'unchecked', reason: failureSentence(before.failure), failure: before.failure}
			: {kind: 'unchecked', reason: listing?.complete === false ? listing.reason : ''};
	}

	const earlier = isUnchecked ? undefined : createPendingDuplicateFinder(context)(input);
	if (earlier !== undefined) {
		return {kind: 'unchecked', isPending: true, reason: pendingDuplicateText(earlier, context.now())};
	}

	const knownIds = listing === undefined ? [] : findRewritten(input, listing.records).map(({id}) => id);
	return begin(listing === undefined ? context : {...context, listed: () => listing.records}, {
		kind: recreated === undefined ? 'create' : 'recreate',
		input,
		snapshot: recreated,
		undoes,
		place,
		// Without a complete listing before the POST, no later listing can tell which notification is new.
		isPriorRecent,
		knownIds: listing?.complete ? knownIds : [...knownIds, unknownPriorId],
	});
}

/**
Edits a notification on a service that has no update (interface.md, "Endpoints"): creates the new one, confirms it in a listing, and only then deletes the old one. A crash at any point leaves at least one of them, and the journal says how to continue.
*/
export async function replace(
	context: OperationContext,
	snapshot: NotificationSnapshot,
	input: NotificationInput,
	{undoes, before: given}: ChangeOptions = {},
): Promise<OperationResult | RefusedResult> {
	if (given === undefined) {
		context.onPhase?.('checking');
	}

	const before = given ?? (await fetchListing(context));
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return impossible(`the notifications could not be listed first. ${failureSentence(before.failure)}`);
	}

	const {listing} = before;
	if (!listing.complete) {
		return impossible(`only a complete listing can tell the new notification from existing ones. ${listing.reason}`);
	}

	if (!isListedIn(before, snapshot.id)) {
		return impossible(`${sanitise(snapshot.id)} no longer exists.`);
	}

	const refusal = undoes === undefined ? refusedByPolicy(context, input) : undefined;
	const why = whyProtected(context, snapshot, listing.records);
	if (refusal !== undefined || why !== undefined) {
		return refusal ?? refusedAsProtected(why!);
	}

	return begin(
		{...context, listed: () => listing.records},
		{
			kind: 'replace',
			input,
			snapshot,
			undoes,
			knownIds: findRewritten(input, listing.records).map(({id}) => id),
		},
	);
}

/**
Deletes a notification with one DELETE, if a listing shows it with the content that was confirmed. Its content is written to the journal first, so that it can be recreated. If the outcome is unknown or the service answers 404, the listing decides; only a complete listing proves absence.
*/
export async function remove(
	context: OperationContext,
	snapshot: NotificationSnapshot,
	{undoes, before: given}: ChangeOptions = {},
): Promise<OperationResult | RefusedResult> {
	if (given === undefined) {
		context.onPhase?.('checking');
	}

	const before = given ?? (await listBeforeDeletion(context));
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return impossible(`a listing must show first what is deleted. ${failureSentence(before.failure)}`);
	}

	const changed = whyNotAsConfirmed(before, snapshot);
	if (changed !== undefined) {
		return impossible(`${changed}.`);
	}

	const why = whyProtected(context, snapshot, before.listing.records);
	return why === undefined ? begin(context, {kind: 'delete', snapshot, undoes}, before) : refusedAsProtected(why);
}

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

	const snapshot = takeSnapshot(again.target, sent.get(context.profile, again.target.id));
	return again.kind === 'replace'
		? replace(context, snapshot, plan.kind === 'replace' ? plan.input : again.input, {undoes: operation.id, before})
		: remove(context, snapshot, {undoes: operation.id, before});
}

/** Writes a change to the journal, and runs it. `shown`: the listing that shows what it deletes. */
async function begin(
	context: OperationContext,
	change: Omit<Parameters<OperationContext['log']['begin']>[0], 'profile' | 'profileName'>,
	shown?: Sighting,
): Promise<OperationResult> {
	const {profile, profileName, log} = context;
	return run(context, await log.begin({profile, profileName, ...change}), {intent: 'continue', shown});
}

type ResumeOptions = {
	/** Whether the operator allows sending a request again that is known to have had no effect. */
	readonly mayResend?: boolean;
	/** The ID of the new notification, chosen by the operator from several candidates. */
	readonly chosenId?: string | undefined;
};

/**
Continues an operation from its state in the journal, to its end or to the point where the operator must decide. Each state is on disk before the next request is sent. A POST is sent once, unless the operator allows another. Nothing is deleted before its replacement has been listed.
*/
export async function resume(
	context: OperationContext,
	operation: Operation,
	{mayResend = false, chosenId}: ResumeOptions = {},
): Promise<OperationResult> {
	return run(context, operation, {intent: mayResend ? 'resend' : 'finish', chosenId});
}

/**
Rolls back an unfinished operation. Deletes the notification it created, if the old one is listed (or there never was one) and no DELETE of the old one can still take effect. One that no response named is deleted only if the operator chose it (`chosenId`). A notification that it was to delete is kept.
*/
export async function rollBack(
	context: OperationContext,
	operation: Operation,
	chosenId?: string,
): Promise<OperationResult> {
	return run(context, operation, {intent: 'roll-back', chosenId});
}

/** Stops tracking a pending operation. Nothing is sent, and requests already sent may still take effect. */
export async function drop(context: OperationContext, operation: Operation): Promise<OperationResult> {
	if (operation.state === 'planned') {
		return rollBack(context, operation);
	}

	await context.log.changeItems([toItemChange(operation, dropped(operation))]);
	return toResult(context, operation.id);
}

const nothingSent = 'Nothing was sent.';
const nothingSentOf = {create: nothingSent, replace: nothingSent, delete: nothingSent, recreate: nothingSent} as const;

/** Acts on one change as a set of one. */
async function run(
	context: OperationContext,
	operation: Operation,
	{intent, chosenId, shown}: RunWay,
): Promise<OperationResult> {
	const {id, state, kind} = operation;
	const {log} = context;
	if (operation.endedAt !== undefined) {
		return toResult(context, id);
	}

	const isTakenBack = intent === 'roll-back';
	const notes = new Map<number, Note>();
	const bulk: BulkContext = {
		context,
		journal: log,
		notes,
		pauseControl: createPauseControl(),
		onProgress: () => undefined,
	};
	// What is sent at once was checked before it was written down.
	const isResumed = state === 'planned' && (intent === 'finish' || intent === 'resend');
	const why = isResumed ? await whyNotSent(context, operation) : undefined;
	if (why !== undefined) {
		await log.changeItems([toItemChange(operation, why)]);
		return toResult(context, id);
	}

	const set = itemAlone(log, id);
	const result = isTakenBack
		? await takeBack(bulk, set, {intent, chosenId}, nothingSentOf)
		: await runSet(bulk, set, {
				intent,
				chosenId,
				shown,
				// What a DELETE did is told before another one is sent.
				isOnlyVerified: intent === 'finish' && (state === 'deleting' || (state === 'undoing' && kind !== 'replace')),
			});
	await endRun(context, id, operation, result, notes);
	return toResult(context, id, notes.get(id), result);
}

/** Why a planned change is not sent as it is. */
async function whyNotSent(
	context: OperationContext,
	{kind, snapshot, isRedacted}: Operation,
): Promise<{readonly state?: 'failed'; readonly detail: string} | undefined> {
	if (isRedacted === true && kind !== 'delete') {
		return {detail: 'It contains the API key, which is never stored. Roll it back, then enter it again.'};
	}

	const why = snapshot === undefined || kind === 'recreate' ? undefined : whyProtected(context, snapshot);
	if (why !== undefined || kind !== 'delete') {
		return why === undefined ? undefined : {detail: why};
	}

	const before = await listBeforeDeletion(context);
	if ('failure' in before) {
		return {
			detail: `Nothing was sent: a listing must show first what is deleted. ${failureSentence(before.failure)}`,
		};
	}

	const changed = whyNotAsConfirmed(before, snapshot!);
	return changed === undefined ? undefined : {state: 'failed', detail: `Nothing was sent: ${changed}.`};
}

/** Ends one whose request was refused, and says why one stays open of which nothing else says so. */
async function endRun(
	{log}: OperationContext,
	id: number,
	before: Operation,
	{failure}: RunResult,
	notes: ReadonlyMap<number, Note>,
): Promise<void> {
	const operation = log.get(id)!;
	const sent = notes.get(id)?.failure;
	if (operation.state === 'planned' && sent !== undefined) {
		const state = operation.input === undefined ? 'deleting' : 'creating';
		const end = afterRejection({...operation, state}, sent);
		await log.changeItems([{...toItemChange(operation, end), issues: issuesOf(sent)}]);
	} else if (
		operation.state === 'created' &&
		before.state === 'created' &&
		failure !== undefined &&
		sent === undefined
	) {
		const detail = `${operation.newId!} could not be verified, so nothing was deleted. ${failureSentence(failure)}`;
		await log.changeItems([toItemChange(operation, {detail})]);
	} else if (before.state === 'undoing' && operation.state !== 'rolled-back' && operation.kind !== 'replace') {
		const detail = 'A roll-back was started, so it cannot be finished. Roll it back.';
		await log.changeItems([toItemChange(operation, {detail})]);
	}
}

/** What became of an operation. */
function toResult(
	{log}: OperationContext,
	id: number,
	{failure, candidates, isAccepted, cause}: Note = {},
	result?: RunResult,
): OperationResult {
	const operation = log.get(id)!;
	switch (operation.state) {
		case 'done': {
			return {kind: 'done', operation};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation, ...(failure !== undefined && {failure})};
		}

		case 'planned':
		case 'creating':
		case 'created':
		case 'deleting':
		case 'undoing': {
			return {
				kind: isAccepted ? 'accepted' : 'open',
				operation,
				reason: operation.detail ?? result?.unresolvedReason ?? '',
				failure: failure ?? result?.failure,
				...(candidates !== undefined && {candidates}),
				...(cause !== undefined && {cause}),
			} as OperationResult;
		}
	}
}

/**
Concludes from a listing the outcome of a pending operation. It sends nothing.

@returns Undefined if the listing proves nothing new.
*/
export async function settle(
	context: OperationContext,
	operation: Operation,
	sighting: Sighting,
): Promise<OperationResult | undefined> {
	const {log} = context;
	await settleItems({context, journal: log}, itemAlone(log, operation.id), {intent: 'settle'}, sighting);
	return log.get(operation.id)!.state === operation.state ? undefined : toResult(context, operation.id);
}
