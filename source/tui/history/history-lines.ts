import {kindWords} from '../../domain/operation-kind.ts';
import {totalOf, type Batch, type BatchCounts} from '../../storage/batches/batch.ts';
import type {Change} from '../../storage/journal/changes.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {maskRecipient} from '../../storage/journal/mask.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';

const outcomes = {
	sent: '? no response recorded', ok: '✓', 'not-sent': '✗ not sent', rejected: '✗ rejected', unknown: '? outcome unknown',
} as const;

/** A request of an operation, on one line. */
export function requestText({at, method, target, outcome, status, summary}: RequestEntry): string {
	const result = [outcomes[outcome], status, summary].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${method}${target === undefined ? '' : ` ${sanitiseCell(target)}`}  ${sanitiseCell(result)}`;
}

/** A change made from this machine, on one line. */
export function changeText({startedAt, kind, state, oldId, newId, label, detail, isUndo, isUndone, batch}: Change): string {
	const what = `${isUndo ? 'undo: ' : ''}${batch === undefined ? '' : 'bulk '}${kindWords[kind].noun}`;
	const ids = batch === undefined ? [oldId, newId].filter(id => id !== undefined).map(id => sanitiseCell(id)).join(' → ') : totalOf(batch.counts).toLocaleString('en');
	const result = batch === undefined ? `${state === 'done' ? '✓' : (state === 'failed' ? '✗ failed' : states[state])} ${sanitiseCell(detail ?? '')}` : countTexts(batch.counts).join(', ');
	return [formatTime(startedAt), `${what} ${ids}`.trimEnd(), batch === undefined ? sanitiseCell(label) : '', result.trimEnd(), isUndone ? '(undone)' : ''].filter(text => text !== '').join('  ');
}

/** The description of each state. */
export const states = {
	planned: 'nothing was sent yet',
	creating: 'the new notification may have been created',
	created: 'both the new and the old notification exist',
	deleting: 'the old notification may have been deleted',
	undoing: 'the new notification may have been deleted again',
	done: 'done',
	failed: 'failed',
	'rolled-back': 'rolled back',
} as const;

/** A pending operation, on one line. */
export function operationText({kind, snapshot, input, newId, state, startedAt, detail}: Operation): string {
	const fields = input ?? snapshot?.input;
	const about = fields === undefined ? '' : [fields.name, fields.userId, maskRecipient(fields.channel, fields.recipient)].filter(text => text !== '').join(' · ');
	const ids = [snapshot?.id, newId].filter(id => id !== undefined).join(' by ');
	const subject = [kindWords[kind].doing, sanitiseCell(ids), sanitiseCell(about)].filter(text => text !== '').join(' ');
	return `${formatTime(startedAt)}  ${subject}: ${states[state]}. ${sanitiseCell(detail ?? '')}`;
}

/** A pending batch, on one line. */
export function batchText({kind, startedAt, counts}: Batch): string {
	return `${formatTime(startedAt)}  ${kindWords[kind].doing} ${totalOf(counts)}: ${countTexts(counts).join(', ')}.`;
}

/** The number of items of a batch in each state, without states that have none. */
export function countTexts({done, failed, created, unknown, planned, skipped}: BatchCounts): string[] {
	const counts = [[done, 'done'], [failed, 'failed'], [created, 'half done'], [unknown, 'unknown'], [planned, 'not started'], [skipped, 'skipped']] as const;
	return counts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`);
}
