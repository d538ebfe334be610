import type {Clock} from '../../platform/clock.ts';

/** A row of the board: one event of an item, or a slice of a set. `session`: that of the process that made it, whose rows `seq` counts from 1 without gaps. `n`: the number of the event in its item; the board has one row for each `n` of an `item`. `body`: JSON. */
export type BoardEvent = {
	readonly session: string;
	readonly seq: number;
	readonly item: string;
	readonly n: number;
	readonly body: string;
};

/** A row that a member wrote: nothing in it can be relied on but `operator`, the role with which the database took it. `age`: milliseconds since then. */
export type ReceivedEvent = BoardEvent & {readonly operator: string; readonly host: string; readonly age: number};

/** Who has claimed something. `heldFor`: milliseconds since then. `left`: milliseconds until the lease ends, negative once it has ended. */
export type BoardClaim = {
	readonly what: string;
	readonly session: string;
	readonly operator: string;
	readonly host: string;
	readonly heldFor: number;
	readonly left: number;
};

/** What the board has since a cursor. */
export type Pulled = {
	/** Own ones, too, and some that were pulled before. */
	readonly events: readonly ReceivedEvent[];
	/** Those of the account that were neither released nor followed by another one, own ones too. */
	readonly claims: readonly BoardClaim[];
	/** Where the next pull begins. Keep it in the transaction that keeps the events. */
	readonly cursor: string;
	/** Whether there is more than fits into memory at once: pull again with this cursor. */
	readonly isMore: boolean;
};

/** The result of a claim: all or none. `until`: when the lease ends, by `withSleep`. */
export type Claimed = {readonly pulled: Pulled} & (
	| {readonly granted: true; readonly until: number}
	| {readonly granted: false; readonly holders: readonly BoardClaim[]}
);

export type BoardOptions = {
	/** The name of the environment variable, and the URL that it has; undefined if it is not set. */
	readonly variable: string;
	readonly url: string | undefined;
	/** The name under which the account is shared. */
	readonly account: string;
	/** The name of this machine, for others to see. */
	readonly host: string;
	/** A random ID of this process, never used again. */
	readonly session: string;
	readonly clock: BoardClock;
	/** Milliseconds of silence after which the database counts as lost; two seconds by default. */
	readonly patience?: number | undefined;
};

export type BoardClock = Pick<Clock, 'elapsed' | 'every' | 'sleep' | 'withSleep'>;

/** The database that a team shares, as a session sees it. Every method may throw BoardError. */
export type Board = {
	/** Claims all of these or none, and pulls, in one round trip. `lasts`: milliseconds. `after`: milliseconds that must have passed since the end of an earlier claim that was not released. */
	readonly claim: (
		whats: readonly string[],
		options: {readonly lasts: number; readonly after: number; readonly cursor: string | undefined},
	) => Promise<Claimed>;
	/** Makes claims last longer from now. Returns when the lease ends; undefined if one of them was lost, or taken and released by another one. */
	readonly renew: (whats: readonly string[], options: {readonly lasts: number}) => Promise<number | undefined>;
	readonly release: (whats: readonly string[]) => Promise<void>;
	/** Stores events, of any session of this operator. Returns those whose `n` another row has; the rest is on the board. @throws BoardError `conflict` if the board has another event with the same session and `seq`: nothing was stored then. */
	readonly publish: (events: readonly BoardEvent[]) => Promise<{readonly taken: readonly BoardEvent[]}>;
	/** @throws The reason of the signal if it is aborted first. */
	readonly pull: (cursor: string | undefined, signal?: AbortSignal) => Promise<Pulled>;
	/** How many rows the board has of each of these sessions of this operator, and the highest `seq` of them. A session without rows is left out. */
	readonly heads: (
		sessions: readonly string[],
	) => Promise<ReadonlyMap<string, {readonly count: number; readonly last: number}>>;
	/** Calls a listener when another session may have changed something. Returns a function that ends it. */
	readonly onHint: (listener: () => void) => () => void;
	readonly close: () => Promise<void>;
};

/** The board did not do something. The message is in full sentences, safe to show. `unreachable`: it may later. `refused`: the database refused it. `forbidden`: the user lacks a right. `newer`: a newer chainbell is needed. `conflict`: the board has something else under the same key. */
export class BoardError extends Error {
	override name = 'BoardError';

	readonly kind: 'unreachable' | 'refused' | 'forbidden' | 'newer' | 'conflict';

	constructor(kind: BoardError['kind'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

/**
Opens the board of an account. Nothing is sent before the first call.

@throws BoardError if its variable is not set, or has no URL of a board.
*/
export async function openBoard(options: BoardOptions): Promise<Board> {
	throw new BoardError('unreachable', `not yet: ${options.account}`);
}

/** Creates the tables of the board, or completes them. `program`: the version of this chainbell. @throws BoardError */
export async function initialiseBoard(
	where: Pick<BoardOptions, 'variable' | 'url' | 'clock'>,
	program: string,
): Promise<void> {
	throw new BoardError('unreachable', `not yet: ${where.variable} ${program}`);
}

/** The roles of operators and readers, with their rights: nobody deletes, and nobody sets who made a row. */
export const grants: readonly string[] = [];
