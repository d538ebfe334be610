import type {ComparedRow} from '../../files/compare-accounts.ts';
import type {Notification} from '../../domain/notification.ts';
import type {ComparedAccount, ComparedProfiles} from '../../session/compare-profiles.ts';
import {placeOf} from '../../session/session.ts';
import {sentence} from '../../system/sentence.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../system/number-text.ts';
import {failureMessages, fittingQuestion, messages, type Message} from '../shared/message.ts';
import type {Side} from './compare-rows.ts';

type Compared = Extract<ComparedProfiles, {kind: 'compared'}>;

/** The sign between the two accounts, as in sdiff. */
const signs: Readonly<Record<ComparedRow['kind'], string>> = {first: '<', second: '>', differs: '|', both: '='};

/** The sign between the two names: the direction in which is copied. */
const arrows = ['→', '←'] as const;

/** The width in columns from which two accounts are shown side by side. */
const sideBySideFrom = 60;

/** Whether two accounts are shown side by side. Otherwise a row has one text. */
const isSideBySide = (columns: number): boolean => columns >= sideBySideFrom;

/** The result of a comparison: the counts and what cannot be compared, as lines of at most `columns`. `height`: the lines that fit; the note about templates is left out first. */
export function comparisonLines(result: Compared, columns: number, height: number): Message[] {
	const {comparison: {unreadable}, accounts} = result;
	const lines = [
		...countLines(result, columns),
		...accounts.flatMap(({name, listing}) => listing.complete ? [] : messages('warning', `! The listing of ${sanitise(name)} is partial: what is missing there may exist. ${sanitise(listing.reason)}`, columns)),
		...unreadable === 0 ? [] : messages('warning', `! ${numberText(unreadable)} ${unreadable === 1 ? 'record' : 'records'} could not be read, and ${unreadable === 1 ? 'was' : 'were'} not compared.`, columns),
	];
	return [...fittingQuestion([...lines, ...messages('faint', 'Templates and topics are never listed, so not compared.', columns)], lines, height)];
}

/** The counts; in a narrow terminal with the signs of the rows instead of the names. */
function countLines({comparison: {onlyFirst, onlySecond, both}, accounts}: Compared, columns: number): Message[] {
	const [first, second] = accounts.map(({name}) => sanitise(name));
	return messages(onlyFirst + onlySecond === 0 ? 'good' : 'plain', isSideBySide(columns)
		? `Only in ${first}: ${numberText(onlyFirst)} · only in ${second}: ${numberText(onlySecond)} · in both: ${numberText(both)}`
		: `Only in < ${numberText(onlyFirst)} · in > ${numberText(onlySecond)} · both = ${numberText(both)}`, columns);
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

/** The line above the rows, exactly `columns` wide: the names of the profiles, and an arrow from the one that is read to the one that is written to. */
export function comparisonTitle([first, second]: readonly [string, string], from: Side, columns: number): string {
	return isSideBySide(columns)
		? sideBySide(sanitiseCell(first), arrows[from], sanitiseCell(second), columns)
		: fit(`< ${sanitiseCell(first)} > ${sanitiseCell(second)} = both | differ`, columns);
}

/** A row, exactly `columns` wide. In a narrow terminal the sign shows which account has the notification. */
export function comparedRowLine(row: ComparedRow, columns: number): string {
	const first = row.kind === 'second' ? '' : summaryOf(row.first);
	const second = row.kind === 'first' ? '' : summaryOf(row.second);
	return isSideBySide(columns)
		? sideBySide(first, signs[row.kind], second, columns)
		: fit(`${signs[row.kind]} ${truncateMiddle(first === '' ? second : first, columns - 3)}`, columns);
}

function sideBySide(first: string, sign: string, second: string, columns: number): string {
	// A space on each side of the sign, and one at the end.
	const room = columns - 4;
	const left = Math.floor(room / 2);
	return `${fit(truncateMiddle(first, left), left)} ${sign} ${fit(truncateMiddle(second, room - left), room - left)} `;
}

function summaryOf({name, channel, recipient, userId}: Notification): string {
	return [name === '' ? '(no name)' : name, channel, recipient, userId].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
}
