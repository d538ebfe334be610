import type {ListedRecord} from '../../domain/notification.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {isSentenceCut, sentenceLines} from '../shared/sentence-lines.ts';

/**
Describes a record in two lines: its sentence, then whether its template is known here, and how many others its user has. A sentence that one line would cut takes both.

@param record - As listed.
@param columns - Terminal columns that a line may take.
@param sent - The template and topics, if this machine sent the notification.
@param sameUser - The number of notifications of its user, itself included; undefined while they are being counted.
@returns Sanitised lines.
*/
export function stripLines(
	record: ListedRecord,
	columns: number,
	sent: SentContent | undefined,
	sameUser: number | undefined,
): TextLine[] {
	if (record.kind === 'unreadable') {
		return [
			{label: '', text: truncate(`record ${record.index + 1} of the listing: ${sanitise(record.problem)}`, columns)},
		];
	}

	const head = (rows: number) => sentenceLines(record, columns, rows).map(text => ({label: '', text, isHead: true}));
	if (isSentenceCut(record, columns)) {
		return head(2);
	}

	const template =
		sent === undefined ? 'template unknown here' : sent.template === '' ? 'no template' : 'template known here';
	return [
		...head(1),
		{
			label: '',
			text: truncate(`${template}${othersText(record.userId, sameUser, columns - widthOf(template))}`, columns),
		},
	];
}

/** How many other notifications a user has, in at most `columns`: ` · 3 others for ops-1`. */
function othersText(user: string, sameUser: number | undefined, columns: number): string {
	if (user === '' || sameUser === undefined) {
		return '';
	}

	const others = sameUser - 1;
	const start = ` · ${others < 1 ? 'no other' : others === 1 ? '1 other' : `${numberText(others)} others`} for `;
	return `${start}${truncate(sanitiseCell(user), Math.max(1, columns - start.length))}`;
}
