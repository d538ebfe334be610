import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import type {Services, Session} from '../../session/session.ts';
import type {ClaimedRow} from '../../session/team/claimed-rows.ts';
import {refreshForTeam} from '../../session/team/refresh-for-team.ts';
import type {SharedState} from '../../session/team/team.ts';
import {formatTime} from '../../terminal/time.ts';
import {colleagueText} from '../../ledger/journal/colleague.ts';
import type {NavigationAction} from './route.ts';

/** Milliseconds after the first frame from which the board is followed, also if nothing is listed yet. */
const latest = 2000;

/** Milliseconds after the first listing: what is loaded then must not delay its frame, nor the answer to the first key. */
const pause = 500;

/** Follows the board of an account's team, once its ledger is open and the first listing is there, so that neither the first frame nor the first key waits for it. Tells what it says. */
export function useTeam(
	{clock}: Services,
	session: Session | undefined,
	isLedgerOpen: boolean,
	dispatch: Dispatch<NavigationAction>,
): void {
	const team = session?.team;
	useEffect(
		() =>
			team?.onNotice((text, isBad) => {
				dispatch({type: 'notice', notice: {tone: isBad ? 'bad' : undefined, text}});
			}),
		[team, dispatch],
	);

	useEffect(() => {
		if (team === undefined || session === undefined || !isLedgerOpen) {
			return;
		}

		const stopRefreshing = refreshForTeam(team, session.listing, clock);
		const waiting = new AbortController();
		const followAfter = async (milliseconds: number) => {
			try {
				await clock.sleep(milliseconds, waiting.signal);
				waiting.abort();
				const opened = await team.open();
				opened.follow();
			} catch {
				// It is followed already, or the account was left.
			}
		};

		const stop = session.listing.onListing(() => {
			void followAfter(pause);
		});
		void followAfter(latest);

		return () => {
			waiting.abort();
			stop();
			stopRefreshing();
		};
	}, [team, session, clock, isLedgerOpen]);
}

const noSubscription = () => () => undefined;

/** The state of the board of the account's team, as far as it is known; undefined without one. */
export function useTeamState({team}: Pick<Session, 'team'>): SharedState | undefined {
	return useSyncExternalStore(team?.subscribe ?? noSubscription, () => team?.get());
}

/** The words for a notification that somebody is changing: who, and since when. */
export const claimedRowText = (row: ClaimedRow): string =>
	`${colleagueText(row)} is changing it, since ${formatTime(row.since).slice(-5)}`;
