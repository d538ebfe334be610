import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';

/** Leaves an operation where it stands, for the operator to decide; says why. */
export function leaveOpen(context: OperationContext, operation: Operation, reason: string): Extract<OperationResult, {kind: 'open'}> {
	// Ids in it are the service's words.
	const shown = sanitise(reason);
	return {kind: 'open', operation: context.log.advance(operation.id, {detail: shown}), reason: shown};
}

/** Ends an operation that took no effect. */
export function markFailed(context: OperationContext, operation: Operation, detail: string, failure?: Failure): OperationResult {
	return {kind: 'failed', operation: context.log.advance(operation.id, {state: 'failed', detail: sanitise(detail)}), failure};
}
