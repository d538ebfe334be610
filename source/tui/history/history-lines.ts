import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords, idsText, partText, stateTexts} from '../../notification/operation-texts.ts';
import {deliveryText, notificationSentence} from '../../notification/sentence.ts';
import {numberText, joined} from '../../platform/text.ts';
import {totalOf, type Batch} from '../../ledger/batches/batch.ts';
import type {Change} from '../../ledger/journal/changes.ts';
import {colleagueText, type Colleague} from '../../ledger/journal/colleague.ts';
import {maskedFields} from '../../ledger/journal/mask.ts';
import type {Operation, RequestEntry} from '../../ledger/journal/operation.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';
import {truncateValue, widthOf} from '../../terminal/width.ts';
import {fieldGap, joinedFields} from '../ui/fit.ts';

const outcomes = {
	sent: '? no response recorded',
	ok: '✓',
	'not-sent': '✗ not sent',
	rejected: '✗ rejected',
	unknown: '? outcome unknown',
} as const;

/** A request of an operation, on one line. */
export function requestText({at, method, target, outcome, status, summary}: RequestEntry): string {
	const result = [outcomes[outcome], status, summary].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${method}${target === undefined ? '' : ` ${sanitiseCell(target)}`}  ${sanitiseCell(result)}`;
}

/** Who made a change on another machine: `by anna on ci-7`; empty for one of this machine. Safe to show. */
const byText = (by: Colleague | undefined): string => (by === undefined ? '' : `by ${colleagueText(by)}`);

/** The time after which the ages are read again, in milliseconds. */
export const ageInterval = 10_000;

/** The words for a change: what it did, or else what it was to do: `replaced 7 with 8`, `create`. Not yet safe to show. */
function effectText({
	kind,
	state,
	snapshot,
	newId,
}: Pick<Operation, 'kind' | 'state' | 'newId'> & {readonly snapshot: {readonly id: string} | undefined}): string {
	const {done, verb} = kindWords[kind];
	return `${state === 'done' ? done.toLowerCase() : verb} ${idsText({kind, snapshot, newId})}`.trimEnd();
}

/** The notification that an operation made, or else the one that it was about, with the recipient masked. */
export function toldFields({input, snapshot}: Pick<Operation, 'input' | 'snapshot'>): NotificationFields | undefined {
	const fields = input ?? snapshot?.input;
	return fields && maskedFields(fields);
}

/** What a row tells of a notification: its channel and its recipient, its name and its user; without a name its whole sentence. */
const toldOf = (fields: NotificationFields): string[] =>
	fields.name === ''
		? [notificationSentence(fields, 'short'), fields.userId]
		: [deliveryText(fields), fields.name, fields.userId];

/** The width of an age: `59 min ago`. */
const ageWidth = 10;

/** A row of at most `columns`: an age, what was done, and `told` in what is left of it. `now`: in milliseconds since the epoch. */
export function agedRow(
	startedAt: number,
	now: number,
	done: readonly string[],
	told: readonly string[] = [],
	columns = Infinity,
): string {
	const age = timeAgo(now - startedAt).padEnd(ageWidth);
	const start = joined([age, ...done.map(part => sanitiseCell(part))], '  ');
	const about = toldIn(told, Math.max(1, columns - widthOf(start) - 2));
	return about === '' ? start : `${start}  ${about}`;
}

/** The share of the columns that the first field has at most beside longer ones. */
const firstShare = 2 / 3;

/** The least columns for the other fields. */
const leastForOthers = 8;

/** Fields side by side in at most `columns`, of which the first is whole where that is possible. */
function toldIn([first = '', ...others]: readonly string[], columns: number): string {
	const whole = joinedFields(others, Infinity);
	const needed = whole === '' ? 0 : widthOf(whole) + fieldGap.length;
	const room = Math.max(Math.floor(columns * firstShare), columns - needed);
	const start = truncateValue(sanitiseCell(first), room);
	const left = columns - widthOf(start) - fieldGap.length;
	return left < leastForOthers
		? joinedFields([first], columns)
		: joinedFields([start, joinedFields(others, left)], columns);
}

/** A change, on one line of at most `columns`: `5 min ago   deleted 3 notifications  undone  by anna on ci-7`. `operation`: that of a single change, for its notification. */
export function changeText(change: Change, operation: Operation | undefined, now: number, columns: number): string {
	const {kind, state, oldId, newId, detail = '', startedAt, isUndo, isUndone, batch, label, by} = change;
	const snapshot = oldId === undefined ? undefined : {id: oldId};
	const what = batch === undefined ? effectText({kind, state, snapshot, newId}) : bulkText(batch);
	const result = state === 'failed' ? '✗ failed' : stateTexts[state];
	const done = [
		`${isUndo ? 'undo: ' : ''}${what}`,
		batch !== undefined || state === 'done' ? '' : result,
		isUndone ? 'undone' : '',
		byText(by),
	];
	const fields = operation && toldFields(operation);
	const told = batch === undefined ? [...(fields === undefined ? [label] : toldOf(fields)), detail] : [];
	return agedRow(startedAt, now, done, told, columns);
}

/** The result of an operation, for the head of its details: `Undo of #1: recreated 1 as 13 · 5 min ago · done`. */
export function operationHead(operation: Operation, now: number): string {
	const {isUndo, undoes, state, startedAt, by} = operation;
	const undo = isUndo === true ? `Undo${undoes === undefined ? '' : ` of #${undoes}`}: ` : '';
	return sanitise(
		joined([`${undo}${effectText(operation)}`, timeAgo(now - startedAt), stateTexts[state], byText(by)], ' · '),
	);
}

/** The result of a bulk operation, for the head of its items: `deleted 3 notifications · 5 min ago`. */
export const batchHead = (batch: Batch, now: number): string =>
	joined([bulkText(batch), timeAgo(now - batch.startedAt), byText(batch.by)], ' · ');

function bulkText({kind, counts}: Batch): string {
	const total = totalOf(counts);
	const done = kindWords[kind].done.toLowerCase();
	return counts.done === total
		? `${done} ${numberText(total)} ${total === 1 ? 'notification' : 'notifications'}`
		: partText(done, counts, total);
}

/** A pending operation, on one line of at most `columns`: `5 min ago   replace 1 with 3  E-mail ops@example.com · …`. */
export function operationText(operation: Operation, now: number, columns: number): string {
	const fields = toldFields(operation);
	const done = [effectText(operation), byText(operation.by)];
	return agedRow(operation.startedAt, now, done, fields && toldOf(fields), columns);
}

/** A pending batch, on one line. */
export const batchText = (batch: Batch, now: number): string =>
	agedRow(batch.startedAt, now, [bulkText(batch), byText(batch.by)]);
