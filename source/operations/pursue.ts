import type {Failure} from '../api/failure.ts';
import type {Operation} from '../ledger/operation.ts';
import {rememberSent, type Bench} from './bench.ts';
import {fail, open} from './ending.ts';
import {appearanceOf, findCreated, isCandidate, presenceOf} from './observe.ts';
import {sendCreate, sendDelete} from './requests.ts';
import type {Settled} from './settled.ts';

export type PursueOptions = {
	/** The operator wants it sent again where it is known that it did not arrive. */
	readonly mayResend?: boolean;
	/** Which of several notifications the operator says is the new one. */
	readonly chosenId?: string | undefined;
};

/**
Carries an operation on from wherever it stands to its end, or to where only the operator can say. Each state is written down before the request that leads out of it is sent; a POST is sent once, unless the operator chose to send again; nothing is deleted before what replaces it was seen in a listing.
*/
export async function pursue(bench: Bench, operation: Operation, options: PursueOptions = {}): Promise<Settled> {
	switch (operation.state) {
		case 'planned': {
			return operation.input === undefined
				? deleteOld(bench, operation)
				: post(bench, operation);
		}

		case 'creating': {
			return resumeCreate(bench, withoutNote(bench, operation), options);
		}

		case 'created': {
			return settleCreate(bench, withoutNote(bench, operation), operation.newId!);
		}

		case 'deleting': {
			return resumeDelete(bench, withoutNote(bench, operation), options);
		}

		case 'undoing': {
			return resumeUndo(bench, operation);
		}

		case 'done': {
			return {kind: 'done', operation};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation};
		}
	}
}

/** What stood in its way may be over: it must not be told of what is done. */
function withoutNote({log}: Bench, operation: Operation): Operation {
	return operation.note === undefined ? operation : log.advance(operation.id, {note: ''});
}

async function post(bench: Bench, operation: Operation): Promise<Settled> {
	if (operation.isIncomplete === true) {
		return open(bench, operation, 'It held the API key, which is never kept: roll it back, and write it again.');
	}

	const creating = bench.log.advance(operation.id, {state: 'creating'});
	const created = await sendCreate(bench, operation.id, operation.input!);
	if (created.ok) {
		const {id} = created.value;
		return id === undefined ? reconcile(bench, creating, {isCreated: true}) : settleCreate(bench, creating, id);
	}

	const {failure} = created;
	return failure.outcome === 'unknown'
		? reconcile(bench, creating)
		: fail(bench, creating, failure.what, failure);
}

type ReconcileOptions = PursueOptions & {
	/** The service said so, but not under which ID. */
	readonly isCreated?: boolean;
};

/** The answer did not tell: the listing does. */
async function reconcile(bench: Bench, operation: Operation, {mayResend = false, isCreated = false}: ReconcileOptions = {}): Promise<Settled> {
	const found = await findCreated(bench, operation.input!, operation.knownIds);
	if (found.kind === 'one') {
		return settleCreate(bench, operation, found.id, 'The answer did not say so, but it is listed.');
	}

	if (found.kind === 'several') {
		return {...open(bench, operation, found.reason), candidates: found.ids};
	}

	const why = found.kind === 'none' ? 'No listing shows it.' : found.reason;
	if (isCreated) {
		return createdUnseen(bench, operation, why);
	}

	if (found.kind === 'unclear') {
		return open(bench, operation, `There is no telling yet whether it was created. ${why}`);
	}

	return mayResend ? post(bench, operation) : fail(bench, operation, `It did not arrive. ${why}`);
}

/** The service says that it is created, and nothing says under which ID: for a replacement the old one has to stay. */
function createdUnseen(bench: Bench, operation: Operation, why: string): Settled {
	return operation.kind === 'replace'
		? open(bench, operation, `It was created, but there is no telling under which ID. ${why}`)
		: {kind: 'done', operation: bench.log.advance(operation.id, {state: 'done', note: `The service did not say under which ID. ${why}`})};
}

