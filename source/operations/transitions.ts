import {failureSentence, failureText, type Failure} from '../api/failure.ts';
import {findAsSent} from '../domain/equivalence.ts';
import type {NotificationSnapshot, Operation, OperationState, RequestEntry} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {alreadyGone, changedElsewhereText, keptText, oldGoneText} from './contested.ts';
import {deletesOf, recordsById, unknownPriorId, type CreationVerdict, type DeletionVerdict, type Sighting} from './evidence.ts';

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
	/** The ID of the notification that somebody else replaced the old one with. */
	readonly theirs?: string | undefined;
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
	/** The request to send next. */
	readonly next?: 'send-again' | 'delete-old';
	/** Whether the service confirmed the request and only a listing is missing. */
	readonly isAccepted?: true;
	/** The IDs that may belong to the new notification. */
	readonly candidates?: readonly string[];
};

/** A verdict, or `pending` if there was no listing. */
export type OrNoListing<T> = T | {readonly kind: 'pending'; readonly wait: number};

/** Returns the transition of an operation in the state `creating`, by the verdict of listings on its POST. */
export function afterPost(operation: Operation, verdict: OrNoListing<CreationVerdict>, facts: Facts): Transition {
	const {intent, requests, failure, changed, isOldMissing, waiting = ''} = facts;
	const {kind, snapshot} = operation;
	const posts = requests.filter(({method}) => method === 'POST');
	const confirmed = posts.findLast(({outcome}) => outcome === 'ok');
	const answer = answerText(posts, failure);
	switch (verdict.kind) {
		case 'certified': {
			const {id: newId} = verdict;
			if (intent === 'settle' && verdict.isUnconfirmed && operation.detail === sanitise(nameFirst(newId).detail!)) {
				// The operator is rolling it back.
				return {};
			}

			const found = foundText(operation, newId, confirmed, verdict.twins);
			if (kind === 'replace') {
				return newId === snapshot!.id ? keptId(newId) : created(operation, newId, found, intent);
			}

			return {state: 'done', newId, detail: changed === undefined ? found : `${found ?? ''} The service lists ${changed}.`.trim()};
		}

		case 'overwritten': {
			return {state: 'failed', detail: overwrittenText(operation, verdict.id, isOldMissing), overwritten: verdict.former};
		}

		case 'ambiguous': {
			const text = ambiguousText(operation, verdict);
			return {detail: failure === undefined ? text : `${answer}${text}`, candidates: verdict.ids};
		}

		case 'absent': {
			return confirmed === undefined ? notCreated(intent, answer, verdict.adoptedId) : neverListed(operation, confirmed.target, facts);
		}

		case 'pending': {
			const probably = 'probableId' in verdict ? `probably it is ${verdict.probableId}` : undefined;
			if (confirmed === undefined) {
				return {detail: `${answer}Outcome unknown: ${probably ?? 'it may have been created, but no listing shows it'}. ${waiting}`};
			}

			// The ID in a response may belong to another notification.
			const seen = `The service confirmed it${asId(confirmed.target)}, but ${probably ?? 'no listing shows it yet'}`;
			return kind === 'replace' ? {detail: `${seen}, so ${keptText(snapshot!.id, isOldMissing)}. ${waiting}`} : {detail: `${seen}. ${waiting}`, isAccepted: true};
		}
	}
}

/** Returns the transition when the new notification of a replacement is listed and the old one is to be deleted. `found`: how the new one was found. */
function created({snapshot}: Operation, newId: string, found: string | undefined, intent: Intent): Transition {
	if (intent === 'settle') {
		return {state: 'created', newId, detail: `${newId} is listed now: finish the edit to delete ${snapshot!.id}, or roll it back.`};
	}

	return {state: 'created', newId, detail: found, ...(intent !== 'skip' && {next: 'delete-old'})};
}

