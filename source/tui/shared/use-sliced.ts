import {useEffect, useState} from 'react';
import {finishInSlices, type Sliced} from '../../platform/time-slices.ts';

/** A value that is computed in slices between keys. */
export type SlicedValue<T> = {
	/** The value that was finished last, possibly of an earlier computation; undefined if none was. */
	readonly value: T | undefined;
	/** Whether it is that of the current computation. */
	readonly isCurrent: boolean;
};

/** Computes a value in slices between keys. `begin` begins the computation; another function begins another one, and stops the one that runs. Undefined: nothing is computed. */
export function useSliced<T>(begin: (() => Sliced<T>) | undefined): SlicedValue<T> {
	const [finished, setFinished] = useState<{readonly begin: () => Sliced<T>; readonly value: T}>();
	useEffect(() => {
		if (begin === undefined) {
			return undefined;
		}

		const controller = new AbortController();
		const compute = async () => {
			const value = await finishInSlices(begin(), controller.signal);
			if (value !== undefined) {
				setFinished({begin, value});
			}
		};

		void compute();
		return () => {
			controller.abort();
		};
	}, [begin]);

	return {value: finished?.value, isCurrent: finished !== undefined && finished.begin === begin};
}
