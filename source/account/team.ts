import type {Moment} from '../platform/clock.ts';
import type {Colleague} from '../ledger/item.ts';

/** A notification that somebody is changing on another machine. `since` and `until`: milliseconds since the epoch, by the clock of this machine. */
export type ClaimedRow = Colleague & {readonly since: number; readonly until: number};

/** What is known of the board of a team. */
export type TeamState = {
	/** `opening`: nothing is known yet. `refused`: the board can be reached, and cannot be used. */
	readonly state: 'opening' | 'reached' | 'unreachable' | 'refused';
	/** Why it cannot be used, in sentences that are safe to show. */
	readonly problem?: string | undefined;
	/** The number of changes that it does not have yet, as far as that is known. */
	readonly waiting: number;
	/** The notifications that others are changing, by ID. */
	readonly claims: ReadonlyMap<string, ClaimedRow>;
	/** How much was received of others, and when the last change of theirs ended. */
	readonly received: {readonly count: number; readonly endedAt: Moment | undefined};
};

/** The team of an account. Its state is a store for `useSyncExternalStore`. */
export type TeamHandle = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => TeamState;
	/** Calls a listener with the board's messages. Returns a function that removes it. */
	readonly onNotice: (listener: (text: string, isBad: boolean) => void) => () => void;
	/** Begins to follow the board. */
	readonly follow: () => Promise<void>;
	/** Pulls once, and sends what waits. */
	readonly update: () => Promise<void>;
	readonly close: () => Promise<void>;
};
