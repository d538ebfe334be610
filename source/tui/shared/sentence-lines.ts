import {notificationSentence, sentenceForms, type ToldFields} from '../../domain/notification-sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';

/** The least width of a recipient that is cut. */
const leastRecipient = 12;

/**
The sentence of a notification in the longest form that fits, safe to show. A long recipient is cut before the end of the sentence is.

@param told - The notification.
@param columns - Terminal columns for a line.
@param rows - Lines at most.
*/
export function sentenceLines(told: ToldFields, columns: number, rows = 1): string[] {
	const inForm = (form: (typeof sentenceForms)[number], fields = told) => wrap(sanitise(notificationSentence(fields, form)), columns);
	const fitting = sentenceForms.map(form => inForm(form)).find(lines => lines.length <= rows);
	if (fitting !== undefined) {
		return fitting;
	}

	const recipient = sanitise(told.recipient);
	const excess = widthOf(inForm('shortest').join(' ')) - (columns * rows);
	const cut = inForm('shortest', {...told, recipient: truncateMiddle(recipient, Math.max(leastRecipient, widthOf(recipient) - excess))});
	return cut.length <= rows ? cut : [...cut.slice(0, rows - 1), truncate(cut.slice(rows - 1).join(' '), columns)];
}
