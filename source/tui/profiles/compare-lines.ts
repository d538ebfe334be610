import type {ComparedRow} from '../../files/compare-accounts.ts';
import {differingFields} from '../../domain/differing-fields.ts';
import type {Notification} from '../../domain/notification.ts';
import type {ComparedAccount, ComparedProfiles} from '../../session/compare-profiles.ts';
import {placeOf} from '../../session/session.ts';
import {sentence, numberText} from '../../platform/text.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {changePieces} from '../bulk-edit/edit-row.ts';
import {readerWidth} from '../shared/reader.ts';
import {fieldGap, joinedFields} from '../shared/joined-fields.ts';
import {nameInRow} from '../shared/notification-name.ts';
import {failureMessages, fittingQuestion, messages, type Message} from '../shared/message.ts';

type Compared = Extract<ComparedProfiles, {kind: 'compared'}>;

/** The sign of a row, as in sdiff. */
const signs: Readonly<Record<ComparedRow['kind'], string>> = {first: '<', second: '>', differs: '|', both: '='};

/** The width in columns from which a line has room for the names of both accounts. */
const namesFrom = 60;

/** Whether there is room for the names of both accounts in a line. */
export const hasNames = (columns: number): boolean => columns >= namesFrom;

/** The result of a comparison: the counts and what cannot be compared, as lines of at most `columns`. `height`: the lines that fit; the note about templates is left out first. */
export function comparisonLines(result: Compared, columns: number, height: number): Message[] {
	const {
		comparison: {unreadable},
		accounts,
	} = result;
	const lines = [
		...countLines(result, columns, height),
		...accounts.flatMap(({name, listing}) =>
			listing.complete
				? []
				: messages(
						'warning',
						`! The listing of ${sanitise(name)} is partial: what is missing there may exist. ${sanitise(listing.reason)}`,
						columns,
					),
		),
		...(unreadable === 0
			? []
			: messages(
					'warning',
					`! ${numberText(unreadable)} ${unreadable === 1 ? 'record' : 'records'} could not be read, and ${unreadable === 1 ? 'was' : 'were'} not compared.`,
					columns,
				)),
	];
	return [
		...fittingQuestion(
			[...lines, ...messages('faint', 'Templates and topics are never listed, so not compared.', columns)],
			lines,
			height,
		),
	];
}

/** The counts; in a narrow or low terminal with the signs of the rows instead of the names. */
function countLines(
	{comparison: {onlyFirst, onlySecond, differ, both}, accounts}: Compared,
	columns: number,
	height: number,
): readonly Message[] {
	const [first, second] = accounts.map(({name}) => sanitise(name));
	const tone = onlyFirst + onlySecond + differ === 0 ? 'good' : 'plain';
	const short = messages(
		tone,
		`< only ${numberText(onlyFirst)} · > only ${numberText(onlySecond)} · | ${numberText(differ)} · = ${numberText(both)}`,
		columns,
	);
	return hasNames(columns)
		? fittingQuestion(
				messages(
					tone,
					`Only in ${first}: ${numberText(onlyFirst)} · only in ${second}: ${numberText(onlySecond)} · differ: ${numberText(differ)} · in both: ${numberText(both)}`,
					columns,
				),
				short,
				height,
			)
		: short;
}

/** The direction of a copy, safe to show: the account that is read, and the one that is written to, with its host if there is room. */
export function directionParts(
	source: ComparedAccount,
	target: ComparedAccount,
	columns: number,
): {readonly from: string; readonly to: string} {
	const state = target.session.profile.isReadOnly ? ' (read-only)' : '';
	const name = sanitiseCell(target.name);
	const from = `Copy from ${sanitiseCell(source.name)} `;
	const ways = [
		{from, to: `to ${placeOf(target.session)}${state}`},
		{from, to: `to ${name}${state}`},
		{from: '', to: `to ${name}${state}`},
	];
	// The name of the target is never cut off by that of the source.
	return (
		ways.find(way => widthOf(way.from + way.to) < columns - 1) ?? {
			from: '',
			to: truncateMiddle(`to ${name}`, columns - 2),
		}
	);
}

