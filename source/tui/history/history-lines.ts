import {kindWords} from '../../domain/operation-kind.ts';
import {countTexts, idsText, partText, stateTexts} from '../../domain/operation-texts.ts';
import {totalOf, type Batch} from '../../storage/batches/batch.ts';
import type {Change} from '../../storage/journal/changes.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {maskRecipient} from '../../storage/journal/mask.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';

const outcomes = {
	sent: '? no response recorded', ok: '✓', 'not-sent': '✗ not sent', rejected: '✗ rejected', unknown: '? outcome unknown',
} as const;

/** A request of an operation, on one line. */
export function requestText({at, method, target, outcome, status, summary}: RequestEntry): string {
	const result = [outcomes[outcome], status, summary].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${method}${target === undefined ? '' : ` ${sanitiseCell(target)}`}  ${sanitiseCell(result)}`;
}

/** The width of an age in the history: `59 min ago`. */
const ageWidth = 10;

/** The words for a change: what it did, or else what it was to do: `replaced 7 with 8`, `create`. Not yet safe to show. */
export function effectText({kind, state, snapshot, newId}: Pick<Operation, 'kind' | 'state' | 'newId'> & {readonly snapshot: {readonly id: string} | undefined}): string {
	const {done, verb} = kindWords[kind];
	return `${state === 'done' ? done.toLowerCase() : verb} ${idsText({kind, snapshot, newId})}`.trimEnd();
}

/** A change made from this machine, on one line: `5 min ago   deleted 3 notifications  undone`. `now`: in milliseconds since the epoch. */
export function changeText(change: Change, now: number): string {
	const {startedAt, isUndo, isUndone, batch} = change;
	return [
		timeAgo(now - startedAt).padEnd(ageWidth),
		`${isUndo ? 'undo: ' : ''}${batch === undefined ? singleText(change) : bulkText(batch)}`,
		isUndone ? 'undone' : '',
	].filter(text => text !== '').join('  ');
}

function singleText({kind, state, oldId, newId, label, detail}: Change): string {
	const effect = effectText({kind, state, snapshot: oldId === undefined ? undefined : {id: oldId}, newId});
	const result = state === 'done' ? '' : (state === 'failed' ? '✗ failed' : stateTexts[state]);
	return [effect, label, `${result} ${detail ?? ''}`.trim()].filter(text => text !== '').map(text => sanitiseCell(text)).join('  ');
}

function bulkText({kind, counts}: Batch): string {
	const total = totalOf(counts);
	const done = kindWords[kind].done.toLowerCase();
	return counts.done === total ? `${done} ${total.toLocaleString('en')} ${total === 1 ? 'notification' : 'notifications'}` : partText(done, counts, total);
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
