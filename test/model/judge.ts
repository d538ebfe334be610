import {
	isNamedBeside,
	isNaming,
	isUncheckedResult,
	saysNotCreated,
	saysOverwritten,
	type Body,
	type Change,
} from '../door.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import type {WriteRequest} from '../helpers/model-service/model.ts';
import {listedForm, rewrite} from '../helpers/model-service/stored-body.ts';
import type {Lifetime} from '../helpers/model-service/timeline.ts';
import {
	createdBy,
	deletedBy,
	isLate,
	requestsOf,
	shownForm,
	takenKey,
	type Claim,
	type LifeRecord,
	type Violation,
} from './record.ts';

/** Whether a DELETE may be sent: it names what the operator chose, or what was made by the operation that is undone, or what its own operation created or cannot tell from that. */
export function isAllowedDelete(life: LifeRecord, {id}: WriteRequest, operation: Change): boolean {
	const {old} = operation;
	return (
		(old?.id === id &&
			operation.kind !== 'recreate' &&
			(life.chosenTargets.has(id) || isToBeUndone(life, operation, id))) ||
		(isOwn(life, operation, id) && !hasOverwritten(life, operation, id))
	);
}

/** Whether an operation undoes what made a notification, as far as anybody can tell. It may have been recreated or edited and edited back since. */
function isToBeUndone(life: LifeRecord, {id: undo, undoes}: Change, id: string): boolean {
	return (
		undoes !== undefined &&
		life.operations
			.values()
			.some(
				other =>
					other.id >= undoes &&
					other.id < undo &&
					other.body !== undefined &&
					isOwn(life, other, id) &&
					!hasOverwritten(life, other, id),
			)
	);
}

/** Whether the service put what an operation sent in the place of a notification that was there before: to delete it loses that one too. */
const hasOverwritten = (life: LifeRecord, {id: operation}: Change, id: string): boolean =>
	createdBy(life, operation).some(lifetime => lifetime.id === id && isOverAnother(life, lifetime));

/** Whether a notification took the place of one that was there before. What a request from here had put there is none as long as no listing showed it, or its own operation did not take it: it was gone before anybody could lose it. */
function isOverAnother(life: LifeRecord, lifetime: Lifetime): boolean {
	if (!lifetime.overwrites || isUnnoticed(life, lifetime)) {
		return false;
	}

	const before = overwrittenBy(life, lifetime);
	const maker = typeof before?.createdBy === 'number' ? life.senders.get(before.createdBy) : undefined;
	if (before === undefined || maker === undefined) {
		return true;
	}

	const isTaken = life.operations.get(maker)?.newId === before.id;
	return (isTaken && life.shown.has(shownForm(before.id, before.body))) || isOverAnother(life, before);
}

/** Whether a notification is the new one of an operation, as far as anybody can tell: it was created by it, or chosen by the operator, or the same was created meanwhile by another client, or by another operation that has not found its own. */
export function isOwn(life: LifeRecord, operation: Change, id: string): boolean {
	const requests = requestsOf(life, operation.id);
	return (
		requests.some(request => request.method === 'POST' && request.id === id) ||
		life.chosenAsNew.get(operation.id)?.has(id) === true ||
		// A POST that was written down may never have left.
		isTwin(life, operation, id, requests.find(({method}) => method === 'POST')?.number)
	);
}

