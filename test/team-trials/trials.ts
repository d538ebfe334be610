import {claims} from './claims.ts';
import {clock} from './clock.ts';
import {kills} from './kills.ts';
import {meeting} from './meeting.ts';
import {outages} from './outages.ts';
import {pull} from './pull.ts';
import {roundTrips} from './round-trips.ts';
import {serialization} from './serialization.ts';
import {stopped} from './stopped.ts';
import type {Trial} from './trial.ts';

/** All trials, in the order in which they run. */
export const trials: readonly Trial[] = [
	...claims,
	meeting,
	kills,
	...outages,
	serialization,
	clock,
	pull,
	roundTrips,
	stopped,
];
