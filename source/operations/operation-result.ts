import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';

/** Nothing was sent, because a request before it failed or the operator stopped waiting. */
export type RefusedResult = {readonly kind: 'refused'; readonly failure: Failure};

/** Nothing was sent; `reason` is one or more sentences, safe to show. `isPending`: a pending change is why, which has to be finished or rolled back. */
export type ImpossibleResult = {readonly kind: 'impossible'; readonly reason: string; readonly isPending?: true};

/** The state in which an operation stopped. */
export type OperationResult =
	| ImpossibleResult
	| {readonly kind: 'done'; readonly operation: Operation}
	/** The service confirmed it, but no listing shows it yet. It stays pending until one does; `reason` is safe to show. */
	| {readonly kind: 'accepted'; readonly operation: Operation; readonly reason: string; readonly failure?: Failure | undefined}
	/** It took no effect, or was rolled back; with `failure` where a request failed. */
	| {readonly kind: 'failed'; readonly operation: Operation; readonly failure?: Failure | undefined}
	/** It must be finished or rolled back, now or later; `reason` is safe to show. `failure`: of the last request, if it failed. `candidates`: IDs of which one may be the new notification. */
	| {readonly kind: 'open'; readonly operation: Operation; readonly reason: string; readonly failure?: Failure | undefined; readonly candidates?: readonly string[]};
