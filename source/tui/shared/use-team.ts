import {useSyncExternalStore} from 'react';
import type {Session} from '../../account/session.ts';
import type {ClaimedRow, TeamState} from '../../account/team/team.ts';
import {formatTime} from '../../terminal/time.ts';
import {colleagueText} from '../../ledger/owner.ts';

const noSubscription = () => () => undefined;

/** The state of the board of the account's team, as far as it is known; undefined without one. */
export function useTeamState({team}: Pick<Session, 'team'>): TeamState | undefined {
	return useSyncExternalStore(team?.subscribe ?? noSubscription, () => team?.get());
}

/** The words for a notification that somebody is changing: who, and since when. */
export const claimedRowText = (row: ClaimedRow): string =>
	`${colleagueText(row)} is changing it, since ${formatTime(row.since).slice(-5)}`;
