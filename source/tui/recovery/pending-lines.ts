import {stateTexts} from '../../domain/operation-texts.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import type {Batch} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {lastOf, messages, type Message} from '../shared/message.ts';
import {askedLines, objectLines, objectQuestion} from '../shared/object-lines.ts';
import {rollBackText} from './recovery-text.ts';

type Size = {readonly columns: number; readonly rows: number};

/** The notification of a pending change, and the reason why it is pending, as lines that fit. `batch`: the bulk operation, if it is one. The reason is told rather than the notification. */
export function pendingLines(
	operation: Operation | undefined,
	batch: Batch | undefined,
	fields: NotificationFields | undefined,
	{columns, rows}: Size,
): Message[] {
	const reason = messages(
		'warning',
		operation === undefined ? (batch === undefined ? '' : rollBackText(batch)) : reasonOf(operation),
		columns,
	);
	const object =
		fields === undefined || rows <= reason.length ? [] : objectLines(fields, columns, rows - reason.length);
	return lastOf([...object, ...reason], rows);
}

function reasonOf({state, detail = ''}: Operation): string {
	return detail === '' ? `It is pending: ${stateTexts[state]}.` : sanitise(detail);
}

/** A question about a pending change, in as many lines as fit: what is asked, the notification, and the effect of the answer. `missing`: the lines that do not fit. */
export function pendingQuestion(
	{asked, consequence}: {readonly asked: string; readonly consequence: string},
	fields: NotificationFields | undefined,
	size: Size,
): {readonly lines: Message[]; readonly missing: number} {
	const consequences = consequence === '' ? [] : messages('warning', consequence, size.columns);
	const question =
		fields === undefined
			? {asked: askedLines(asked, size.columns), object: []}
			: objectQuestion(asked, fields, {consequences}, size);
	const lines = [...question.asked, ...question.object, ...consequences];
	return {lines: lines.slice(0, size.rows), missing: Math.max(0, lines.length - size.rows)};
}
