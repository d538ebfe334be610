import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords, idsText, partText, stateTexts} from '../../notification/operation-texts.ts';
import {deliveryText, notificationSentence} from '../../notification/sentence.ts';
import {numberText, joined} from '../../platform/text.ts';
import {say} from '../../changes/say.ts';
import type {ListedChange} from '../../ledger/history.ts';
import {numberOf, totalOf, type ChangeSet, type Item, type Request} from '../../ledger/item.ts';
import {maskedFields} from '../../ledger/mask.ts';
import {colleagueText} from '../../ledger/owner.ts';
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

/** A request of an item, on one line. */
export function requestText({at, method, target, outcome, status, summary}: Request): string {
	const result = [outcomes[outcome], status, summary].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${method}${target === undefined ? '' : ` ${sanitiseCell(target)}`}  ${sanitiseCell(result)}`;
}

/** Who made a change on another machine: `by anna on ci-7`; empty for one of this machine. Safe to show. */
const byText = ({by}: Pick<Item, 'by'>): string => (by === undefined ? '' : `by ${colleagueText(by)}`);

/** The time after which the ages are read again, in milliseconds. */
export const ageInterval = 10_000;

/** A change, or one of its items: that of a change of one, or the one that is told alone. */
export type Told = {readonly set: ChangeSet; readonly item: Item | undefined};

/** The number of a change or of an item: `12`, `12.3`. */
export const numberOfTold = ({set, item}: Told): string => (item === undefined ? String(set.id) : numberOf(item));

/** What a change did, or else what it was to do: `replaced 7 with 8`, `create`, `deleted 3 notifications`. Not yet safe to show. */
function effectText({set: {kind, counts, size}, item}: Told): string {
	if (item !== undefined) {
		const {done, verb} = kindWords[item.kind];
		return `${item.phase === 'done' ? done.toLowerCase() : verb} ${idsText(item)}`.trimEnd();
	}

	const done = kindWords[kind].done.toLowerCase();
	return counts.done === size
		? `${done} ${numberText(size)} ${size === 1 ? 'notification' : 'notifications'}`
		: partText(done, counts, totalOf(counts));
}

/** The notification that an item made, or else the one that it was about, with the recipient masked. */
export function toldFields({input, snapshot}: Pick<Item, 'input' | 'snapshot'>): NotificationFields {
	return maskedFields((input ?? snapshot?.input)!);
}

/** What a row tells of a notification: its channel and its recipient, its name and its user; without a name its whole sentence. */
function toldOf(item: Item): string[] {
	const fields = toldFields(item);
	return fields.name === ''
		? [notificationSentence(fields, 'short'), fields.userId]
		: [deliveryText(fields), fields.name, fields.userId];
}

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

/** A change of the history, on one line of at most `columns`: `5 min ago   #12  deleted 3 notifications  undone  by anna on ci-7`. */
export function changeText({set, first, isUndo, isUndone}: ListedChange, now: number, columns: number): string {
	const item = set.size === 1 ? first : undefined;
	const {phase = 'done'} = item ?? {};
	const ended = phase === 'failed' ? '✗ failed' : stateTexts[phase];
	const done = [
		`#${set.id}`,
		`${isUndo ? 'undo: ' : ''}${effectText({set, item})}`,
		phase === 'done' ? '' : ended,
		isUndone ? 'undone' : '',
		byText(set),
	];
	return agedRow(set.startedAt, now, done, item && [...toldOf(item), say(item)], columns);
}

/** A pending change or item, on one line of at most `columns`: `5 min ago   #12  replace 1 with 3  E-mail ops@example.com · …`. */
export function pendingText(told: Told, now: number, columns: number): string {
	const {set, item} = told;
	const done = [`#${numberOfTold(told)}`, effectText(told), byText(set)];
	return agedRow(set.startedAt, now, done, item && toldOf(item), columns);
}

/** The head of what is told of a change: `Undo of #1: recreated 1 as 13 · 5 min ago · done`. `undone`: the number of the change that it undoes. */
export function changeHead(told: Told, undone: string | undefined, now: number): string {
	const {set, item} = told;
	const undo = item?.isUndo === true ? `Undo${undone === undefined ? '' : ` of #${undone}`}: ` : '';
	const parts = [
		`${undo}${effectText(told)}`,
		timeAgo(now - set.startedAt),
		item && stateTexts[item.phase],
		byText(set),
	];
	return sanitise(joined(parts, ' · '));
}