function isTwin(life: LifeRecord, operation: Change, id: string, request: number | undefined): boolean {
	const {model, operations, isMisled, listedBefore} = life;
	const listedAt = request === undefined ? -Infinity : (listedBefore.get(request) ?? -Infinity);
	// An edit of a service that keeps the ID changes it, and does not make it. What another operation made under this ID may be gone, and the ID given again, or it may have been given to that one later.
	// What one took before it existed, or long after, was another one under this ID.
	const isTakenIn = ({from, till, createdBy: cause}: Lifetime, other: number) => {
		const {at, requests} = life.taken.get(takenKey(other, id)) ?? {at: from, requests: Infinity};
		return at >= from && at < till + settlingTime && !(typeof cause === 'number' && cause > requests);
	};
	const isTaken = (lifetime: Lifetime) =>
		operations
			.values()
			.some(
				other =>
					other.id !== operation.id &&
					other.newId === id &&
					isTakenIn(lifetime, other.id) &&
					(other.kind !== 'replace' || other.old?.id !== id) &&
					!createdBy(life, other.id).some(
						made => made.id === id && (made.till <= lifetime.from || made.from >= lifetime.till),
					),
			);
	// An earlier one was in the listing before the POST, whatever its lag, unless that was empty or left it out.
	return model.timeline
		.lifetimes()
		.some(
			lifetime =>
				lifetime.id === id &&
				(isMisled === true || lifetime.from > listedAt - settlingTime) &&
				isSame(lifetime, operation) &&
				!isTaken(lifetime),
		);
}

/** Whether a listing shows a notification with this content. */
export const isListedAs = ({body}: Lifetime, content: Body): boolean =>
	listedForm(rewrite(body)) === listedForm(rewrite(content));

/** Whether a listing shows a notification as it shows the one that an operation creates. */
const isSame = (lifetime: Lifetime, {body}: Change) => body !== undefined && isListedAs(lifetime, body);

/** Judges what has happened in a life whose service has come to rest. */
export function judge(life: LifeRecord): Violation[] {
	const operations = life.operations.values().toArray();
	// Where a request takes effect after the settling time, no client can promise these two.
	return isLate(life)
		? []
		: [
				...operations.filter(({kind}) => kind === 'replace').flatMap(operation => judgePair(life, operation)),
				...operations.flatMap(operation => judgeSingle(life, operation)),
			];
}

/** Whether a roll back deletes what another client created, or another operation, and the operator did not name. */
export function isColleagues(
	life: LifeRecord,
	{number: request, id, at}: Pick<WriteRequest, 'number' | 'id' | 'at'>,
	operation: Change,
): boolean {
	const own = new Set(requestsOf(life, operation.id).map(({number}) => number));
	const listed = life.model.timeline.ofAt(id, at);
	const lifetime = listed && likeBefore(life, listed);
	// Its own was deleted, and its ID given to the same, or to another one while the listing was read on which the DELETE relies: no client can tell.
	const since = (life.listedBefore.get(request) ?? at) - settlingTime;
	const isGivenAgain =
		lifetime !== undefined &&
		createdBy(life, operation.id).some(
			made =>
				made.id === id &&
				made.till <= lifetime.from &&
				(made.till > since || (isSame(made, operation) && isSame(lifetime, operation))),
		);
	// No listing had to show, before its POST, the same whose place it took.
	const isLateTwin =
		typeof listed?.createdBy === 'number' &&
		own.has(listed.createdBy) &&
		lifetime!.from > listingBefore(life, listed) - settlingTime;
	return (
		operation.body !== undefined &&
		(operation.kind === 'recreate' || operation.old?.id !== id) &&
		life.chosenAsNew.get(operation.id)?.has(id) !== true &&
		lifetime !== undefined &&
		!isGivenAgain &&
		!isLateTwin &&
		!(typeof lifetime.createdBy === 'number' && own.has(lifetime.createdBy))
	);
}

/** What a notification took the place of, under its ID. */
const overwrittenBy = (life: LifeRecord, overwriter: Lifetime): Lifetime | undefined =>
	life.model.timeline.lifetimes().find(before => overwriterOf(life, before) === overwriter);

/** The notification whose place others took that a listing shows as it showed that one; no client can notice them. */
function likeBefore(life: LifeRecord, lifetime: Lifetime): Lifetime {
	const before = overwrittenBy(life, lifetime);
	return before !== undefined && listedForm(before.body) === listedForm(lifetime.body)
		? likeBefore(life, before)
		: lifetime;
}

/** What took the place of a notification, under its ID. */
export function overwriterOf({model: {timeline}}: LifeRecord, before: Lifetime): Lifetime | undefined {
	const lifetimes = timeline.lifetimes();
	return lifetimes
		.slice(lifetimes.indexOf(before) + 1)
		.find(other => other.overwrites && other.id === before.id && other.from === before.till);
}