/** Returns the transition when nothing was created and no response says otherwise. */
function notCreated(intent: Intent, answer: string, adoptedId: string | undefined): Transition {
	if (adoptedId !== undefined) {
		return {state: 'failed', detail: `${answer}Not created, unless it is ${adoptedId}, which counts as the new notification of another change.`};
	}

	if (intent === 'resend') {
		return {state: 'planned', next: 'send-again'};
	}

	return intent === 'roll-back' || intent === 'skip'
		? {state: 'rolled-back', detail: 'Nothing was created.'}
		: {state: 'failed', detail: `${answer}Not created. It does not appear in the listing.`};
}

/** Returns the transition when the service confirmed the POST but the notification is still not listed after the settling time. The POST is not sent again. */
function neverListed(operation: Operation, named: string | undefined, {intent, sighting, isOldMissing, settlingTime}: Facts): Transition {
	if (isUnchanged(operation, named, sighting)) {
		return keptId(named!);
	}

	if (named !== undefined && operation.overwritten === undefined && !operation.knownIds.includes(named) && recordsById(sighting?.listing.records ?? []).has(named)) {
		return {state: 'failed', detail: `The service confirmed it as ID ${named}, but ${named} is listed with other content: it may have been overwritten.`};
	}

	const seen = `The service confirmed it${asId(named)}, but`;
	if (operation.kind === 'replace') {
		const {id} = operation.snapshot!;
		if (sighting?.listing.complete === true && !recordsById(sighting.listing.records).has(id)) {
			return {state: 'failed', detail: `Neither ${id} nor what was sent is listed, although the service confirmed it${asId(named)}.`};
		}

		return {state: 'failed', detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it. ${keptText(operation.snapshot!.id, isOldMissing, 'Nothing')}.`};
	}

	return {state: intent === 'roll-back' || intent === 'skip' ? 'rolled-back' : 'failed', detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it.`};
}

/** The beginning of the detail of an operation that ended because the service overwrote another notification. */
export const overwrittenBeginning = 'The service overwrote ';

/** Returns the sentence for a service that overwrote another notification. */
const overwrittenText = ({kind, snapshot}: Operation, id: string, isOldMissing: boolean | undefined): string => (
	`${overwrittenBeginning}${id} instead of creating a notification.${kind === 'replace' ? ` ${keptText(snapshot!.id, isOldMissing, 'Nothing')}.` : ''} Undo creates what ${id} was again.`
);

/** Returns the transition of an operation in the state `deleting` (the old notification) or `undoing` (the new one), by the verdict of listings on its DELETE. */
export function afterDelete(operation: Operation, verdict: OrNoListing<DeletionVerdict>, facts: Facts): Transition {
	const isUndoing = operation.state === 'undoing';
	switch (verdict.kind) {
		case 'gone': {
			return isUndoing ? newIsGone(operation, facts) : oldIsGone(operation, facts);
		}

		case 'kept': {
			return isUndoing ? newIsKept(operation, facts.failure) : oldIsKept(operation, facts);
		}

		case 'pending': {
			// Sending a DELETE again does no harm.
			return !isUndoing && facts.intent === 'resend' && isListed(verdict) ? oldIsKept(operation, facts) : deletionPends(operation, verdict, facts);
		}
	}
}

/** Returns the transition of an operation whose request the service rejected. No earlier request may have taken effect. */
export function afterRejection(operation: Operation, failure: Failure): Transition {
	const {state, kind, snapshot} = operation;
	if (state === 'undoing') {
		return newIsKept(operation, failure);
	}

	return kind === 'replace' && state === 'deleting'
		? {state: 'created', detail: `${bothExist(operation)}: deleting ${snapshot!.id} failed. ${failureSentence(failure)}`}
		: {state: 'failed', detail: failureText(failure)};
}

/** Whether a listing still shows the notification that was to be deleted. */
export const isListed = (verdict: OrNoListing<DeletionVerdict>): boolean => verdict.kind === 'kept' || (verdict.kind === 'pending' && 'isListed' in verdict && verdict.isListed);

function oldIsGone({kind, detail, snapshot, newId}: Operation, {intent, requests, theirs, twins, isNewMissing}: Facts): Transition {
	const deletes = deletesOf(requests, snapshot!.id);
	// The first DELETE was already answered with 404, so something else deleted the notification.
	if (deletes.length > 0 && deletes.every(({status}) => status === 404)) {
		if (intent === 'finish' || intent === 'resend') {
			return withTwins(alreadyGone, twins);
		}

		if (kind === 'replace') {
			return {detail: intent === 'settle' || intent === 'continue'
				? changedElsewhereText(snapshot!.id, newId!, theirs)
				: oldGoneText(newId!, snapshot!.id, isNewMissing)};
		}
	}

	if (kind === 'delete' && (intent === 'roll-back' || intent === 'skip')) {
		return {state: 'done', detail: 'It had already been deleted.'};
	}

	return withTwins({state: 'done', detail: isConfirmed(deletes) ? clearedDetail(detail) : 'The response did not confirm it, but it is no longer listed.'}, twins);
}

function oldIsKept(operation: Operation, {intent, requests}: Facts): Transition {
	const {id} = operation.snapshot!;
	const resend = intent === 'resend' && {next: 'send-again'} as const;
	const still = isConfirmed(deletesOf(requests, id)) ? `The service confirmed the deletion, but ${id} is still listed.` : undefined;
	if (operation.kind === 'replace') {
		return {state: 'created', detail: `${bothExist(operation)}: ${still ?? `${id} is still listed.`}`, ...resend};
	}

	if (resend !== false) {
		return {state: 'planned', ...resend};
	}

	return intent === 'roll-back' || intent === 'skip' ? {state: 'rolled-back', detail: 'It was not deleted.'} : {state: 'failed', detail: still ?? 'It is still listed.'};
}

function newIsGone({newId, knownIds}: Operation, {requests, twins = []}: Facts): Transition {
	const count = requests.filter(({method, outcome}) => method === 'POST' && outcome !== 'rejected' && outcome !== 'not-sent').length;
	// A POST that was sent again may have created a second notification.
	const again = count > 1 ? ` It was sent ${count} times: look in the list for another one.` : '';
	const gone = {state: 'rolled-back', detail: `${newId!} ${isConfirmed(deletesOf(requests, newId!)) ? 'was deleted' : 'is no longer listed'}.${again}`} as const;
	return knownIds.includes(unknownPriorId) && twins.length > 0 ? {...gone, detail: `${gone.detail}${othersText(twins)}`} : withTwins(gone, twins);
}

/** Returns the transition when the new notification still exists, so that the operation can be rolled back again or finished. */
const newIsKept = ({kind, newId}: Operation, failure: Failure | undefined): Transition => (
	{state: kind === 'replace' ? 'created' : 'creating', detail: `Deleting ${newId!} failed. ${failure === undefined ? 'It is still listed.' : failureSentence(failure)}`}
);

function deletionPends({state, snapshot, newId}: Operation, verdict: OrNoListing<DeletionVerdict>, {requests, failure, waiting = ''}: Facts): Transition {
	const id = state === 'undoing' ? newId! : snapshot!.id;
	if (!isConfirmed(deletesOf(requests, id))) {
		return {detail: `${failure === undefined ? '' : failureSentence(failure)} Outcome unknown: ${id} may have been deleted. ${waiting}`.trimStart()};
	}

	return {
		detail: state === 'undoing'
			? `The service confirmed the deletion of ${id}, but no complete listing has shown it gone. ${waiting}`
			: `The service confirmed the deletion, but ${isListed(verdict) ? `${id} is still listed` : 'no complete listing has shown it gone'}. ${waiting}`,
		isAccepted: true,
	};
}

/** The sentence that says why an operator is asked before a new notification is deleted. Not yet safe to show. */
export const unnamedText = (id: string): string => `No response named ${id} as the new one, so somebody else may have created it.`;

/** Returns the transition of an operation that is rolled back, if its new notification is deleted only once the operator has named it. */
export const nameFirst = (id: string): Transition => ({detail: `${unnamedText(id)} It is deleted only if you name it.`, candidates: [id]});

/** The beginning of the detail of an operation that is no longer followed. */
export const droppedBeginning = 'You stopped following it';

/** Returns the transition of an operation that is no longer followed. Nothing is sent. */
export const dropped = ({detail}: Pick<Operation, 'detail'>): Transition => ({state: 'failed', detail: `${droppedBeginning}; what was sent may still take effect. ${detail ?? ''}`.trimEnd()});

const isConfirmed = (requests: readonly RequestEntry[]): boolean => requests.some(({outcome}) => outcome === 'ok');

/** Whether an earlier request may have taken effect. Then the rejection of a later one does not prove that nothing happened. */
export const mayHaveEffect = (requests: readonly RequestEntry[]): boolean => requests.some(({outcome}) => ['sent', 'unknown', 'ok'].includes(outcome));

/** The beginning of a sentence that says why the old notification of a replacement still exists. */
const bothExist = ({snapshot, newId}: Operation): string => `Both ${snapshot!.id} and ${newId!} exist`;

/** Returns the detail that clears an existing one; undefined if there is none to clear. */
export const clearedDetail = (detail: string | undefined): string | undefined => detail === undefined ? undefined : '';

/** Returns the final transition of a replacement on a service that overwrites. */
const keptId = (newId: string): Transition => ({state: 'done', newId, detail: 'The service kept the ID, so nothing was deleted.'});

/** Whether the service named the replaced notification as the new one, and it has the content that was sent. */
export function isUnchanged({kind, input, snapshot}: Pick<Operation, 'kind' | 'input' | 'snapshot'>, named: string | undefined, sighting: Sighting | undefined): boolean {
	return kind === 'replace' && named === snapshot!.id && findAsSent(input!, sighting?.listing.records ?? []).some(({id}) => id === named);
}

const asId = (id: string | undefined): string => id === undefined ? '' : ` as ID ${id}`;

/** Returns the sentence that says how the new notification was found; undefined leaves the detail empty. */
function foundText({knownIds, detail}: Operation, newId: string, confirmed: RequestEntry | undefined, twins: readonly string[] = []): string | undefined {
	if (knownIds.includes(unknownPriorId)) {
		return `It was sent without a check for duplicates, so it may have existed before.${twins.length === 0 ? '' : othersText(twins)}`;
	}

	if (twins.length > 0) {
		return twinsText(twins);
	}

	if (confirmed === undefined) {
		return 'The response did not confirm it, but it is listed.';
	}

	const {target} = confirmed;
	return target === newId ? clearedDetail(detail) : `The response named ${target ?? 'no ID'}, but it is listed as ${newId}.`;
}

const othersText = (ids: readonly string[]): string => ` Others with this content: ${ids.join(', ')}.`;

const twinsText = (twins: readonly string[]): string => `${twins.join(', ')} ${twins.length === 1 ? 'is' : 'are'} new and identical: a proxy may have sent the request twice. Delete what is not wanted.`;

/** Returns a transition whose detail also names other new notifications with the same content. */
export const withTwins = (transition: Transition, twins: readonly string[] = []): Transition => (
	twins.length === 0 ? transition : {...transition, detail: `${transition.detail ?? ''} ${twinsText(twins)}`.trimStart()}
);

/** Returns the beginning of a sentence about the service's answer to the POST. */
function answerText(posts: readonly RequestEntry[], failure: Failure | undefined): string {
	if (failure !== undefined) {
		return `${failureText(failure)} `;
	}

	const {outcome, summary} = posts.at(-1) ?? {};
	return summary === undefined || outcome === 'ok' ? '' : `${summary} `;
}

/** Returns the sentence that lists which notifications may be the new one. */
function ambiguousText({knownIds}: Operation, {ids, isRewritten}: Extract<CreationVerdict, {kind: 'ambiguous'}>): string {
	const [first] = ids;
	if (ids.length > 1) {
		return `Several new notifications have this content${isRewritten ? ', but for rewritten text or undocumented members' : ''}: ${ids.join(', ')}. One of them is the new one.`;
	}

	return knownIds.includes(unknownPriorId)
		? `${first!} has this content, but it may have existed before.`
		: `Probably it is ${first!}: it is new, and differs from what was sent only in rewritten text or undocumented members.`;
}
