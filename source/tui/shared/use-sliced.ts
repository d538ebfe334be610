import {useMemo} from 'react';
import {finishInSlices, type Sliced} from '../../platform/time-slices.ts';
import {useAsync} from '../ui/use-async.ts';

/**
Computes a value in slices between keys.

@param begin - Begins the computation; another function begins another one, and stops the one that runs. Undefined: nothing is computed.
@returns The value that was finished last, possibly of an earlier computation, and whether it is that of the current one.
*/
export function useSliced<T>(begin: (() => Sliced<T>) | undefined): {
	readonly value: T | undefined;
	readonly isCurrent: boolean;
} {
	const finished = useAsync(
		useMemo(
			() => begin && (async (signal: AbortSignal) => ({begin, value: await finishInSlices(begin(), signal)})),
			[begin],
		),
	);
	return {value: finished?.value, isCurrent: finished !== undefined && finished.begin === begin};
}