/** The reason why two accounts were not compared, as lines of at most `columns`. */
export function notComparedLines(result: Exclude<ComparedProfiles, {kind: 'compared'}>, columns: number): Message[] {
	if (result.kind === 'cancelled') {
		return messages('plain', 'Not compared: cancelled.', columns);
	}

	const {name, problem, failure} = result;
	return failure === undefined
		? messages('bad', sentence(`✗ Not compared: ${sanitise(name)}: ${sanitise(problem)}`), columns)
		: [
				...messages('bad', `✗ Not compared: ${sanitise(name)} could not be listed.`, columns),
				...failureMessages(failure, columns),
			];
}

/** The line above the rows, exactly `columns` wide: what their signs mean. A name that does not fit is cut, but not the signs. */
export function comparisonTitle([first, second]: readonly [string, string], columns: number): string {
	const titleWith = (width: number) =>
		`< ${truncateMiddle(sanitiseCell(first), width)}  > ${truncateMiddle(sanitiseCell(second), width)}  | differ  = both`;
	const names = columns - widthOf(titleWith(0));
	const [shorter = 0, longer = 0] = [first, second].map(name => widthOf(sanitiseCell(name))).toSorted((a, b) => a - b);
	return fit(titleWith(Math.max(1, Math.min(longer, Math.max(Math.floor(names / 2), names - shorter)))), columns);
}

/** A row, exactly `columns` wide: a sign that says which account has the notification, and the notification. Of two that differ, what they share and then what differs, the first account before the second. */
export function comparedRowLine(row: ComparedRow, columns: number): string {
	const room = Math.max(1, columns - rowMargin);
	return fit(
		`${signs[row.kind]} ${row.kind === 'differs' ? differenceText(row.first, row.second, room) : summaryOf(row.kind === 'second' ? row.second : row.first, room)}`,
		columns,
	);
}

/** The words between the values of the two accounts, for a screen reader. */
const readerBetween = ' and ';

/** A row as a screen reader reads it, its parts two spaces apart: which account has the notification, and the notification. `names`: those of the two accounts. */
export function readerComparedRow(row: ComparedRow, [first, second]: readonly [string, string]): string {
	switch (row.kind) {
		case 'first': {
			return `only in ${sanitiseCell(first)}  ${summaryOf(row.first)}`;
		}

		case 'second': {
			return `only in ${sanitiseCell(second)}  ${summaryOf(row.second)}`;
		}

		case 'both': {
			return `in both  ${summaryOf(row.first)}`;
		}

		case 'differs': {
			return `differs between ${sanitiseCell(first)} and ${sanitiseCell(second)}  ${differenceText(row.first, row.second, readerWidth, readerBetween)}`;
		}
	}
}

/** The columns of a row for its sign, the space after it and one at the end. */
const rowMargin = 3;

/** The share of a row for what two notifications share, if there is not room for all. */
const sharedShare = 0.4;

/** The sign between the values of the two accounts, as in sdiff. */
const between = '|';

function differenceText(first: Notification, second: Notification, room: number, sign = between): string {
	const differing = differingFields(first, second);
	if (differing.length === 0) {
		return `${summaryOf(first, room - otherText.length)}${otherText}`;
	}

	const isShared = (name: string) => differing.every(field => field.name !== name);
	const shared = [
		...(isShared('name') ? [nameInRow(first)] : []),
		...(isShared('channel') ? [first.channel] : []),
		...(isShared('to') ? [first.recipient] : []),
		...(isShared('user') ? [first.userId] : []),
	];
	const piecesIn = (width: number) =>
		changePieces(differing, width, sign)
			.map(({text}) => text)
			.join('');
	const whole = widthOf(piecesIn(Infinity));
	const width = Math.min(
		widthOf(joinedFields(shared, Infinity)),
		Math.max(Math.floor(room * sharedShare), room - whole - fieldGap.length),
	);
	return `${joinedFields(shared, width)}${fieldGap}${piecesIn(room - width - fieldGap.length)}`;
}

/** What is said of two that differ in no field that is listed here. */
const otherText = `${fieldGap}other members differ`;

const summaryOf = (notification: Notification, columns = Infinity): string =>
	joinedFields([nameInRow(notification), notification.channel, notification.recipient, notification.userId], columns);
