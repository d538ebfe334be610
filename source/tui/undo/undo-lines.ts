import {kindWords} from '../../domain/operation-kind.ts';
import {batchUndoNotes, lossesOf, lossNotes} from '../../domain/loss-notes.ts';
import {doneText} from '../../domain/operation-texts.ts';
import {undoText} from '../../domain/undo-text.ts';
import type {UndoSurvey} from '../../operations/bulk/bulk-undo.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import type {UndoPlan} from '../../session/undo-plan.ts';
import {toSentBody} from '../../api/sent-body.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import {pathsNotSent} from '../../domain/undocumented.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {wrap} from '../../terminal/width.ts';
import {detailLines, type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from '../shared/label-width.ts';
import {asListed, changeLines} from '../shared/change-lines.ts';
import {noteLines} from '../shared/loss-lines.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';
import {reasonText} from '../shared/reason-text.ts';
import {keyOf} from '../keys/match.ts';

/** A plan that can be executed. */
export type PossibleUndo = Exclude<UndoPlan, {readonly kind: 'impossible'}>;

/** The name of the change to undo: `the edit of 2026-11-22 12:40`. */
export function changeName({kind, isUndo, startedAt}: Operation): string {
	return `the ${isUndo === true ? `undo (${kindWords[kind].noun})` : kindWords[kind].noun} of ${formatTime(startedAt)}`;
}

/** The question before an undo. A name is cut to fit `width` columns. */
export function undoQuestion(plan: PossibleUndo, place: string, width: number): string {
	const target = plan.kind === 'recreate' ? {...plan.deleted.input, id: plan.deleted.id} : plan.target;
	const text = undoText(plan.kind, {count: 1, name: notificationName(target, width), place});
	return `${plan.operation.isUndo === true ? 'Redo' : 'Undo'}: ${text}?${plan.kind === 'recreate' ? '' : ` It undoes ${changeName(plan.operation)}.`}${'note' in plan && plan.note !== undefined ? ` ${plan.note}` : ''}`;
}

/** The losses of an undo, as lines of at most `columns`. */
export function undoLossLines(plan: PossibleUndo, columns: number): Message[] {
	return plan.kind === 'delete' ? [] : noteLines(lossNotes(lossesOf(plan.kind === 'recreate' ? plan.deleted : plan.before, false), 1, 'This undo'), columns);
}

/** The changes that an undo makes, as lines of at most `columns`. */
export function undoLines(plan: PossibleUndo, sentOf: (id: string) => SentContent | undefined, columns: number): TextLine[] {
	switch (plan.kind) {
		case 'recreate': {
			const {deleted} = plan;
			return [...bodyLines(plan.input, deleted.raw, columns), ...detailLines(asListed(deleted.input, deleted.id, deleted.raw), columns, sentOf(deleted.id))];
		}

		case 'delete': {
			return detailLines(plan.target, columns, sentOf(plan.target.id));
		}

		case 'replace': {
			const {target, before, operation} = plan;
			const changed = changeLines({...asListed(target), template: operation.input!.template, topics: operation.input!.topics}, {...before.input, template: before.template, topics: before.topics}, columns);
			return [
				...changed.length === 0 ? [{label: 'Changes', text: 'none that is known here', isFaint: true}] : changed,
				...bodyLines(plan.input, before.raw, columns),
				{label: '', text: ''},
				...detailLines(asListed(before.input, before.id, before.raw), columns, sentOf(before.id)),
			];
		}
	}
}

/** The members of the record that are not sent when it is recreated. Undocumented members that are sent are listed with the effect of the undo. */
function bodyLines(input: NotificationInput, raw: unknown, columns: number): TextLine[] {
	const paths = pathsNotSent(raw, toSentBody(input, raw));
	return paths.length === 0 ? [] : wrap(sanitise(paths.join(', ')), columns - labelWidth).map((text, index) => ({label: index === 0 ? 'Not sent' : '', text, isFaint: true}));
}

/** The text of the notice after an undo, for the line above the footer. */
export function undoneText(operation: Operation, place: string): string {
	return operation.isUndo === true
		? `✓ Undone. ${sanitise(doneText(operation, place))} Press ${keyOf('list', 'redo')} to redo.`
		: `✓ Redone. ${sanitise(doneText(operation, place))}`;
}

/** The reason why the last attempt sent nothing or had no effect, as lines of at most `columns`. */
export function undoOutcomeLines(outcome: CreateOutcome | undefined, columns: number): Message[] {
	switch (outcome?.kind) {
		case 'impossible': {
			return messages('bad', `✗ ${reasonText(outcome)}`, columns);
		}

		case 'refused': {
			return failureMessages(outcome.failure, columns);
		}

		case 'failed': {
			return outcome.failure === undefined ? messages('bad', `✗ ${sanitise(outcome.operation.detail ?? '')}`, columns) : failureMessages(outcome.failure, columns);
		}

		case 'unchecked': {
			return messages('warning', `! Nothing was sent. ${outcome.isPending === true ? '' : 'Could not check for duplicates. '}${reasonText(outcome)} Press ${keyOf('undo', 'confirm')} to send anyway.`, columns);
		}

		case undefined:
		case 'done':
		case 'accepted':
		case 'open':
		case 'duplicates': {
			return [];
		}
	}
}

/** The warning that recreating makes duplicates, as lines of at most `columns`. */
export function duplicateLines(duplicates: readonly Notification[], columns: number): Message[] {
	return duplicates.flatMap(({id, name}) => messages('warning', `! ${notificationName({id, name, recipient: ''}, columns)} is identical, but for its name at most: there will be two.`, columns));
}

/** A question and its details. */
export type BatchUndoText = {readonly asked: readonly Message[]; readonly rest: readonly Message[]};

/** The name of the notification that an item created or, if it only deleted one, of the deleted one. */
function itemName({snapshot, input, newId}: Operation, columns: number): string {
	const fields = newId === undefined ? snapshot?.input ?? input : input ?? snapshot?.input;
	return fields === undefined ? 'the notification' : notificationName({...fields, id: newId ?? snapshot?.id}, columns);
}

/** The question before a bulk operation is undone. Without a survey, the message that it is in progress. `first`: the first item to undo, which the question names. */
export function batchUndoLines(survey: UndoSurvey | undefined, place: string, columns: number, first?: Operation): BatchUndoText {
	if (survey === undefined) {
		return {asked: messages('plain', 'Checking what can be undone …', columns), rest: []};
	}

	const {kind, count} = survey;
	const named = first === undefined ? '' : ` ${count === 1 ? 'It is' : 'They are'} ${itemName(first, columns)}${othersText(count)}.`;
	const question = `Undo: ${undoText(kind, {count, place})}?${named} Press ${keyOf('undo', 'confirm')} to undo, ${keyOf('undo', 'back')} to cancel.`;
	return {asked: messages('warning', count === 0 ? 'Nothing can be undone.' : question, columns), rest: noteLines(batchUndoNotes(survey), columns)};
}
