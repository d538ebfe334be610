import {failureText} from '../../service/failure.ts';
import type {BatchKind} from '../../notification/operation-texts.ts';
import type {OperationResult} from '../../operations/operation-result.ts';
import {numberText} from '../../platform/text.ts';
import type {BulkOutcome} from '../../session/operations.ts';
import type {Batch} from '../../storage/batches/batch.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {refusalIn} from '../api-key/refusal-in.ts';
import {unknownLine} from '../bulk/bulk-lines.ts';
import {doneNotice} from '../shared/done-notice.ts';
import {othersText} from '../shared/notification-name.ts';
import type {Notice} from '../shared/route.ts';

/** Whether finishing a batch needs a confirmation, because it can delete something. */
export const isAskedFirst = ({kind, counts}: Batch): boolean =>
	kind !== 'create' && kind !== 'recreate' && counts.planned + counts.created > 0;

/** The title of the pending changes, or of the open items of a bulk operation. */
export function pendingTitle(count: number, isOfBatch: boolean): string {
	const noun = isOfBatch ? 'open item' : 'pending change';
	return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}${isOfBatch ? ' of a bulk operation' : ''}`;
}

/** The rest of a bulk operation besides the notification that is shown, and the effect of rolling it back. */
export function rollBackText({counts: {planned, created}}: Batch): string {
	const others = othersText(planned + created);
	return `${others === '' ? '' : `This one${others} are left. `}Rolling back skips the rest${created > 0 ? ' and deletes the new ones' : ''}.`;
}

/** The notice about changes that are no longer followed. */
export const droppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** The notice about a pending change that has ended. */
export function resultNotice(result: Exclude<OperationResult, {kind: 'open' | 'accepted'}>): Notice {
	if (result.kind === 'impossible') {
		return {tone: 'bad', text: `✗ ${sanitise(result.reason)}`};
	}

	const {state, snapshot, newId, detail} = result.operation;
	if (state === 'done') {
		return {tone: 'good', text: doneNotice(result.operation)};
	}

	const ids = [snapshot?.id, newId]
		.filter(id => id !== undefined)
		.map(id => sanitise(id))
		.join(' → ');
	// A notification that had been created has changed the account. The detail says what happened to it.
	const summaries = {
		'rolled-back': '✓ Rolled back',
		failed: newId === undefined ? '✗ Failed: nothing was changed' : '✗ Failed',
	} as const;
	const summary = summaries[state as keyof typeof summaries] ?? '✓ Ended';
	return {
		tone: state === 'failed' ? 'bad' : 'good',
		text: [summary, ids].filter(part => part !== '').join(' ') + `. ${sanitise(detail ?? '')}`.trimEnd(),
		refusal: refusalIn(result),
	};
}

/** The reason why the remaining items of a batch could not all be skipped; undefined if they were. */
export function skipProblem(kind: BatchKind, outcome: BulkOutcome): Notice | undefined {
	if (outcome.kind === 'impossible') {
		return {tone: 'bad', text: `✗ ${sanitise(outcome.reason)}`};
	}

	if (outcome.kind === 'refused') {
		return {tone: 'bad', text: `✗ ${sanitise(failureText(outcome.failure))}`, refusal: refusalIn(outcome)};
	}

	const {
		counts: {created, unknown},
		unresolvedReason,
		failure,
	} = outcome;
	if (created > 0) {
		return {
			tone: 'bad',
			text: `✗ ${created} could not be rolled back. ${sanitise(unresolvedReason ?? failure?.summary ?? '')}`.trimEnd(),
		};
	}

	return unknown > 0 ? {tone: 'warning', text: unknownLine(kind, unknown, unresolvedReason)} : undefined;
}
