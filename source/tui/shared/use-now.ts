import {useEffect, useState} from 'react';
import type {Clock} from '../../platform/clock.ts';

/** The time in milliseconds since the epoch, read again every `interval` milliseconds. Without an interval, it is read only when the screen is drawn. */
export function useNow(clock: Clock, interval: number | undefined): number {
	const [, setTick] = useState(0);
	useEffect(() => {
		if (interval === undefined) {
			return undefined;
		}

		return clock.every(interval, () => {
			setTick(tick => tick + 1);
		});
	}, [clock, interval]);

	return clock.now();
}
