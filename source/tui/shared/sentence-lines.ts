import {notificationSentence, sentenceForms, type SentenceForm, type ToldFields} from '../../domain/notification-sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';

/** The characters of a text that are measured for each column it has. More could only be marks that take no room, and would take time. */
const charactersPerColumn = 8;

/** The width of what stands before a recipient at most: `Telegram `. */
const leadWidth = 9;

/** The least width of a recipient that is cut. */
const leastRecipient = 12;

/**
The sentence of a notification in the longest form that fits, safe to show. A long recipient is cut before the end of the sentence is.

@param told - The notification.
@param columns - Terminal columns for a line.
@param rows - Lines at most.
*/
export function sentenceLines(told: ToldFields, columns: number, rows = 1): string[] {
	const longest = columns * rows * charactersPerColumn;
	const textIn = (form: SentenceForm, fields = told) => sanitise(notificationSentence(fields, form).slice(0, longest));
	const fitting = sentenceForms.map(form => textIn(form)).filter(text => text.length < longest && wrap(text, columns).length <= rows);
	// A form that breaks no word, such as the address, is easier to read than a longer one.
	const chosen = fitting.find(text => text.split(' ').every(word => widthOf(word) <= columns)) ?? fitting[0];
	if (chosen !== undefined) {
		return wrap(chosen, columns);
	}

	// Fields of a listed notification may be getters, which a spread would lose.
	const {channel, eventType, addresses, network, filters} = told;
	const recipient = sanitise(endsOf(told.recipient, longest));
	const whole = notificationSentence({channel, eventType, addresses, network, filters, recipient}, 'shortest');
	const excess = widthOf(sanitise(whole.slice(0, 2 * longest))) - (columns * rows);
	// In more than one line it is short enough to follow the words before it.
	const room = Math.min(widthOf(recipient) - excess, rows === 1 ? Infinity : columns - leadWidth);
	const cut = wrap(textIn('shortest', {channel, eventType, addresses, network, filters, recipient: truncateMiddle(recipient, Math.max(leastRecipient, room))}), columns);
	return cut.length <= rows ? cut : [...cut.slice(0, rows - 1), truncate(cut.slice(rows - 1).join(' '), columns)];
}

/** A text without its middle if it is longer than can be shown: both ends may be what tells it from others. */
const endsOf = (text: string, longest: number): string => text.length <= longest ? text : `${text.slice(0, longest / 2)}${text.slice(-longest / 2)}`;
