import {sentenceParts} from '../../domain/notification-sentence.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf, wrap} from '../../terminal/width.ts';
import {messages, type Message} from './message.ts';
import {sentenceLines} from './sentence-lines.ts';

/** The indentation of what a question is about. */
const indent = '   ';

/** The lines from which the user has one of its own, besides a sentence that is told shorter. */
const rowsForUser = 3;

/** The notification that a question is about, as at most `rows` indented lines: its name, its sentence and its user. In few lines the sentence is short. Safe to show. */
export function objectLines(notification: NotificationFields, columns: number, rows: number): Message[] {
	const room = columns - indent.length - 1;
	const {name, userId} = notification;
	const {what, where} = sentenceParts(notification);
	const user = userId === '' ? '' : `user ${userId}`;
	const end = [where, user].filter(text => text !== '').join(' · ');
	const whole = sanitise(`${what} ${end}`);
	// A line never ends with the sign between the two.
	const ends = widthOf(sanitise(end)) <= room || user === '' ? [end] : [where, user];
	const sentence = widthOf(whole) <= room ? [whole] : [what, ...ends].flatMap(part => wrap(sanitise(part), room));
	const title = name === '' || rows < 2 ? [] : [truncate(sanitise(name), room)];
	const left = rows - title.length;
	const ownUser = user === '' || left < rowsForUser ? [] : [truncate(sanitise(user), room)];
	const fitting =
		sentence.length <= left ? sentence : [...sentenceLines(notification, room, left - ownUser.length), ...ownUser];
	return [...title, ...fitting].map((text): Message => ({tone: 'plain', text: `${indent}${text}`}));
}

/** A question, as lines of at most `columns`, in bold. */
export const askedLines = (text: string, columns: number): Message[] => messages('title', text, columns);

/** The width in columns below which a notification cannot be recognised. */
const leastColumns = 24;

/** A question about one notification, as lines. */
export type ObjectQuestion = {
	readonly asked: readonly Message[];
	/** The notification. */
	readonly object: readonly Message[];
	/** What happens at the moment, or what the attempt before came to. */
	readonly status: readonly Message[];
	readonly consequences: readonly Message[];
};

/** Whether a notification can be recognised in `columns`. */
export const isRecognisable = (columns: number): boolean => columns >= leastColumns;

/** A question about one notification, for `rows` lines if that is possible: the notification is told shorter rather than a consequence left out. */
export function objectQuestion(
	text: string,
	notification: NotificationFields,
	{status = [], consequences}: Pick<ObjectQuestion, 'consequences'> & Partial<Pick<ObjectQuestion, 'status'>>,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): ObjectQuestion {
	const asked = askedLines(text, columns);
	const room = Math.max(2, rows - asked.length - status.length - consequences.length);
	return {
		asked,
		object: objectLines(notification, columns, Math.max(1, Math.min(room, rows - asked.length))),
		status,
		consequences,
	};
}
