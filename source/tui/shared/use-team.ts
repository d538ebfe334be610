import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import type {Session} from '../../account/session.ts';
import type {ClaimedRow, TeamState} from '../../account/team/team.ts';
import {formatTime} from '../../terminal/time.ts';
import {colleagueText} from '../../ledger/owner.ts';
import type {NavigationAction} from './route.ts';

/** Follows the board of an account's team once its first listing is there, so that neither the first frame nor the first key waits for it. Tells what it says. */
export function useTeam(session: Session | undefined, dispatch: Dispatch<NavigationAction>): void {
	useEffect(() => {
		const {team, listing} = session ?? {};
		const stops = [
			team?.onNotice((text, isBad) => {
				dispatch({type: 'notice', notice: {tone: isBad ? 'bad' : undefined, text}});
			}),
			team && listing?.onListing(() => void team.follow()),
		];
		return () => {
			for (const stop of stops) {
				stop?.();
			}
		};
	}, [session, dispatch]);
}

const noSubscription = () => () => undefined;

/** The state of the board of the account's team, as far as it is known; undefined without one. */
export function useTeamState({team}: Pick<Session, 'team'>): TeamState | undefined {
	return useSyncExternalStore(team?.subscribe ?? noSubscription, () => team?.get());
}

/** The words for a notification that somebody is changing: who, and since when. */
export const claimedRowText = (row: ClaimedRow): string =>
	`${colleagueText(row)} is changing it, since ${formatTime(row.since).slice(-5)}`;
