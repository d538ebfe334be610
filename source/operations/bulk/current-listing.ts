import type {Failure} from '../../service/failure.ts';
import type {OperationContext} from '../operation-context.ts';
import type {BatchRun} from './batch-run.ts';
import type {PoolDecision} from './pool.ts';

/** The time, in milliseconds, for which DELETEs rely on a listing after it was read. A wait or a pause can be longer. */
const maxListingAge = 60_000;

/** Returns what a listing says, and reads it again once it is too old. */
export function keepCurrent<T>(
	{elapsed}: Pick<OperationContext, 'elapsed'>,
	first: T,
	again: () => Promise<T>,
): () => Promise<T> {
	let reading = (async () => first)();
	let readAt = elapsed.now();
	const renew = async () => {
		const found = await again();
		readAt = elapsed.now();
		return found;
	};

	return async () => {
		const last = reading;
		await last;
		if (reading === last && elapsed.between(readAt, elapsed.now()) > maxListingAge) {
			reading = renew();
		}

		return reading;
	};
}

/** The items for which a listing allows a DELETE, by the operation. */
export type Allowed<T> = ReadonlyMap<number, T> | {readonly failure: Failure};

/** Items by the number of their operation. */
export const byOperation = <T>(items: readonly T[], idOf: (item: T) => number): ReadonlyMap<number, T> =>
	new Map(items.map(item => [idOf(item), item]));

/** Sends the requests that a listing allows. What a later one does not allow any more is left for the next round. */
export async function sendAllowed<T>(
	{bulk: {context}, send}: BatchRun,
	first: Allowed<T>,
	again: () => Promise<Allowed<T>>,
	work: (item: T) => Promise<PoolDecision>,
): Promise<Failure | undefined> {
	if ('failure' in first) {
		return first.failure;
	}

	const current = keepCurrent(context, first as Allowed<T>, again);
	return send('DELETE', first.keys(), async id => {
		const allowed = await current();
		if ('failure' in allowed) {
			return {kind: 'stop', failure: allowed.failure};
		}

		const item = allowed.get(id);
		return item === undefined ? {kind: 'next'} : work(item);
	});
}
