import {copyNotes, skippedNotes} from '../../domain/copy-texts.ts';
import type {CopySurvey} from '../../operations/bulk/bulk-copy.ts';
import type {ComparedAccount} from '../../session/compare-profiles.ts';
import {placeOf, type Session} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {fittingQuestion, messages, type Message} from '../shared/message.ts';
import {notificationNames} from '../shared/notification-name.ts';

/** The share of the line to type on that a profile's name takes at most, and its least columns. */
const nameShare = 1 / 2;
const leastName = 20;

/** The notifications to copy, and the two accounts. */
export type CopyQuestion = {
	readonly survey: CopySurvey;
	readonly source: ComparedAccount;
	/** The account to which is written. */
	readonly target: Session;
};

/** The question before notifications are copied, as lines of at most `columns`: the longest wording that fits in `height` lines. */
export function copyQuestion(
	{
		survey: {
			plan: {copies},
		},
		source,
		target,
	}: CopyQuestion,
	columns: number,
	height: number,
): readonly Message[] {
	if (copies.length === 0) {
		return messages(
			'warning',
			`There is nothing to copy from ${sanitise(source.name)} to ${placeOf(target)}.`,
			columns,
		);
	}

	const what = `Copy ${numberText(copies.length)} from ${sanitise(source.name)} to ${placeOf(target)}`;
	return fittingQuestion(
		messages('warning', `${what}: ${notificationNames(copies, columns)}?`, columns),
		messages('warning', `${what}?`, columns),
		height,
	);
}

/** The consequences of copying, as lines of at most `columns`. */
export function copyConsequences({survey, source, target}: CopyQuestion, columns: number): Message[] {
	const way = {from: source.name, to: target.profile.name};
	return [
		...skippedNotes(survey.plan, way).flatMap(note => messages('plain', sanitise(note), columns)),
		...copyNotes(survey.plan, survey, way).flatMap(note => messages('warning', `! ${sanitise(note)}`, columns)),
		...(survey.plan.copies.length === 0
			? []
			: messages(
					'plain',
					`${sanitise(source.name)} is only read. ${keyOf('compare', 'undo')} deletes the copies again.`,
					columns,
				)),
	];
}

/** The title of the screens of a copy, which stands before the account that is written to, `to`, and leaves room for it. `from`: the account that is read, safe to show. */
export function copyTitle(from: string, to: string, columns: number): string {
	const title = `copy from ${from}`;
	return widthOf(from) > columns / 2 || widthOf(` ${title} · ${sanitise(to)} `) > columns ? 'copy' : title;
}

/** The line to type on, in `columns`, before the text. */
export const copyPrompt = (count: number, target: Session, columns: number): string =>
	`Type ${count} to copy to ${truncate(sanitise(target.profile.name), Math.max(leastName, Math.floor(columns * nameShare)))}: `;
