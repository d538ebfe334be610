import {kindWords, namesTwins, revisedText} from '../../notification/operation-texts.ts';
import type {SettledChange} from '../../session/settle-pending.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {doneNotice} from '../shared/done-notice.ts';
import type {Notice} from '../shared/route.ts';

const confirmed = 'A listing has confirmed it.';

/** The notice about the pending changes that a listing has settled. */
export function settledNotice(changes: readonly SettledChange[]): Notice {
	const texts = changes.map(change => settledText(change));
	const shown = texts.slice(0, 2).join(' ');
	const isSuccess = changes.every(change => change.kind === 'operation' && change.operation.state === 'done');
	return {
		tone: isSuccess ? 'good' : undefined,
		text:
			texts.length > 2
				? `${texts.length} pending changes are settled. ${shown} … ${keyOf('list', 'history')}: history`
				: shown,
	};
}

function settledText(change: SettledChange): string {
	switch (change.kind) {
		case 'operation': {
			return operationText(change.operation);
		}

		case 'batch': {
			return batchText(change);
		}

		case 'revised': {
			return sanitise(`! ${revisedText(change.operation)}`);
		}
	}
}

function batchText({batch, done, failed}: Extract<SettledChange, {kind: 'batch'}>): string {
	const {noun} = kindWords[batch];
	const verb = kindWords[batch].done.toLowerCase();
	const texts = [
		done > 0 && `✓ Bulk ${noun}: ${done} ${verb}. ${confirmed}`,
		failed > 0 && `✗ Bulk ${noun}: ${failed} not ${verb}. ${keyOf('list', 'history')}: history`,
	];
	return texts.filter(text => text !== false).join(' ');
}

function operationText(operation: Operation): string {
	const {kind, state, snapshot, detail} = operation;
	switch (state) {
		case 'done': {
			return doneNotice({...operation, detail: namesTwins(detail) ? `${confirmed} ${detail!}` : confirmed});
		}

		case 'failed': {
			return `✗ ${kind === 'delete' ? `${sanitise(snapshot?.id ?? '')} was not deleted. ` : ''}${sanitise(detail ?? '')}`.trimEnd();
		}

		case 'rolled-back': {
			return `✓ Rolled back. ${sanitise(detail ?? '')}`.trimEnd();
		}

		case 'planned':
		case 'creating':
		case 'created':
		case 'deleting':
		case 'undoing': {
			return `! ${sanitise(detail ?? '')} Press ${keyOf('list', 'pending')} to continue.`;
		}
	}
}
