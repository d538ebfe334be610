import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';

/** Leaves an operation in its state, for the operator to finish or roll back; the journal keeps the reason. `failure`: of the last request. */
export async function leaveOpen(context: OperationContext, operation: Operation, reason: string, failure?: Failure): Promise<Extract<OperationResult, {kind: 'open'}>> {
	// IDs in it come from the service.
	const shown = sanitise(reason);
	return {kind: 'open', operation: await context.log.advance(operation.id, {detail: shown}), reason: shown, failure};
}

/** Leaves an operation that the service confirmed in its state, until a listing shows it. */
export async function leaveAccepted(context: OperationContext, operation: Operation, reason: string, failure?: Failure): Promise<Extract<OperationResult, {kind: 'accepted'}>> {
	return {...await leaveOpen(context, operation, reason, failure), kind: 'accepted'};
}

/** Ends an operation that took no effect. */
export async function markFailed(context: OperationContext, operation: Operation, detail: string, failure?: Failure): Promise<OperationResult> {
	return {kind: 'failed', operation: await context.log.advance(operation.id, {state: 'failed', detail: sanitise(detail)}), failure};
}

/** Ends an operation that took effect. */
export async function markDone(context: OperationContext, operation: Operation, change: {readonly newId?: string; readonly detail?: string | undefined} = {}): Promise<OperationResult> {
	return {kind: 'done', operation: await context.log.advance(operation.id, {state: 'done', ...change})};
}

/** Ends an operation that was rolled back. */
export async function markRolledBack(context: OperationContext, operation: Operation, detail: string): Promise<OperationResult> {
	return {kind: 'failed', operation: await context.log.advance(operation.id, {state: 'rolled-back', detail: sanitise(detail)})};
}

/** What replaces the detail of an operation that has none any more. */
export const clearedDetail = (detail: string | undefined): string | undefined => detail === undefined ? undefined : '';

/** Says until when a request can still take effect, and why no listing decides before. */
export function waitingText({now}: OperationContext, {wait, problem}: {readonly wait: number; readonly problem?: string | undefined}): string {
	const until = wait > 0 ? `It can still take effect until ${timeText(now() + wait)}; every listing is checked for it.` : 'The next complete listing decides.';
	return problem === undefined ? until : `${problem} ${until}`;
}

/** The local time of day. */
const timeText = (at: number): string => new Date(at).toTimeString().slice(0, 8);
