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

/** The longest interval between two readings, in milliseconds, so that a changed clock or a machine that slept is noticed. */
const maximumInterval = 60_000;

/** The margin for timers that fire slightly early, in milliseconds. */
const timerMargin = 100;

/** The time in milliseconds since the epoch, read again once it is `due`. For text that rarely changes, so that an idle screen stays idle. */
export function useNowUntil(clock: Clock, due: number | undefined): number {
	const wait = due === undefined ? undefined : Math.max(0, due - clock.now()) + timerMargin;
	return useNow(clock, wait === undefined ? undefined : Math.min(maximumInterval, wait));
}