/** Whether a notification took the place of one that a listing shows alike, or one of the two was never listed: no client can notice that. */
export function isUnnoticed(life: LifeRecord, overwriter: Lifetime | undefined): boolean {
	if (overwriter?.overwrites !== true) {
		return false;
	}

	if (overwriter.till === overwriter.from) {
		return true;
	}

	const since = listingBefore(life, overwriter) - settlingTime;
	const isForeign = ({createdBy: cause}: Lifetime) =>
		cause !== 'before' && !(typeof cause === 'number' && life.senders.has(cause));
	const earlier = life.model.timeline
		.lifetimes()
		.filter(before => before !== overwriter && before.id === overwriter.id && before.from <= overwriter.from);
	const replaced = overwrittenBy(life, overwriter);
	return (
		life.isMisled === true ||
		(replaced !== undefined && isUnknown(life, replaced)) ||
		// A run compares with what was displayed when it began, which may be old.
		earlier.some(
			before => (isForeign(before) && before.from > since) || listedForm(before.body) === listedForm(overwriter.body),
		)
	);
}

/** Whether neither a listing nor an answer that the program has seen told the operator of a notification. */
const isUnknown = ({shown, senders, operations}: LifeRecord, {id, body, createdBy: cause}: Lifetime): boolean =>
	!shown.has(shownForm(id, body)) &&
	!(typeof cause === 'number' && operations.get(senders.get(cause) ?? -1)?.named === id);

/** Whether an operation created what another one took the place of, or what that took the place of before, if no listing before the POST had to show what was there meanwhile. */
function isMadeBy(
	operation: Change,
	life: LifeRecord,
	overwriter: Lifetime,
	listedAt = listingBefore(life, overwriter),
): boolean {
	const before = overwrittenBy(life, overwriter);
	return (
		before !== undefined &&
		(createdBy(life, operation.id).includes(before) ||
			((before.from > listedAt - settlingTime || isUnknown(life, before)) &&
				isMadeBy(operation, life, before, listedAt)))
	);
}

/** When the last listing began before the POST of a notification. */
const listingBefore = ({listedBefore}: LifeRecord, {createdBy: cause, from}: Lifetime): number =>
	(typeof cause === 'number' ? listedBefore.get(cause) : undefined) ?? from;

/** Finds what the POST of an operation that is done did besides, and nothing says: a proxy repeated it, or it overwrote another notification than the one that is edited. */
export function judgeBesides(life: LifeRecord): Violation[] {
	const operations = life.operations.values().toArray();
	return operations
		.filter(({state}) => state === 'done')
		.flatMap(operation => {
			const {id, newId, old} = operation;
			const made = createdBy(life, id);
			// What a proxy creates after the operation has taken another client's for its own is like that one's.
			const endedAt = life.claims.findLast(claim => claim.operation.id === id)?.at ?? Infinity;
			const hasForeign = newId !== undefined && made.every(one => one.id !== newId);
			// A listing that left out the second one has ended the operation.
			const twin = made.find(
				one =>
					life.isMisled !== true &&
					one.id !== newId &&
					one.till === Infinity &&
					!(hasForeign && one.from > endedAt) &&
					made.some(other => other !== one && other.createdBy === one.createdBy) &&
					operations.every(other => other.newId !== one.id && !isNamedBeside(other, one.id)),
			);
			// One that was gone before a listing or an answer told of it cannot be noticed either, nor one that was gone when the operation took another client's for its own.
			const lost = made.find(
				one =>
					one.overwrites &&
					one.id !== old?.id &&
					!isUnnoticed(life, one) &&
					!isUnknown(life, one) &&
					!(hasForeign && (one.from > endedAt || one.till <= endedAt)),
			);
			const isSaid = (other: Change, {id: lostId}: Lifetime) =>
				saysOverwritten(other) || isNaming(other, lostId) || saysNotCreated(other);
			return [
				...(twin === undefined
					? []
					: [`operation ${id} (${operation.kind}) also created ${twin.id}, and nothing says so`]),
				...(lost === undefined ||
				saysOverwritten(operation) ||
				// It says that its notification may have existed before.
				(isUncheckedResult(operation) && lost.id === newId) ||
				operations.some(other => isMadeBy(other, life, lost) && isSaid(other, lost))
					? []
					: [`operation ${id} (${operation.kind}) overwrote ${lost.id}, and nothing says so`]),
			].map(what => ({invariant: 'besides', what}) as const);
		});
}

