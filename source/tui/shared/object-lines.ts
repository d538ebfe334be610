import {sentenceParts} from '../../domain/notification-sentence.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';
import {messages, questionLines, type Message} from './message.ts';
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
	const ownUser = user === '' || left < rowsForUser ? [] : [truncateMiddle(sanitise(user), room)];
	const fitting = sentence.length <= left ? sentence : [...sentenceLines(notification, room, left - ownUser.length), ...ownUser];
	return [...title, ...fitting].map((text): Message => ({tone: 'plain', text: `${indent}${text}`}));
}

/** A question, as lines of at most `columns`, in bold. */
export const askedLines = (text: string, columns: number): Message[] => messages('title', text, columns);

/** The width in columns below which a notification cannot be recognised. */
const leastColumns = 24;

/** A question about one notification. */
export type ObjectQuestion = {
	/** The lines: what is asked, the notification, and as much as fits of what follows. */
	readonly lines: Message[];
	readonly asked: Message[];
	/** The notification and all that follows, which `lines` may have cut. */
	readonly rest: Message[];
	/** Whether there is room to read what is asked, and the notification. */
	readonly isShown: boolean;
};

/** A question in at most `rows` lines: what is asked, the notification, then the consequences. The notification is told shorter rather than a consequence left out. */
export function objectQuestion(text: string, notification: NotificationFields, consequences: readonly Message[], {columns, rows}: {readonly columns: number; readonly rows: number}): ObjectQuestion {
	const asked = askedLines(text, columns);
	const room = Math.max(2, rows - asked.length - consequences.length);
	const object = objectLines(notification, columns, Math.max(1, Math.min(room, rows - asked.length)));
	return {lines: questionLines([...asked, ...object], consequences, rows), asked, rest: [...object, ...consequences], isShown: columns >= leastColumns && asked.length + object.length <= rows};
}
