import type {Failure} from '../../service/failure.ts';
import type {BatchKind} from '../../notification/operation-texts.ts';
import type {RequestEntry} from '../../storage/journal/operation.ts';
import type {BulkContext, ProgressCounter} from './bulk-context.ts';
import type {PoolDecision} from './pool.ts';

/** A batch in progress. */
export type BatchRun = {
	readonly bulk: BulkContext;
	readonly batch: number;
	readonly kind: BatchKind;
	readonly counter: ProgressCounter;
	/** Sends requests for the items of an iterator concurrently. Returns the failure that stopped it early. */
	readonly send: <T>(
		method: RequestEntry['method'],
		items: Iterator<T, void>,
		work: (item: T) => Promise<PoolDecision>,
	) => Promise<Failure | undefined>;
};