/** Whether there is a moment at which neither the old nor the new notification exists, through the operation itself. */
function judgePair(life: LifeRecord, operation: Change): Violation[] {
	const {timeline} = life.model;
	const numbers = new Set(requestsOf(life, operation.id).map(({number}) => number));
	const isDeletedByIt = ({deletedBy: cause}: Lifetime) => typeof cause === 'number' && numbers.has(cause);
	const old = deletedBy(life, operation.id).find(({id}) => id === operation.old!.id);
	if (old === undefined) {
		return [];
	}

	const chosen = life.chosenAsNew.get(operation.id)?.values().toArray() ?? [];
	const ids = new Set([...createdBy(life, operation.id).map(({id}) => id), ...chosen, operation.newId]);
	// One that was gone before the edit sent anything replaces nothing, even if a listing that is behind shows it. What a later request deleted was there, even if at the same moment.
	const {at: startedAt, number: first} = requestsOf(life, operation.id)[0]!;
	// Nobody can tell the old one from the same that another client got its ID for.
	const isOldAgain = ({id, body}: Lifetime) => id === old.id && listedForm(body) === listedForm(old.body);
	const replacements = timeline
		.lifetimes()
		.filter(lifetime => lifetime !== old && (ids.has(lifetime.id) || isOldAgain(lifetime)))
		.filter(
			({from, till, deletedBy: cause}) =>
				from >= startedAt || till > startedAt || (typeof cause === 'number' && cause > first),
		);
	const moments = [old, ...replacements]
		.map(({till}) => till)
		.filter(till => till >= old.till && till < Infinity)
		.toSorted((a, b) => a - b);
	const gap = moments.find(moment => replacements.every(({from, till}) => moment < from || moment >= till));
	const names = replacements.map(({id}) => id);
	const isOthersDoing = replacements.some(replacement => replacement.till < Infinity && !isDeletedByIt(replacement));
	return gap === undefined || isOthersDoing
		? []
		: [
				{
					invariant: 'pair',
					what: `at ${gap} neither ${old.id} nor its replacement (${names.length === 0 ? 'none' : names.join(', ')}) exists`,
				},
			];
}

/** Whether listings mislead, and none had shown a notification by some time. */
export const isLeftOut = ({isMisled, shown}: LifeRecord, {id, body}: Lifetime, at: number): boolean =>
	isMisled === true && (shown.get(shownForm(id, body))?.at ?? Infinity) > at;

/** The same, by the time that an operation ended: of what happens in one moment the order counts. */
export const isLeftOutBefore = ({isMisled, shown}: LifeRecord, {id, body}: Lifetime, end: Claim | undefined): boolean =>
	isMisled === true && (shown.get(shownForm(id, body))?.earlier ?? Infinity) >= (end?.shown ?? 0);

function judgeSingle(life: LifeRecord, operation: Change): Violation[] {
	const {id} = operation;
	// A roll back may recreate the old notification.
	const created = createdBy(life, id).filter(lifetime => isSame(lifetime, operation) && !isUnnoticed(life, lifetime));
	// One that another client deleted before the second began cannot be told from one that never was.
	// Nor is it the program that sends what a proxy repeats.
	const isDoubled = created.some((first, index) =>
		created
			.slice(index + 1)
			.some(
				second =>
					second.from < first.till && second.createdBy !== first.createdBy && !isLeftOut(life, first, second.from),
			),
	);
	return isDoubled
		? [{invariant: 'single', what: `operation ${id} created ${created.map(lifetime => lifetime.id).join(' and ')}`}]
		: [];
}
