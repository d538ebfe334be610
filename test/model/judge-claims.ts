import {finalStates} from '../../source/storage/journal/operation.ts';
import {isNamedBeside, isOnlyConfirmed, isRevised, isUncheckedResult, isUndetermined, saysOverwritten} from './adapter.ts';
import {isOwn, isUnnoticed, overwriterOf} from './judge.ts';
import {createdBy, deletedBy, isBeyondProof, requestsOf, type Claim, type LifeRecord, type Violation} from './record.ts';

/** Compares what the journal says of operations that have ended with what really happened, then and later. Where listings mislead or effects are too late, only what it says at the end is judged. */
export function judgeClaims(life: LifeRecord): Violation[] {
	if (!isBeyondProof(life)) {
		return life.claims.flatMap(claim => violationsOf(life, claim, 'truth'));
	}

	const ended = life.operations.values().filter(operation => finalStates.includes(operation.state) && !isRevised(operation)).toArray();
	return ended.flatMap(operation => violationsOf(life, {operation, at: life.model.now()}, 'end'));
}

const violationsOf = (life: LifeRecord, claim: Claim, invariant: 'truth' | 'end'): Violation[] => problemsIn(life, claim).map(problem => {
	const {operation: {id, kind, state, detail = ''}, at} = claim;
	return {invariant, what: `operation ${id} (${kind}) is ${state} at ${at}, "${detail}", but ${problem}`};
});

function problemsIn(life: LifeRecord, claim: Claim): string[] {
	const {operation} = claim;
	const problems = operation.state === 'done'
		? [creationProblem(life, claim), deletionProblem(life, claim)]
		: (isUndetermined(operation) ? [] : [effectProblem(life, claim)]);
	return problems.filter(problem => problem !== undefined);
}

/** A create, a restore and a replacement that are done have created a notification. */
function creationProblem(life: LifeRecord, {operation, at}: Claim): string | undefined {
	const {id, input, newId, snapshot} = operation;
	// Some services replace a notification in place.
	if (input === undefined || (newId !== undefined && newId === snapshot?.id && operation.kind === 'replace')) {
		return undefined;
	}

	if (newId === undefined) {
		// Where no listing shows what the service confirmed, the program claims no more than that.
		return isOnlyConfirmed(operation) || createdBy(life, id).length > 0 ? undefined : 'nothing was created';
	}

	// Of several with this ID, the one that it created counts.
	const from = (createdBy(life, id).find(lifetime => lifetime.id === newId) ?? life.model.timeline.of(newId))?.from ?? Infinity;
	if (from > at) {
		return from === Infinity ? `${newId} never existed` : `${newId} did not exist before ${from}`;
	}

	return isUncheckedResult(operation) || isOwn(life, operation, newId) ? undefined : `${newId} is another notification`;
}

/** After a delete and a replacement that are done, the old notification is gone. */
function deletionProblem(life: LifeRecord, {operation: {id, kind, snapshot, newId}, at}: Claim): string | undefined {
	if ((kind !== 'delete' && kind !== 'replace') || newId === snapshot!.id) {
		return undefined;
	}

	const {id: oldId} = snapshot!;
	const sentAt = requestsOf(life, id)[0]?.at ?? at;
	// Another one may have got its ID, even at the same moment.
	const old = life.model.timeline.lifetimes().find(({id: other, from, till}) => other === oldId && from <= sentAt && till >= sentAt);
	const till = old?.till ?? -Infinity;
	return till > at ? `${oldId} existed ${till === Infinity ? 'for ever' : `until ${till}`}` : undefined;
}

/** What failed or was rolled back has deleted nothing that was there before, and nothing that it created is left; or the service overwrote something, and it says so. */
function effectProblem(life: LifeRecord, {operation, at}: Claim): string | undefined {
	const {id, kind, snapshot} = operation;
	if (saysOverwritten(operation) && createdBy(life, id).some(lifetime => lifetime.overwrites)) {
		return undefined;
	}

	const lost = deletedBy(life, id).find(lifetime => lifetime.id === snapshot?.id && kind !== 'recreate' && !isUnnoticed(life, overwriterOf(life, lifetime)));
	if (lost !== undefined) {
		return `it ${overwriterOf(life, lost) === undefined ? 'deleted' : 'overwrote'} ${lost.id} at ${lost.till}`;
	}

	// Of several that say the same, another operation may have taken it for its own.
	const left = createdBy(life, id).find(lifetime => lifetime.till > at && !isUnnoticed(life, lifetime) && !isNamedBeside(operation, lifetime.id) && life.operations.values().every(other => other.id === id || other.newId !== lifetime.id));
	return left === undefined ? undefined : `it created ${left.id} at ${left.from}, which existed ${left.till === Infinity ? 'for ever' : `until ${left.till}`}`;
}
