import {kindWords} from '../../domain/operation-kind.ts';
import {batchUndoNotes, lossesOf, lossNotes} from '../../domain/loss-notes.ts';
import {doneText} from '../../domain/operation-texts.ts';
import {nothingLeftText, undoText} from '../../domain/undo-text.ts';
import type {UndoSurvey} from '../../operations/bulk/bulk-undo.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import type {UndoPlan} from '../../session/undo-plan.ts';
import {toSentBody} from '../../api/sent-body.ts';
import type {Notification, NotificationFields, NotificationInput} from '../../domain/notification.ts';
import {pathsNotSent} from '../../domain/undocumented.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {SentContent} from '../../storage/small-stores.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {fit, wrap} from '../../terminal/width.ts';
import {listedJson} from '../copy/copy-items.ts';
import {detailLines, type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from '../shared/label-width.ts';
import {changeLines} from '../shared/change-lines.ts';
import {asListed} from '../../domain/spec.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {noteLines} from '../shared/loss-lines.ts';
import type {ManyQuestion} from '../shared/question-layout.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import {notificationName} from '../shared/notification-name.ts';
import {askedLines} from '../shared/object-lines.ts';
import {reasonText} from '../shared/reason-text.ts';
import {keyOf} from '../keys/match.ts';
import {colleagueText} from '../../storage/journal/colleague.ts';

/** A plan that can be executed. */
export type PossibleUndo = Exclude<UndoPlan, {readonly kind: 'impossible'}>;

/** The name of the change to undo: `the edit of 2026-11-22 12:40`. */
export function changeName({kind, isUndo, startedAt}: Operation): string {
	return `the ${isUndo === true ? `undo (${kindWords[kind].noun})` : kindWords[kind].noun} of ${formatTime(startedAt)}`;
}

/** Whose change is undone, if it was not made on this machine: ` the change of anna on ci-7`. Safe to show. */
const whoseText = ({by}: Pick<Operation, 'by'>): string =>
	by === undefined ? '' : ` the change of ${colleagueText(by)}`;

/** What is shown until it is known what a bulk undo would do, with the seconds after the first one: for thousands of changes that takes some. `elapsed`: milliseconds. */
export function checkingLines(elapsed: number, columns: number): Message[] {
	const seconds = Math.floor(elapsed / 1000);
	return messages('plain', `Checking what can be undone …${seconds > 0 ? ` ${seconds} s` : ''}`, columns);
}

/** The question before an undo, safe to show. */
export function undoQuestion({kind, operation, ...plan}: PossibleUndo, place: string): string {
	const {id} = 'deleted' in plan ? plan.deleted : plan.target;
	return `${operation.isUndo === true ? 'Redo' : 'Undo'}${whoseText(operation)}: ${undoText(kind, {count: 1, name: sanitise(id), place})}?`;
}

/** The notification that an undo acts on. */
export const subjectOfUndo = (plan: PossibleUndo): NotificationFields =>
	plan.kind === 'recreate' ? plan.deleted.input : plan.target;

/** The consequences of an undo, as lines of at most `columns`: the values that change, the change that it undoes, and what it cannot restore. */
export function undoConsequences(plan: PossibleUndo, columns: number): Message[] {
	return [
		...(plan.kind === 'replace' ? changesOf(plan, columns) : []),
		...(plan.kind === 'recreate'
			? []
			: messages(
					'plain',
					`It undoes ${changeName(plan.operation)}.${plan.note === undefined ? '' : ` ${plan.note}`}`,
					columns,
				)),
		...(plan.kind === 'delete'
			? []
			: noteLines(
					lossNotes(lossesOf(plan.kind === 'recreate' ? plan.deleted : plan.before, false), 1, 'This undo'),
					columns,
				)),
	];
}

/** The values that an undo of an edit changes back: `old → new`. */
function changesOf(
	{target, before, operation}: Extract<PossibleUndo, {readonly kind: 'replace'}>,
	columns: number,
): Message[] {
	const lines = changeLines(
		{...asListed(target), template: operation.input!.template, topics: operation.input!.topics},
		{...before.input, template: before.template, topics: before.topics},
		columns - 4,
	);
	return lines.length === 0
		? messages('faint', 'No change that is known here.', columns)
		: lines.map(({label, text}): Message => ({tone: 'plain', text: `   ${fit(label, labelWidth)}${text}`}));
}

/** The notification that results from an undo, or that it deletes, field by field, as lines of at most `columns`. */
export function undoLines(
	plan: PossibleUndo,
	sentOf: (id: string) => SentContent | undefined,
	columns: number,
): TextLine[] {
	switch (plan.kind) {
		case 'recreate': {
			const {deleted} = plan;
			return [
				...bodyLines(plan.input, deleted.raw, columns),
				...detailLines(asListed(deleted.input, deleted.id, deleted.raw), columns, sentOf(deleted.id)),
			];
		}

		case 'delete': {
			return detailLines(plan.target, columns, sentOf(plan.target.id));
		}

		case 'replace': {
			const {before} = plan;
			return [
				...bodyLines(plan.input, before.raw, columns),
				...detailLines(asListed(before.input, before.id, before.raw), columns, sentOf(before.id)),
			];
		}
	}
}

/** The body that an undo sends, as JSON; for one that only deletes, the notification as listed. */
export const undoJson = (plan: PossibleUndo): string =>
	plan.kind === 'delete'
		? listedJson(plan.target)
		: JSON.stringify(toSentBody(plan.input, (plan.kind === 'recreate' ? plan.deleted : plan.before).raw), undefined, 2);

/** The members of the record that are not sent when it is recreated. Undocumented members that are sent are listed with the effect of the undo. */
function bodyLines(input: NotificationInput, raw: unknown, columns: number): TextLine[] {
	const paths = pathsNotSent(raw, toSentBody(input, raw));
	return paths.length === 0
		? []
		: wrap(sanitise(paths.join(', ')), columns - labelWidth).map((text, index) => ({
				label: index === 0 ? 'Not sent' : '',
				text,
				isFaint: true,
			}));
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
			return outcome.failure === undefined
				? messages('bad', `✗ ${sanitise(outcome.operation.detail ?? '')}`, columns)
				: failureMessages(outcome.failure, columns);
		}

		case 'unchecked': {
			return messages(
				'warning',
				`! Nothing was sent. ${outcome.isPending === true ? '' : 'Could not check for duplicates. '}${reasonText(outcome)} ${keyOf('undo', 'confirm')} sends anyway.`,
				columns,
			);
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
	return duplicates.flatMap(({id, name}) =>
		messages(
			'warning',
			`! ${notificationName({id, name, recipient: ''}, columns)} is identical, but for its name at most: there will be two.`,
			columns,
		),
	);
}

/** The question before a bulk operation is undone, which says whose it is, and what follows from it, as lines of at most `columns`. */
export function batchQuestion(
	{kind, count, ...survey}: UndoSurvey,
	batch: Pick<Operation, 'by'>,
	place: string,
	columns: number,
): Pick<ManyQuestion, 'asked' | 'summary' | 'consequences'> {
	return {
		asked: askedLines(
			count === 0
				? `Nothing can be undone.${survey.impossible === 0 ? ` ${nothingLeftText}` : ''}`
				: `Undo${whoseText(batch)}: ${undoText(kind, {count, place})}?`,
			columns,
		),
		summary: count === 0 ? [] : breakdownLines(survey.breakdown, columns - 2),
		consequences: noteLines(batchUndoNotes({count, ...survey}), columns),
	};
}
