import type {ComparedRow} from '../../files/compare-accounts.ts';
import type {Notification} from '../../domain/notification.ts';
import type {ComparedAccount, ComparedProfiles} from '../../session/compare-profiles.ts';
import {placeOf} from '../../session/session.ts';
import {sentence} from '../../system/sentence.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../system/number-text.ts';
import {failureMessages, fittingQuestion, messages, type Message} from '../shared/message.ts';

type Compared = Extract<ComparedProfiles, {kind: 'compared'}>;

/** The sign of a row, as in sdiff. */
const signs: Readonly<Record<ComparedRow['kind'], string>> = {first: '<', second: '>', differs: '|', both: '='};

/** The width in columns from which two notifications are shown side by side. */
const sideBySideFrom = 60;

/** Whether there is room for the names of both accounts in a line, and for two notifications beside each other. */
export const isSideBySide = (columns: number): boolean => columns >= sideBySideFrom;

/** The result of a comparison: the counts and what cannot be compared, as lines of at most `columns`. `height`: the lines that fit; the note about templates is left out first. */
export function comparisonLines(result: Compared, columns: number, height: number): Message[] {
	const {comparison: {unreadable}, accounts} = result;
	const lines = [
		...countLines(result, columns, height),
		...accounts.flatMap(({name, listing}) => listing.complete ? [] : messages('warning', `! The listing of ${sanitise(name)} is partial: what is missing there may exist. ${sanitise(listing.reason)}`, columns)),
		...unreadable === 0 ? [] : messages('warning', `! ${numberText(unreadable)} ${unreadable === 1 ? 'record' : 'records'} could not be read, and ${unreadable === 1 ? 'was' : 'were'} not compared.`, columns),
	];
	return [...fittingQuestion([...lines, ...messages('faint', 'Templates and topics are never listed, so not compared.', columns)], lines, height)];
}

/** The counts; in a narrow or low terminal with the signs of the rows instead of the names. */
function countLines({comparison: {onlyFirst, onlySecond, both}, accounts}: Compared, columns: number, height: number): readonly Message[] {
	const [first, second] = accounts.map(({name}) => sanitise(name));
	const tone = onlyFirst + onlySecond === 0 ? 'good' : 'plain';
	const short = messages(tone, `Only in < ${numberText(onlyFirst)} · in > ${numberText(onlySecond)} · both = ${numberText(both)}`, columns);
	return isSideBySide(columns)
		? fittingQuestion(messages(tone, `Only in ${first}: ${numberText(onlyFirst)} · only in ${second}: ${numberText(onlySecond)} · in both: ${numberText(both)}`, columns), short, height)
		: short;
}

/** The direction of a copy, safe to show: the account that is read, and the one that is written to, with its host if there is room. */
export function directionParts(source: ComparedAccount, target: ComparedAccount, columns: number): {readonly from: string; readonly to: string} {
	const state = target.session.profile.isReadOnly ? ' (read-only)' : '';
	const name = sanitiseCell(target.name);
	const from = `Copy from ${sanitiseCell(source.name)} `;
	const ways = [
		{from, to: `to ${placeOf(target.session)}${state}`},
		{from, to: `to ${name}${state}`},
		{from: '', to: `to ${name}${state}`},
	];
	// The name of the target is never cut off by that of the source.
	return ways.find(way => widthOf(way.from + way.to) < columns - 1) ?? {from: '', to: truncateMiddle(`to ${name}`, columns - 2)};
}

/** The reason why two accounts were not compared, as lines of at most `columns`. */
export function notComparedLines(result: Exclude<ComparedProfiles, {kind: 'compared'}>, columns: number): Message[] {
	if (result.kind === 'cancelled') {
		return messages('plain', 'Not compared: cancelled.', columns);
	}

	const {name, problem, failure} = result;
	return failure === undefined
		? messages('bad', sentence(`✗ Not compared: ${sanitise(name)}: ${sanitise(problem)}`), columns)
		: [...messages('bad', `✗ Not compared: ${sanitise(name)} could not be listed.`, columns), ...failureMessages(failure, columns)];
}

/** The line above the rows, exactly `columns` wide: what their signs mean. A name that does not fit is cut, but not the signs. */
export function comparisonTitle([first, second]: readonly [string, string], columns: number): string {
	const titleWith = (width: number) => `< ${truncateMiddle(sanitiseCell(first), width)}  > ${truncateMiddle(sanitiseCell(second), width)}  | differ  = both`;
	const names = columns - widthOf(titleWith(0));
	const [shorter = 0, longer = 0] = [first, second].map(name => widthOf(sanitiseCell(name))).toSorted((a, b) => a - b);
	return fit(titleWith(Math.max(1, Math.min(longer, Math.max(Math.floor(names / 2), names - shorter)))), columns);
}

/** A row, exactly `columns` wide: a sign that says which account has the notification, and the notification. Two that differ stand beside each other if there is room. */
export function comparedRowLine(row: ComparedRow, columns: number): string {
	const room = Math.max(1, columns - rowMargin);
	return fit(`${signs[row.kind]} ${row.kind === 'differs' && isSideBySide(columns) ? sideBySide(summaryOf(row.first), summaryOf(row.second), room) : truncateMiddle(summaryOf(row.kind === 'second' ? row.second : row.first), room)}`, columns);
}

/** The columns of a row for its sign, the space after it and one at the end. */
const rowMargin = 3;

function sideBySide(first: string, second: string, columns: number): string {
	const room = columns - widthOf(between);
	const left = Math.floor(room / 2);
	return `${fit(truncateMiddle(first, left), left)}${between}${truncateMiddle(second, room - left)}`;
}

/** The text between two notifications that differ. */
const between = ' | ';

function summaryOf({name, channel, recipient, userId}: Notification): string {
	return [name === '' ? '(no name)' : name, channel, recipient, userId].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
}
