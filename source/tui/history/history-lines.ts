import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords, idsText, partText, stateTexts} from '../../notification/operation-texts.ts';
import {deliveryText, notificationSentence} from '../../notification/sentence.ts';
import {numberText} from '../../platform/text.ts';
import {totalOf, type Batch} from '../../storage/batches/batch.ts';
import type {Change} from '../../storage/journal/changes.ts';
import {colleagueText, type Colleague} from '../../storage/journal/colleague.ts';
import {maskedFields} from '../../storage/journal/mask.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {fieldGap, joinedFields} from '../ui/fit.ts';
import {sentenceLines} from '../shared/sentence-lines.ts';

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
export const byText = (by: Colleague | undefined): string => (by === undefined ? '' : `by ${colleagueText(by)}`);

/** The time after which the ages are read again, in milliseconds. */
export const ageInterval = 10_000;

/** What stands between two parts of a line. */
const partGap = '  ';

/** The width of an age in the history: `59 min ago`. */
const ageWidth = 10;

/** The words for a change: what it did, or else what it was to do: `replaced 7 with 8`, `create`. Not yet safe to show. */
export function effectText({
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

/** The share of the columns that the channel and the recipient have beside other fields. */
const deliveryShare = 2 / 3;

/** The least columns in which the sentence, the name and the user each say something. In less, the sentence is told. */
const leastForAll = 30;

/** The least columns for a name, a user and a detail. In less, the detail is left to the screen of the change. */
const leastForDetail = 24;

/** The sentence of an operation's notification, its name and its user, and `detail`, in at most `columns`; `label` where the notification is not known any more. Safe to show. */
function aboutText(
	operation: Operation | undefined,
	{label = '', detail = ''}: {readonly label?: string; readonly detail?: string},
	columns: number,
): string {
	const fields = operation && toldFields(operation);
	if (fields === undefined) {
		return joinedFields([label, detail], columns);
	}

	const sentence = sanitiseCell(notificationSentence(fields, 'short'));
	const beside = [fields.name, fields.userId, detail];
	const whole = joinedFields([sentence, ...beside], Infinity);
	if (columns < leastForAll || widthOf(whole) <= columns) {
		return truncate(whole, columns);
	}

	const delivery = sanitiseCell(deliveryText(fields));
	// With a sign that the sentence goes on.
	const told = widthOf(delivery) + 2;
	const room = columns - fieldGap.length - Math.min(told, Math.floor(columns * deliveryShare));
	const names = joinedFields(room < leastForDetail ? beside.slice(0, 2) : beside, room);
	const left = columns - fieldGap.length - widthOf(names);
	return joinedFields([left < told ? sentenceLines(fields, left)[0]! : truncate(sentence, left), names], columns);
}

/** A line that begins with an age. `now`: in milliseconds since the epoch. */
const agedLine = (startedAt: number, now: number, parts: readonly string[]): string =>
	[timeAgo(now - startedAt).padEnd(ageWidth), ...parts.map(part => sanitiseCell(part))]
		.filter(text => text !== '')
		.join(partGap);

/** A line that begins with an age and ends with a text in what is left of `columns`. */
function agedLineWith(
	startedAt: number,
	now: number,
	parts: readonly string[],
	textIn: (columns: number) => string,
	columns: number,
): string {
	const line = agedLine(startedAt, now, parts);
	const text = textIn(Math.max(1, columns - widthOf(line) - partGap.length));
	return text === '' ? line : `${line}${partGap}${text}`;
}

/** A change, on one line of at most `columns`: `5 min ago   deleted 3 notifications  undone  by anna on ci-7`. `operation`: that of a single change, for its sentence. */
export function changeText(change: Change, operation: Operation | undefined, now: number, columns: number): string {
	const {kind, state, oldId, newId, detail, startedAt, isUndo, isUndone, batch, label, by} = change;
	const undo = isUndo ? 'undo: ' : '';
	const undone = isUndone ? 'undone' : '';
	const who = byText(by);
	if (batch !== undefined) {
		return agedLine(startedAt, now, [`${undo}${bulkText(batch)}`, undone, who]);
	}

	const effect = effectText({kind, state, snapshot: oldId === undefined ? undefined : {id: oldId}, newId});
	const result = state === 'done' ? '' : state === 'failed' ? '✗ failed' : stateTexts[state];
	return agedLineWith(
		startedAt,
		now,
		[`${undo}${effect}`, result, undone, who],
		room => aboutText(operation, {label, ...(detail !== undefined && {detail})}, room),
		columns,
	);
}

/** The result of an operation, for the head of its details: `Undo of #1: recreated 1 as 13 · 5 min ago · done`. */
export function operationHead(operation: Operation, now: number): string {
	const {isUndo, undoes, state, startedAt, by} = operation;
	const undo = isUndo === true ? `Undo${undoes === undefined ? '' : ` of #${undoes}`}: ` : '';
	return sanitise(
		[`${undo}${effectText(operation)}`, timeAgo(now - startedAt), stateTexts[state], byText(by)]
			.filter(part => part !== '')
			.join(' · '),
	);
}

/** The result of a bulk operation, for the head of its items: `deleted 3 notifications · 5 min ago`. */
export const batchHead = (batch: Batch, now: number): string =>
	[bulkText(batch), timeAgo(now - batch.startedAt), byText(batch.by)].filter(part => part !== '').join(' · ');

function bulkText({kind, counts}: Batch): string {
	const total = totalOf(counts);
	const done = kindWords[kind].done.toLowerCase();
	return counts.done === total
		? `${done} ${numberText(total)} ${total === 1 ? 'notification' : 'notifications'}`
		: partText(done, counts, total);
}

/** A pending operation, on one line of at most `columns`: `5 min ago   replace 1 with 3  E-mail ops@example.com …`. */
export const operationText = (operation: Operation, now: number, columns: number): string =>
	agedLineWith(
		operation.startedAt,
		now,
		[effectText(operation), byText(operation.by)],
		room => aboutText(operation, {}, room),
		columns,
	);

/** A pending batch, on one line. */
export const batchText = (batch: Batch, now: number): string =>
	agedLine(batch.startedAt, now, [bulkText(batch), byText(batch.by)]);
