import type {NotificationFields} from '../domain/notification.ts';
import type {NotificationSnapshot, Operation, OperationState, RequestEntry} from '../storage/journal/operation.ts';
import {deletesOf, isAwaited, isAwaitedLater, isListedIn, isNamed, untilSecondListing, waitFor, type CreationVerdict, type JudgeContext, type Sighting} from './evidence.ts';
import {judgeCreation} from './judge-creation.ts';
import {overwrittenBeginning} from './post-texts.ts';
import {droppedBeginning, mayHaveEffect, overwrittenIfChanged} from './transitions.ts';

/** A change of the end of an operation that a later listing contradicts. */
export type Revision = {
	readonly state?: OperationState;
	readonly newId?: string;
	/** See `Operation`. */
	readonly overwritten?: NotificationSnapshot;
	/** The contradiction; not yet safe to show. It begins with `It counted as`. */
	readonly detail: string;
};

/** A contradiction, or `missing`: a complete listing does not show a notification that counted as kept; a second one decides. */
export type Contradiction = Revision | 'missing' | undefined;

/** The beginning of the detail of an operation whose end was contradicted: it is not contradicted again. */
export const revisedBeginning = 'It counted as ';

/**
Compares the end of an operation with a later listing: requests can take effect later than the settling time, or never although a listing seemed to show their effect. It sends nothing.

@param context - The clock, the settling time, and what was seen before.
@param operation - An operation that has ended and sent a request that may have taken effect.
@param requests - All its requests.
@param sighting - The listing. Its records may be limited to those that the operation may have created and those with its IDs.
*/
export function judgeEnd(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): Contradiction {
	const {state, kind, snapshot, newId} = operation;
	const oldId = kind === 'recreate' ? undefined : snapshot?.id;
	if (state === 'done') {
		return oldId !== undefined && oldId !== newId && isBack(context, operation, oldId, snapshot!.input, requests, sighting)
			? {state: 'failed', detail: againText(operation, oldId, sighting)}
			: undefined;
	}

	if (state === 'rolled-back' && newId !== undefined && isBack(context, operation, newId, operation.input!, requests, sighting)) {
		return {detail: `It counted as rolled back, but ${newId} is listed again. Delete it if it is not wanted.`};
	}

	const late = state === 'rolled-back' && newId !== undefined ? undefined : lateCreation(context, operation, requests, sighting);
	return late ?? (oldId === undefined ? undefined : lateDeletion(context, operation, oldId, requests, sighting));
}

/** Whether a notification that counted as gone is listed again, no DELETE of it can still take effect, and no later operation created or may have created it: some services use IDs again. */
function isBack(context: JudgeContext, operation: Operation, id: string, content: NotificationFields, requests: readonly RequestEntry[], sighting: Sighting): boolean {
	const deletes = deletesOf(requests, id);
	return isListedIn(sighting, id, content) && waitFor(context, deletes, sighting) === 0 && !context.log.isCreatedLater(operation, id) && !isAwaitedLater(context, operation.id, content);
}

/** Returns the sentence for a notification that counted as deleted and is listed again. */
function againText({kind, newId}: Operation, oldId: string, sighting: Sighting): string {
	if (kind !== 'replace') {
		return 'It counted as deleted, but is listed again.';
	}

	const again = `It counted as replaced, but ${oldId} is listed again`;
	return newId !== undefined && isListedIn(sighting, newId) ? `${again} beside ${newId}. Delete the one that is not wanted.` : `${again}.`;
}

function lateCreation(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): Revision | undefined {
	const {input, detail} = operation;
	if (input === undefined || [overwrittenBeginning, droppedBeginning].some(beginning => detail?.startsWith(beginning)) || !mayHaveEffect(requests.filter(({method}) => method === 'POST'))) {
		return undefined;
	}

	const verdict = judgeCreation(context, operation, requests, sighting);
	if (verdict.kind === 'overwritten') {
		return {detail: `It counted as not created, but overwrote ${verdict.id}. Undo creates what ${verdict.id} was again.`, overwritten: verdict.former};
	}

	const late = listedLate(operation, requests, verdict);
	const former = 'former' in verdict ? verdict.former : undefined;
	return late === undefined || former === undefined ? late : {...late, detail: `${late.detail} ${overwrittenIfChanged(former.id)}`, overwritten: former};
}

/** Returns the contradiction when a listing shows what may have been created late. */
function listedLate({kind, snapshot}: Operation, requests: readonly RequestEntry[], verdict: CreationVerdict): Revision | undefined {
	if (verdict.kind === 'ambiguous') {
		return {detail: `It counted as not created, but ${listedText(verdict.ids)}`};
	}

	if (verdict.kind !== 'certified' || verdict.id === snapshot?.id) {
		return undefined;
	}

	const {id, twins = []} = verdict;
	if (twins.length > 0) {
		return {detail: `It counted as not created, but ${listedText([id, ...twins])}`};
	}

	if (kind === 'replace') {
		return {detail: `It counted as not created, but ${id} with this content is listed beside ${snapshot!.id}. Delete the one that is not wanted.`};
	}

	return isNamed(requests, id)
		? {state: 'done', newId: id, detail: `It counted as not created, but is listed as ${id}.`}
		: {detail: `It counted as not created, but ${listedText([id])}`};
}

const listedText = (ids: readonly string[]): string => (
	ids.length === 1 ? `${ids[0]!} with this content is listed. Delete it if it is not wanted.` : `${ids.join(', ')} with this content are listed. Delete what is not wanted.`
);

function lateDeletion(context: JudgeContext, {kind, missingSince}: Operation, oldId: string, requests: readonly RequestEntry[], sighting: Sighting): Contradiction {
	const deletes = deletesOf(requests, oldId);
	if (!sighting.listing.complete || !deletes.some(request => isAwaited(request)) || isListedIn(sighting, oldId)) {
		return undefined;
	}

	if (untilSecondListing(context, missingSince, sighting) > 0) {
		return 'missing';
	}

	return kind === 'delete' ? {state: 'done', detail: 'It counted as not deleted, but is no longer listed.'} : {detail: `It counted as kept, but ${oldId} is no longer listed.${mayHaveEffect(deletes) ? ' Undo creates it again.' : ''}`};
}
