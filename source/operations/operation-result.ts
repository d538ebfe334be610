import type {Failure} from '../service/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';

/** Nothing was sent, because a request before it failed or the operator stopped waiting. */
export type RefusedResult = {readonly kind: 'refused'; readonly failure: Failure};

/** Nothing was sent; `reason` is one or more sentences, safe to show. `isPending`: the reason is a pending change, which has to be finished or rolled back first. `cause`: the rule of config.yaml that is the reason: `protect`, a policy, or one that cannot be used; or the board of the team, which is required and cannot be used; or a listing that may be behind; `stopped`: something was sent, and then the ledger or the board did not take the rest. `pending`: the number of the change that this stopped, such as `b3`. */
export type ImpossibleResult = {
	readonly kind: 'impossible';
	readonly reason: string;
	readonly isPending?: true;
	readonly cause?: 'protected' | 'policy' | 'rules' | 'board' | 'behind' | 'stopped';
	readonly pending?: string | undefined;
};

/** The state in which an operation stopped. */
export type OperationResult =
	| ImpossibleResult
	| {readonly kind: 'done'; readonly operation: Operation}
	/** The service confirmed the request, but no listing shows its effect yet. It stays pending until one does; `reason` is safe to show. */
	| {
			readonly kind: 'accepted';
			readonly operation: Operation;
			readonly reason: string;
			readonly failure?: Failure | undefined;
	  }
	/** The operation had no effect, or was rolled back. `failure`: the failure of the request, if one failed. */
	| {readonly kind: 'failed'; readonly operation: Operation; readonly failure?: Failure | undefined}
	/** The operation must be finished or rolled back, now or later; `reason` is safe to show. `failure`: the failure of the last request. `candidates`: the IDs that may belong to the new notification. `cause`: it was to delete a protected notification. */
	| {
			readonly kind: 'open';
			readonly operation: Operation;
			readonly reason: string;
			readonly failure?: Failure | undefined;
			readonly candidates?: readonly string[];
			readonly cause?: 'protected';
	  };
