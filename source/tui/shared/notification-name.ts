import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateMiddle} from '../../terminal/width.ts';

/** What tells a notification from others. One that was not sent yet has no ID. */
export type NamedNotification = {
	readonly id?: string | undefined;
	readonly name: string;
	readonly recipient: string;
	/** Named only where there is neither a name nor a recipient. */
	readonly userId?: string;
};

/** Columns of a line that a name leaves for the rest of the question, and those that it takes in any case. */
const besideName = 12;

/** The part of the terminal's columns that a recipient takes at most. */
const recipientShare = 0.55;

/** Names a notification in a question, safe to show: `"Treasury" (ID 17, to ops@example.com)`. A long name and a long recipient are cut to fit a line of `columns` each, the ID never. */
export function notificationName({id, name, recipient, userId = ''}: NamedNotification, columns: number): string {
	const details = [
		...id === undefined ? [] : [`ID ${sanitise(id)}`],
		...recipient === '' ? [] : [`to ${truncateMiddle(sanitise(recipient), Math.floor(columns * recipientShare))}`],
		...name === '' && recipient === '' && userId !== '' ? [`for user ${truncate(sanitise(userId), Math.floor(columns * recipientShare))}`] : [],
	];
	return [
		name === '' ? 'the notification' : `"${truncate(sanitise(name), Math.max(besideName, columns - besideName))}"`,
		...details.length === 0 ? [] : [`(${details.join(', ')})`],
	].join(' ');
}

/** Names the first of several notifications, and counts the others. */
export function notificationNames(notifications: readonly NamedNotification[], columns: number): string {
	const [first] = notifications;
	return first === undefined ? 'nothing' : `${notificationName(first, columns)}${othersText(notifications.length)}`;
}

/** Counts those besides the first: ` and 3 others`. Empty for one. */
export function othersText(count: number): string {
	const others = count - 1;
	return others < 1 ? '' : ` and ${others.toLocaleString('en')} ${others === 1 ? 'other' : 'others'}`;
}
