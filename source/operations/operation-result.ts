import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';

/** Nothing was sent: the service, or the operator, did not let it come so far. */
export type Refused = {readonly kind: 'refused'; readonly failure: Failure};

/** How far an operation came. */
export type OperationResult =
	| {readonly kind: 'done'; readonly operation: Operation}
	/** It took no effect, or was rolled back; `failure` where the service, or the way to it, is why. */
	| {readonly kind: 'failed'; readonly operation: Operation; readonly failure?: Failure | undefined}
	/** Nothing was sent, and why: a sentence, safe to show. */
	| {readonly kind: 'impossible'; readonly reason: string}
	/** It has to be finished or rolled back, now or later; `reason` is a sentence, safe to show. */
	| {readonly kind: 'open'; readonly operation: Operation; readonly reason: string; readonly candidates?: readonly string[]};
