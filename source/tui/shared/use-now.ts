import {useEffect, useState} from 'react';
import type {Clock} from '../../system/clock.ts';

/** The time in milliseconds since the epoch, read again every `interval` milliseconds; without one, only when the screen is drawn. */
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

/** The longest that a time which nobody awaits is not read, in milliseconds: a machine that slept, or whose clock was set, is noticed then. */
const longestWait = 60_000;

/** A timer may fire a little early, in milliseconds. */
const timerMargin = 100;

/** The time in milliseconds since the epoch, read again once it is `due`: for words that rarely change, so that an idle screen sleeps. */
export function useNowUntil(clock: Clock, due: number | undefined): number {
	const [, setTick] = useState(0);
	useEffect(() => {
		if (due === undefined) {
			return undefined;
		}

		return clock.every(Math.min(longestWait, Math.max(0, due - clock.now()) + timerMargin), () => {
			setTick(tick => tick + 1);
		});
	}, [clock, due]);

	return clock.now();
}
