import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateMiddle} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';

/** The fields that identify a notification to the operator. One that was not sent yet has no ID. */
type NamedNotification = {
	readonly id?: string | undefined;
	readonly name: string;
	readonly recipient: string;
	/** The user ID, used only if there is neither a name nor a recipient. */
	readonly userId?: string;
};

/** The columns that a name leaves for the rest of the question, and the least width of a name. */
const reservedColumns = 12;

/** The share of the terminal's columns that a recipient takes at most. */
const recipientShare = 0.55;

/** The name of a notification in a question, safe to show: `"Treasury" (ID 17, to ops@example.com)`. A long name and a long recipient are each cut to fit a line of `columns`. The ID is never cut. */
export function notificationName({id, name, recipient, userId = ''}: NamedNotification, columns: number): string {
	const details = [
		...(id === undefined ? [] : [`ID ${sanitise(id)}`]),
		...(recipient === '' ? [] : [`to ${truncateMiddle(sanitise(recipient), Math.floor(columns * recipientShare))}`]),
		...(name === '' && recipient === '' && userId !== ''
			? [`for user ${truncate(sanitise(userId), Math.floor(columns * recipientShare))}`]
			: []),
	];
	return [
		name === ''
			? 'the notification'
			: `"${truncate(sanitise(name), Math.max(reservedColumns, columns - reservedColumns))}"`,
		...(details.length === 0 ? [] : [`(${details.join(', ')})`]),
	].join(' ');
}

/** The number of the others besides the first, as in ` and 3 others`; empty for one. */
export function othersText(count: number): string {
	const others = count - 1;
	return others < 1 ? '' : ` and ${numberText(others)} ${others === 1 ? 'other' : 'others'}`;
}

/** The name of a notification in a row that does not name its fields; not yet safe to show. */
export const nameInRow = ({name}: Pick<NamedNotification, 'name'>): string => (name === '' ? 'no name' : name);
