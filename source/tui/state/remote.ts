import type {Failure} from '../../api/failure.ts';

/** Data of the service as a screen knows it. Times in milliseconds since the epoch. */
export type Remote<T> =
	| {readonly state: 'loading'}
	| {readonly state: 'failed'; readonly failure: Failure}
	| {readonly state: 'ready'; readonly value: T; readonly at: number; readonly isRefreshing: boolean}
	/** The last refresh failed; the value is from before. */
	| {readonly state: 'stale'; readonly value: T; readonly at: number; readonly failure: Failure; readonly isRefreshing: boolean};
