import type {BoardClaim} from '../../board/board.ts';
import {idOfClaim} from '../../ledger/team/claimed.ts';
import type {Colleague} from '../../ledger/journal/colleague.ts';

/** A notification that somebody is changing on another machine. `since` and `until`: milliseconds since the epoch, by the clock of this machine. */
export type ClaimedRow = Colleague & {readonly since: number; readonly until: number};

/** The notifications that others are changing, by ID. `now`: milliseconds since the epoch. */
export const claimedRows = (claims: readonly BoardClaim[], now: number): ReadonlyMap<string, ClaimedRow> =>
	new Map(
		claims.flatMap(({what, operator, host, heldFor, left}) => {
			const id = idOfClaim(what);
			return id === undefined || left <= 0
				? []
				: [[id, {operator, host, since: now - heldFor, until: now + left}] as const];
		}),
	);
