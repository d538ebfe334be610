import {joined} from '../../platform/text.ts';
import {doneText, kindWords, namesTwins, revisedText} from '../../notification/operation-texts.ts';
import type {OperationResult} from '../../operations/refusals.ts';
import type {SettledChange} from '../../session/settle-pending.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {refusalIn} from '../api-key/refusal-in.ts';
import {keyOf} from '../keys/match.ts';
import type {Notice} from './route.ts';

/** The notice that an operation is done. If its request created more than one notification, it names the key of the screen that deletes duplicates. `place`: the account. */
export function doneNotice(operation: Operation, place?: string): string {
	return `✓ ${sanitise(doneText(operation, place))}${namesTwins(operation.detail) ? ` ${keyOf('list', 'duplicates')}: duplicates` : ''}`;
}

/** The notice about a change that is still pending: why, which key shows it, and `more`. */
export function pendingNotice(result: Extract<OperationResult, {kind: 'accepted' | 'open'}>, more = ''): Notice {
	const reason = sanitise(result.reason);
	const shows = keyOf('list', 'pending');
	const refusal = refusalIn(result);
	return result.kind === 'accepted'
		? {text: `Pending (${shows}). ${reason} ${more}`.trimEnd(), refusal, follows: result.operation.newId}
		: {tone: 'warning', text: `? ${reason} ${shows} shows it. ${more}`.trimEnd(), refusal};
}

/** The message that there is nothing to undo or redo; `pending`: the number of changes that may be undone once they have ended. */
export function nothingToUndo(pending: number, isRedo: boolean): string {
	if (pending > 0) {
		return `Nothing to undo yet. Press ${keyOf('list', 'pending')} in the list for the pending changes.`;
	}

	return isRedo ? 'Nothing to redo.' : 'Nothing to undo.';
}

/** What became of a pending change: `✓ Replaced 7 with 8.`, `✗ 7 was not deleted. It is still listed.`, `✓ Rolled back 8. 8 was deleted.` */
function endText(operation: Operation): string {
	const {kind, state, snapshot, newId, detail = ''} = operation;
	const ids = joined([snapshot?.id, newId], ' → ');
	const failed = newId === undefined ? 'Failed: nothing was changed' : `Failed ${ids}`;
	switch (state) {
		case 'done': {
			return doneNotice(operation);
		}

		case 'failed': {
			return sanitise(`✗ ${kind === 'delete' ? `${ids} was not deleted` : failed}. ${detail}`).trimEnd();
		}

		case 'rolled-back': {
			return sanitise(`✓ ${`Rolled back ${ids}`.trimEnd()}. ${detail}`).trimEnd();
		}

		case 'planned':
		case 'creating':
		case 'created':
		case 'deleting':
		case 'undoing': {
			return `! ${sanitise(detail)} Press ${keyOf('list', 'pending')} to continue.`;
		}
	}
}

/** The notice about a pending change that the operator ended. */
export function resultNotice(result: Exclude<OperationResult, {kind: 'open' | 'accepted'}>): Notice {
	if (result.kind === 'impossible') {
		return {tone: 'bad', text: `✗ ${sanitise(result.reason)}`};
	}

	const {operation} = result;
	return {
		// A notification that had been created has changed the account.
		tone: operation.state === 'failed' ? 'bad' : 'good',
		text: endText(operation),
		refusal: refusalIn(result),
	};
}

/** The notice about the pending changes that a listing has settled. */
export function settledNotice(changes: readonly SettledChange[]): Notice {
	const shown = changes
		.slice(0, 2)
		.map(change => settledText(change))
		.join(' ');
	const isSuccess = changes.every(change => change.kind === 'operation' && change.operation.state === 'done');
	return {
		tone: isSuccess ? 'good' : undefined,
		text:
			changes.length > 2
				? `${changes.length} pending changes are settled. ${shown} … ${keyOf('list', 'history')}: history`
				: shown,
	};
}

const confirmed = 'A listing has confirmed it.';

function settledText(change: SettledChange): string {
	switch (change.kind) {
		case 'operation': {
			const {operation} = change;
			const {state, detail} = operation;
			const told = namesTwins(detail) ? `${confirmed} ${detail!}` : confirmed;
			return endText(state === 'done' ? {...operation, detail: told} : operation);
		}

		case 'batch': {
			const {noun, done} = kindWords[change.batch];
			const verb = done.toLowerCase();
			return joined(
				[
					change.done > 0 && `✓ Bulk ${noun}: ${change.done} ${verb}. ${confirmed}`,
					change.failed > 0 && `✗ Bulk ${noun}: ${change.failed} not ${verb}. ${keyOf('list', 'history')}: history`,
				],
				' ',
			);
		}

		case 'revised': {
			return sanitise(`! ${revisedText(change.operation)}`);
		}
	}
}
