import type {NotificationFields} from '../../notification/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {sentenceLines} from './sentence-lines.ts';

/** One of several notifications that a question is about. */
export type Target = {readonly id: string; readonly fields: NotificationFields};

/** The widths of the columns before the sentence. */
export type TargetWidths = {
	readonly id: number;
	/** 0 if all have the same user. */
	readonly user: number;
};

/** The greatest width of the ID. */
const longestId = 36;

/** The greatest width of the user: in a wide line more than in one that the sentence needs. */
const longestUser = 20;
const userShare = 1 / 6;

/** The least width of a name. */
const leastName = 8;

/** The share of the columns that the ID and the user each take at most. */
const share = 0.3;

/** The widths for these IDs and users in lines of `columns`. */
export function targetWidths(ids: readonly string[], users: readonly string[], columns: number): TargetWidths {
	const widest = (texts: readonly string[], limit: number) =>
		texts.reduce(
			(width, text) => Math.max(width, Math.min(widthOf(sanitiseCell(text)), limit, Math.floor(columns * share))),
			0,
		);
	const user = users.length < 2 ? 0 : widest(users, Math.max(longestUser, Math.floor(columns * userShare)));
	return {id: widest(ids, longestId), user};
}

/** The columns before the sentence: the ID and the user. Safe to show. */
export function targetStart({id, fields}: Target, widths: TargetWidths): string {
	const user = widths.user === 0 ? '' : `${fit(sanitiseCell(fields.userId), widths.user)}  `;
	return `${fit(truncateMiddle(sanitiseCell(id), widths.id), widths.id)}  ${user}`;
}

/** A notification on a line of at most `columns`: its ID, its user, its sentence and, if there is room, its name. Safe to show. */
export function targetText({id, fields}: Target, widths: TargetWidths, columns: number): string {
	const start = targetStart({id, fields}, widths);
	const room = Math.max(1, columns - widthOf(start));
	const [sentence = ''] = sentenceLines(fields, room);
	const named = `${start}${sentence}  ${sanitiseCell(fields.name)}`;
	const isNamed = fields.name !== '' && widthOf(`${start}${sentence}  `) + leastName <= columns;
	return truncate(isNamed ? named : `${start}${sentence}`, columns);
}
