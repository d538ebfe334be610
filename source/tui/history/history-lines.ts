import {kindWords} from '../../domain/operation-kind.ts';
import {countTexts, idsText, stateTexts} from '../../domain/operation-texts.ts';
import {totalOf, type Batch} from '../../storage/batches/batch.ts';
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
	const result = batch === undefined ? `${state === 'done' ? '✓' : (state === 'failed' ? '✗ failed' : stateTexts[state])} ${sanitiseCell(detail ?? '')}` : countTexts(batch.counts).join(', ');
	return [formatTime(startedAt), `${what} ${ids}`.trimEnd(), batch === undefined ? sanitiseCell(label) : '', result.trimEnd(), isUndone ? '(undone)' : ''].filter(text => text !== '').join('  ');
}

/** A pending operation, on one line. */
export function operationText(operation: Operation): string {
	const {kind, snapshot, input, state, startedAt, detail} = operation;
	const fields = input ?? snapshot?.input;
	const about = fields === undefined ? '' : [fields.name, fields.userId, maskRecipient(fields.channel, fields.recipient)].filter(text => text !== '').join(' · ');
	const subject = [kindWords[kind].doing, sanitiseCell(idsText(operation)), sanitiseCell(about)].filter(text => text !== '').join(' ');
	return `${formatTime(startedAt)}  ${subject}: ${stateTexts[state]}. ${sanitiseCell(detail ?? '')}`;
}

/** A pending batch, on one line. */
export function batchText({kind, startedAt, counts}: Batch): string {
	return `${formatTime(startedAt)}  ${kindWords[kind].doing} ${totalOf(counts).toLocaleString('en')}: ${countTexts(counts).join(', ')}.`;
}
