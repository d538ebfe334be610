import {
	endedStates,
	isNamedBeside,
	isOnlyConfirmed,
	isRevised,
	isUncheckedResult,
	isUndetermined,
	saysOldIsGone,
	saysNotCreated,
	saysOverwritten,
	saysUnlisted,
	type Change,
} from '../door.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {isConfirmation} from '../helpers/model-service/replies.ts';
import {listedForm} from '../helpers/model-service/stored-body.ts';
import type {Lifetime} from '../helpers/model-service/timeline.ts';
import {isLeftOut, isLeftOutBefore, isListedAs, isOwn, isUnnoticed, overwriterOf} from './judge.ts';
import {
	createdBy,
	deletedBy,
	isBeyondProof,
	requestsOf,
	type Claim,
	type LifeRecord,
	type Violation,
} from './record.ts';

/** Compares what the journal says of operations that have ended with what really happened, then and later. Where listings mislead or effects are too late, only what it says at the end is judged. */
export function judgeClaims(life: LifeRecord): Violation[] {
	if (!isBeyondProof(life)) {
		return life.claims.flatMap(claim => violationsOf(life, claim, 'truth'));
	}

	const ended = life.operations
		.values()
		.filter(operation => endedStates.includes(operation.state) && !isRevised(operation))
		.toArray();
	return ended.flatMap(operation =>
		violationsOf(life, {operation, at: life.model.now(), shown: life.shown.size}, 'end'),
	);
}

const violationsOf = (life: LifeRecord, claim: Claim, invariant: 'truth' | 'end'): Violation[] =>
	problemsIn(life, claim).map(problem => {
		const {
			operation: {id, kind, state, detail = ''},
			at,
		} = claim;
		return {invariant, what: `operation ${id} (${kind}) is ${state} at ${at}, "${detail}", but ${problem}`};
	});

function problemsIn(life: LifeRecord, claim: Claim): string[] {
	const {operation} = claim;
	if (operation.state !== 'done' && isUndetermined(operation)) {
		return [];
	}

	const problems =
		operation.state === 'done'
			? [creationProblem(life, claim), deletionProblem(life, claim)]
			: [effectProblem(life, claim)];
	return problems.filter(problem => problem !== undefined);
}

/** A create, a restore and a replacement that are done have created a notification. */
function creationProblem(life: LifeRecord, {operation, at}: Claim): string | undefined {
	const {id, body, newId, old} = operation;
	// Some services replace a notification in place.
	if (body === undefined || (newId !== undefined && newId === old?.id && operation.kind === 'replace')) {
		return undefined;
	}

	if (newId === undefined) {
		// Where no listing shows what the service confirmed, the program claims no more than that.
		return isOnlyConfirmed(operation) || createdBy(life, id).length > 0 ? undefined : 'nothing was created';
	}

	// Of several with this ID, the one that it created counts.
	const all = life.model.timeline.lifetimes().filter(lifetime => lifetime.id === newId);
	const from =
		(
			createdBy(life, id).find(lifetime => lifetime.id === newId) ??
			all.findLast(lifetime => lifetime.from <= at) ??
			all.at(-1)
		)?.from ?? Infinity;
	// By design the ID in the answer and a listing prove it. Where the ID is given again, a listing that is behind may show the deleted one, which was the same.
	if (from > at && from < at + settlingTime && isGivenAgain(life, newId, at)) {
		return undefined;
	}

	if (from > at) {
		return from === Infinity ? `${newId} never existed` : `${newId} did not exist before ${from}`;
	}

	return isUncheckedResult(operation) || isOwn(life, operation, newId) ? undefined : `${newId} is another notification`;
}

/** Whether an ID was or is given to another notification that a listing shows alike. */
const isGivenAgain = ({model: {timeline}}: LifeRecord, id: string, at: number): boolean => {
	const forms = timeline
		.lifetimes()
		.filter(lifetime => lifetime.id === id && lifetime.from <= at + settlingTime)
		.map(({body}) => listedForm(body));
	return new Set(forms).size < forms.length;
};

/** Whether the service confirmed a DELETE of an operation, or answered that there is no such notification. By design that and one complete listing prove a deletion. Where the DELETE takes effect a little later and that listing is behind, it is true within the settling time; where it never does, a later listing contradicts it. */
const isConfirmedEarly = (life: LifeRecord, operation: number, id: string): boolean =>
	requestsOf(life, operation).some(
		({method, id: target, fate: {answer}}) =>
			method === 'DELETE' && target === id && (isConfirmation(answer) || answer === 404),
	);

