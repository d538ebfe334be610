import {useEffect, useState} from 'react';
import type {Clock} from '../../system/clock.ts';

/** The time in milliseconds since the epoch, read again every `interval` milliseconds. */
export function useNow(clock: Clock, interval: number): number {
	const [, setTick] = useState(0);
	useEffect(() => clock.every(interval, () => {
		setTick(tick => tick + 1);
	}), [clock, interval]);

	return clock.now();
}