async function resumeCreate(bench: Bench, operation: Operation, options: PursueOptions): Promise<Settled> {
	const {chosenId} = options;
	if (chosenId !== undefined) {
		return await isCandidate(bench, operation, chosenId)
			? settleCreate(bench, operation, chosenId)
			: open(bench, operation, `${chosenId} is not listed as what was sent.`);
	}

	return operation.newId === undefined ? reconcile(bench, operation, options) : settleCreate(bench, operation, operation.newId);
}

/** The new id is known: what replaces nothing is done, what replaces something is looked for in a listing first. */
async function settleCreate(bench: Bench, operation: Operation, newId: string, note?: string): Promise<Settled> {
	const {log} = bench;
	rememberSent(bench, newId, operation.input!);
	if (operation.kind !== 'replace') {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId, note})};
	}

	if (newId === operation.old!.id) {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId, note: 'The service kept the ID: nothing was deleted.'})};
	}

	const noted = log.advance(operation.id, {newId, note});
	const presence = await appearanceOf(bench, newId);
	if (presence !== 'listed') {
		const why = presence === 'absent' ? 'no listing shows it yet' : presence.unclear;
		return open(bench, noted, `The new one is ${newId}, but the old one stays until the new one is listed: ${why}`);
	}

	return deleteOld(bench, log.advance(operation.id, {state: 'created'}));
}

async function deleteOld(bench: Bench, operation: Operation): Promise<Settled> {
	const {log} = bench;
	const {id} = operation.old!;
	const deleting = log.advance(operation.id, {state: 'deleting'});
	const deleted = await sendDelete(bench, operation.id, id);
	if (deleted.ok) {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done'})};
	}

	const {failure} = deleted;
	if (failure.outcome === 'unknown' || failure.kind === 'not-found') {
		return verifyDelete(bench, deleting, failure);
	}

	// The service, or the way to it, refused: the old one is still there.
	return operation.kind === 'replace'
		? open(bench, log.advance(operation.id, {state: 'created'}), `Both are there: ${id} could not be deleted. ${failure.what}`)
		: fail(bench, operation, failure.what, failure);
}

async function verifyDelete(bench: Bench, operation: Operation, failure?: Failure): Promise<Settled> {
	const {log} = bench;
	const {id} = operation.old!;
	const presence = await presenceOf(bench, id);
	if (presence === 'absent') {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', note: 'The answer did not say so, but it is no longer listed.'})};
	}

	if (presence !== 'listed') {
		return open(bench, operation, `${failure?.what ?? ''} There is no telling yet whether ${id} was deleted. ${presence.unclear}`.trimStart());
	}

	return operation.kind === 'replace'
		? open(bench, log.advance(operation.id, {state: 'created'}), `Both are there: ${id} is still listed.`)
		: fail(bench, operation, 'It is still listed.', failure && {...failure, outcome: 'rejected', advice: 'It is still listed: nothing was deleted.'});
}

async function resumeDelete(bench: Bench, operation: Operation, {mayResend = false}: PursueOptions): Promise<Settled> {
	const presence = await presenceOf(bench, operation.old!.id);
	if (presence !== 'listed' || !mayResend) {
		return verifyDelete(bench, operation);
	}

	// The new one may have gone since: it is looked for once more.
	return operation.kind === 'replace' ? settleCreate(bench, operation, operation.newId!) : deleteOld(bench, operation);
}

/** Rolling back has not ended: as long as the new one is there, it can also be finished. */
async function resumeUndo(bench: Bench, operation: Operation): Promise<Settled> {
	const presence = await presenceOf(bench, operation.newId!);
	return presence === 'listed'
		? settleCreate(bench, withoutNote(bench, operation), operation.newId!)
		: open(bench, operation, 'It is being rolled back: roll it back to the end.');
}