/** After a delete and a replacement that are done, the old notification is gone. */
function deletionProblem(life: LifeRecord, {operation: {id, kind, old: before, newId}, at}: Claim): string | undefined {
	if ((kind !== 'delete' && kind !== 'replace') || newId === before!.id) {
		return undefined;
	}

	const {id: oldId} = before!;
	// A request that was written down may never have left.
	const sentAt = requestsOf(life, id)[0]?.at;
	const lifetimes = life.model.timeline.lifetimes().filter(lifetime => lifetime.id === oldId);
	// Another one may have got its ID, even at the same moment.
	const present = lifetimes.find(({from, till}) => sentAt === undefined || (from <= sentAt && till >= sentAt));
	// Or before, if the listing that the operator chose from was behind.
	const isOther = present !== undefined && sentAt !== undefined && !isListedAs(present, before!.body);
	const old = isOther
		? lifetimes.findLast(
				lifetime =>
					lifetime.till > sentAt - settlingTime && lifetime.till <= sentAt && isListedAs(lifetime, before!.body),
			)
		: present;
	const till = old?.till ?? -Infinity;
	if (isConfirmedEarly(life, id, oldId) && (till < at + settlingTime || isRevised(life.operations.get(id)!))) {
		return undefined;
	}

	// Where listings left it out, a later operation that sends the same may take it for its own, under an ID that is given again.
	if (life.isMisled === true && life.operations.values().some(other => other.id > id && other.newId === oldId)) {
		return undefined;
	}

	return till > at ? `${oldId} existed ${till === Infinity ? 'for ever' : `until ${till}`}` : undefined;
}

/** What failed or was rolled back has deleted nothing that was there before, and nothing that it created is left; or the service overwrote something, and it says so. */
function effectProblem(life: LifeRecord, {operation, at}: Claim): string | undefined {
	const {id, kind, old} = operation;
	const {
		model: {timeline},
		senders,
	} = life;
	if (saysOverwritten(operation) && createdBy(life, id).some(lifetime => lifetime.overwrites)) {
		return undefined;
	}

	const lost = saysOldIsGone(operation)
		? undefined
		: deletedBy(life, id).find(
				lifetime => lifetime.id === old?.id && kind !== 'recreate' && !isUnnoticed(life, overwriterOf(life, lifetime)),
			);
	// What another client or an earlier request creates under the same ID, and a listing shows alike, no client can tell from what was deleted.
	// A later operation here that puts the same there has to say that it overwrote that ID, or that it may be what is listed there, or that nothing of it is listed: where an answer names none, listings show no more than what was there before.
	const isSaidBy = (other: Change, lostId: string) =>
		saysOverwritten(other) ||
		isNamedBeside(other, lostId) ||
		(isUncheckedResult(other) && other.newId === lostId) ||
		(other.named === undefined && (other.newId === undefined ? saysNotCreated(other) : other.newId !== lostId));
	const isUnsaid = (sender: number, lostId: string) => sender > id && !isSaidBy(life.operations.get(sender)!, lostId);
	const isBack =
		lost !== undefined &&
		timeline
			.lifetimes()
			.some(
				other =>
					other.id === lost.id &&
					other.from >= lost.till &&
					!(typeof other.createdBy === 'number' && isUnsaid(senders.get(other.createdBy) ?? -1, lost.id)) &&
					[lost, old!].some(({body}) => listedForm(other.body) === listedForm(body)),
			);
	if (isBack && isRevised(operation)) {
		return undefined;
	}

	if (lost !== undefined && !isBack) {
		return `it ${overwriterOf(life, lost) === undefined ? 'deleted' : 'overwrote'} ${lost.id} at ${lost.till}`;
	}

	// Two listings that leave it out prove that it is gone, or was never created; only the end of a deletion is revised by a later one, so the list has to show it.
	const end = life.claims.findLast(claim => claim.operation.id === id);
	const isUnlisted = (made: Lifetime) =>
		life.isMisled === true &&
		(saysUnlisted(operation, made.id) ||
			(saysNotCreated(operation) &&
				// What listings leave out for longer than that ends in the middle of a step.
				(isLeftOutBefore(life, made, end) || isLeftOut(life, made, made.from + settlingTime))));
	// Nor can a client tell the old one from the same that a POST put in its place, after others had deleted it.
	const isOldAgain = (made: Lifetime) =>
		kind === 'replace' && made.id === old?.id && listedForm(made.body) === listedForm(old.body);
	// Of several that say the same, another operation may have taken it for its own.
	const left = createdBy(life, id).find(
		lifetime =>
			lifetime.till > at &&
			!(
				isConfirmedEarly(life, id, lifetime.id) &&
				(lifetime.till < at + settlingTime || isRevised(life.operations.get(id)!))
			) &&
			!isUnnoticed(life, lifetime) &&
			!isOldAgain(lifetime) &&
			!isNamedBeside(operation, lifetime.id) &&
			!isUnlisted(lifetime) &&
			life.operations.values().every(other => other.id === id || other.newId !== lifetime.id),
	);
	return left === undefined
		? undefined
		: `it created ${left.id} at ${left.from}, which existed ${left.till === Infinity ? 'for ever' : `until ${left.till}`}`;
}
