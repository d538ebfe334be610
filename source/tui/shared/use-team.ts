import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import type {ClaimedRow, TeamState} from '../../account/team/team.ts';
import {formatTime} from '../../terminal/time.ts';
import {colleagueText} from '../../ledger/owner.ts';
import type {NavigationAction} from './route.ts';

/** Milliseconds between two listings because of colleagues, however many changes they make. */
const interval = 10_000;

/** Follows the board of an account's team once its first listing is there, so that neither the first frame nor the first key waits for it. Tells what it says, and lists again when a colleague's change has ended since the last listing began. */
export function useTeam(
	{clock}: Pick<Services, 'clock'>,
	session: Session | undefined,
	dispatch: Dispatch<NavigationAction>,
): void {
	useEffect(() => {
		const {team, listing} = session ?? {};
		if (team === undefined || listing === undefined) {
			return;
		}

		let last = -Infinity;
		const refresh = () => {
			const {endedAt} = team.get().received;
			const startedAt = listing.latest()?.startedAt;
			const {at} = clock.elapsed.now();
			// A listing in progress is not cut off.
			const isFree = listing.get().progress === undefined && at - last >= interval;
			if (isFree && endedAt !== undefined && startedAt !== undefined && startedAt.at < endedAt.at) {
				last = at;
				listing.refresh();
			}
		};

		const follow = () => {
			stopWaiting();
			void team.follow();
		};

		const stopWaiting = listing.onListing(follow);
		if (listing.latest() !== undefined) {
			follow();
		}

		const stops = [
			stopWaiting,
			team.onNotice((text, isBad) => {
				dispatch({type: 'notice', notice: {tone: isBad ? 'bad' : undefined, text}});
			}),
			team.subscribe(refresh),
			clock.every(interval, refresh),
		];
		return () => {
			for (const stop of stops) {
				stop();
			}
		};
	}, [clock, session, dispatch]);
}

const noSubscription = () => () => undefined;

/** The state of the board of the account's team, as far as it is known; undefined without one. */
export function useTeamState({team}: Pick<Session, 'team'>): TeamState | undefined {
	return useSyncExternalStore(team?.subscribe ?? noSubscription, () => team?.get());
}

/** The words for a notification that somebody is changing: who, and since when. */
export const claimedRowText = (row: ClaimedRow): string =>
	`${colleagueText(row)} is changing it, since ${formatTime(row.since).slice(-5)}`;
