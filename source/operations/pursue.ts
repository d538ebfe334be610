import type {Failure} from '../api/failure.ts';
import type {Operation} from '../ledger/operation.ts';
import {rememberSent, type Bench} from './bench.ts';
import {appearanceOf, findCreated, presenceOf, type Found} from './observe.ts';
import {sendCreate, sendDelete} from './requests.ts';
import type {Settled} from './settled.ts';

export type PursueOptions = {
	/** The operator wants it sent again where it is known that it did not arrive. */
	readonly mayResend?: boolean;
	/** Which of several notifications the operator says is the new one. */
	readonly chosenId?: string | undefined;
	/** Whether it is known what was there before, so that a listing can tell what is new; true unless said otherwise. */
	readonly canReconcile?: boolean;
};

/**
Carries an operation on from wherever it stands to its end, or to where only the operator can say. Each state is written down before the request that leads out of it is sent; a POST is sent once, unless the operator chose to send again; nothing is deleted before what replaces it was seen in a listing.
*/
export async function pursue(bench: Bench, operation: Operation, options: PursueOptions = {}): Promise<Settled> {
	switch (operation.state) {
		case 'planned': {
			return operation.input === undefined
				? deleteOld(bench, operation)
				: post(bench, bench.log.advance(operation.id, {state: 'creating'}), options);
		}

		case 'creating': {
			return resumeCreate(bench, operation, options);
		}

		case 'created': {
			return settleCreate(bench, operation, operation.newId!);
		}

		case 'deleting': {
			return resumeDelete(bench, operation, options);
		}

		case 'undoing': {
			return open(bench, operation, 'It is being rolled back: roll it back to the end.');
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

async function post(bench: Bench, operation: Operation, options: PursueOptions): Promise<Settled> {
	if (operation.isIncomplete === true) {
		return open(bench, operation, 'It held the API key, which is never kept: roll it back, and write it again.');
	}

	const created = await sendCreate(bench, operation.id, operation.input!);
	if (created.ok) {
		const {id} = created.value;
		return id === undefined ? reconcile(bench, operation, {...options, isCreated: true}) : settleCreate(bench, operation, id);
	}

	const {failure} = created;
	return failure.outcome === 'unknown'
		? reconcile(bench, operation, options)
		: fail(bench, operation, failure.what, failure);
}

type ReconcileOptions = PursueOptions & {
	/** The service said so, but not under which ID. */
	readonly isCreated?: boolean;
};

/** The answer did not tell: the listing does. */
async function reconcile(bench: Bench, operation: Operation, options: ReconcileOptions): Promise<Settled> {
	const {mayResend = false, canReconcile = true, isCreated = false} = options;
	const found: Found = canReconcile
		? await findCreated(bench, operation.input!, operation.knownIds)
		: {kind: 'unclear', reason: 'What was there before is not known: look at the listing.'};
	if (found.kind === 'one') {
		return settleCreate(bench, operation, found.id);
	}

	if (found.kind === 'several') {
		const reason = `Several notifications say this since: ${found.ids.join(', ')}. One of them is the new one.`;
		return {...open(bench, operation, reason), candidates: found.ids};
	}

	const why = found.kind === 'none' ? 'No listing shows it.' : found.reason;
	if (isCreated) {
		return createdUnseen(bench, operation, why);
	}

	if (found.kind === 'unclear') {
		return open(bench, operation, `There is no telling yet whether it was created. ${why}`);
	}

	return mayResend ? post(bench, operation, {}) : fail(bench, operation, `It did not arrive. ${why}`);
}

/** The service says that it is created, and nothing says under which ID: for a replacement the old one has to stay. */
function createdUnseen(bench: Bench, operation: Operation, why: string): Settled {
	return operation.kind === 'replace'
		? open(bench, operation, `It was created, but there is no telling under which ID. ${why}`)
		: {kind: 'done', operation: bench.log.advance(operation.id, {state: 'done', note: `The service did not say under which ID. ${why}`})};
}

async function resumeCreate(bench: Bench, operation: Operation, options: PursueOptions): Promise<Settled> {
	const id = options.chosenId ?? operation.newId;
	return id === undefined ? reconcile(bench, operation, options) : settleCreate(bench, operation, id);
}

/** The new id is known: what replaces nothing is done, what replaces something is looked for in a listing first. */
async function settleCreate(bench: Bench, operation: Operation, newId: string): Promise<Settled> {
	const {log} = bench;
	rememberSent(bench, newId, operation.input!);
	if (operation.kind !== 'replace') {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId})};
	}

	if (newId === operation.old!.id) {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId, note: 'The service kept the ID: nothing was deleted.'})};
	}

	const noted = log.advance(operation.id, {newId});
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

function open(bench: Bench, operation: Operation, reason: string): Extract<Settled, {kind: 'open'}> {
	return {kind: 'open', operation: bench.log.advance(operation.id, {note: reason}), reason};
}

function fail(bench: Bench, operation: Operation, note: string, failure?: Failure): Settled {
	return {kind: 'failed', operation: bench.log.advance(operation.id, {state: 'failed', note}), failure};
}
