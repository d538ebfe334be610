import type {Operation} from '../ledger/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Bench} from './bench.ts';
import {fail, open} from './ending.ts';
import {findCreated, isCandidate, presenceOf} from './observe.ts';
import {sendDelete} from './requests.ts';
import type {Settled} from './settled.ts';

/**
Takes an unfinished operation back: what was created goes, if the old one is seen in a listing (or there never was one); what was to be deleted stays.
*/
export async function rollBack(bench: Bench, operation: Operation, chosenId?: string): Promise<Settled> {
	const {log} = bench;
	switch (operation.state) {
		case 'planned': {
			return end(bench, operation, 'Nothing was sent.');
		}

		case 'creating': {
			if (chosenId !== undefined && !await isCandidate(bench, operation, chosenId)) {
				return open(bench, operation, `${chosenId} is not listed as what was sent.`);
			}

			const newId = chosenId ?? operation.newId;
			return newId === undefined ? findAndUndo(bench, operation) : undo(bench, log.advance(operation.id, {newId}));
		}

		case 'created':
		case 'undoing': {
			return undo(bench, operation);
		}

		case 'deleting': {
			return operation.kind === 'replace' ? undo(bench, operation) : keepOld(bench, operation);
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

async function findAndUndo(bench: Bench, operation: Operation): Promise<Settled> {
	const found = await findCreated(bench, operation.input!, operation.knownIds);
	switch (found.kind) {
		case 'none': {
			return end(bench, operation, 'Nothing was created.');
		}

		case 'one': {
			return undo(bench, bench.log.advance(operation.id, {newId: found.id}));
		}

		case 'several': {
			return {...open(bench, operation, found.reason), candidates: found.ids};
		}

		case 'unclear': {
			return open(bench, operation, `There is no telling yet whether it was created. ${found.reason}`);
		}
	}
}

async function undo(bench: Bench, operation: Operation): Promise<Settled> {
	const {log} = bench;
	const newId = operation.newId!;
	if (operation.kind === 'replace') {
		const refusal = await refuseUndo(bench, operation, newId);
		if (refusal !== undefined) {
			return refusal;
		}
	}

	const undoing = log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(bench, operation.id, newId);
	if (deleted.ok) {
		return end(bench, undoing, `${newId} was deleted again.`);
	}

	const presence = await presenceOf(bench, newId);
	if (presence === 'absent') {
		return end(bench, undoing, `${newId} is no longer listed.`);
	}

	// It is there as before: it can be rolled back once more, or finished.
	const after = presence === 'listed' ? log.advance(operation.id, {state: 'created'}) : undoing;
	return open(bench, after, `${newId} could not be deleted. ${deleted.failure.what}`);
}

/** What replaces another one is deleted only while that one is seen. */
async function refuseUndo(bench: Bench, operation: Operation, newId: string): Promise<Settled | undefined> {
	const oldId = operation.old!.id;
	if (newId === oldId) {
		return open(bench, operation, `The service kept the ID ${oldId}, so there is nothing to go back to; finish instead.`);
	}

	const old = await presenceOf(bench, oldId);
	if (old === 'listed') {
		return undefined;
	}

	if (old === 'absent' && await presenceOf(bench, newId) === 'absent') {
		return fail(bench, operation, `Neither ${oldId} nor ${newId} is listed any more.`);
	}

	const why = old === 'absent' ? 'it is gone already; finish instead.' : old.unclear;
	return open(bench, operation, `${newId} stays, because ${oldId} is not seen: ${why}`);
}

async function keepOld(bench: Bench, operation: Operation): Promise<Settled> {
	const presence = await presenceOf(bench, operation.old!.id);
	if (presence === 'absent') {
		return {kind: 'done', operation: bench.log.advance(operation.id, {state: 'done', note: 'It was deleted before it could be kept.'})};
	}

	return presence === 'listed'
		? end(bench, operation, 'It was not deleted.')
		: open(bench, operation, `There is no telling yet whether it was deleted. ${presence.unclear}`);
}

function end(bench: Bench, operation: Operation, note: string): Settled {
	return {kind: 'failed', operation: bench.log.advance(operation.id, {state: 'rolled-back', note: sanitise(note)})};
}
