import {createContext, use, useSyncExternalStore, useEffect, useState, type Dispatch} from 'react';
import type {AccountListing} from '../../account/listing-state.ts';
import type {ListingStore} from '../../account/listing-store.ts';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {type NoticeLog, useNavigation, type NavigationAction, type Notice} from './navigation.ts';
import type {Settings} from '../../account/settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {FieldEdits} from '../../query/bulk-edit.ts';
import type {Draft} from '../../notification/fields.ts';
import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import {onThemeChange, theme} from './theme.ts';
import type {ClaimedRow, TeamState} from '../../account/team/team.ts';
import {formatTime} from '../../terminal/time.ts';
import {colleagueText} from '../../ledger/owner.ts';

export type SessionValue = Session & {
	readonly services: Services;
	/** The ledger; undefined until it is open. */
	readonly ledger: AwaitedLedger | undefined;
	/** The notices of this run. */
	readonly notices: NoticeLog;
	/** The last bulk edit of this run. */
	readonly lastEdits: LastEdits;
	/** Continues with another API key or another account. */
	readonly replaceSession: (session: Session) => void;
	/** Whether it is an account beside the one that the list shows. */
	readonly isBeside?: boolean;
};

const SessionContext = createContext<SessionValue | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** The open account. Throws if none is open. */
export function useSession(): SessionValue {
	const session = use(SessionContext);
	if (session === undefined) {
		throw new Error('useSession before a session is open');
	}

	return session;
}

/** The open account; undefined if none is open. */
export const useMaybeSession = (): SessionValue | undefined => use(SessionContext);

export type ListingHandle = AccountListing & ListingStore;

/** The listing of the account, and the functions that change it. */
export function useListing(): ListingHandle {
	const {listing: store} = useSession();
	return {...store, ...useSyncExternalStore(store.subscribe, store.get)};
}

/** Draws a component anew when the styles of the theme change. Needed by the app, and by components with `memo` that read them. */
export const useThemeChanges = () => useSyncExternalStore(onThemeChange, () => theme);

const noSettings: Settings = {};
const noSubscription = () => () => undefined;

/** The screen settings from config.yaml, as last read; empty if no account is open. `services.settings.save` changes one. */
export function useSettings(): Settings {
	const store = useMaybeSession()?.services.settings;
	return useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.get().settings ?? noSettings);
}

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

/** The edits of a bulk edit, which can be repeated on other notifications. */
export type RepeatableEdits = {
	readonly edits: FieldEdits;
	/** The contents from the editor that were not sent, by ID. They apply to these notifications alone. */
	readonly edited: ReadonlyMap<string, Draft>;
};

type LastEdits = ReturnType<typeof createLastEdits>;

/** Creates a memory for the last bulk edit. */
export function createLastEdits() {
	let last: RepeatableEdits | undefined;
	return {
		/** Returns its edits; undefined if there was none. */
		get: () => last,
		/** Replaces them, unless the new ones are empty. */
		set({edits, edited}: RepeatableEdits) {
			if (edits.size + edited.size > 0) {
				last = {edits, edited};
			}
		},
	};
}

/**
Offers another API key after a failure that the screen shows: `K` (`alt+k` where text is typed) opens the API key screen.

After a 401 it also opens by itself, once for each session, as soon as the screen is on top and no text is being typed in it.
*/
export function useKeyOffer(failure: Failure | undefined, isTyping = false): void {
	const {id} = useSession();
	const {isTop, showRefusal, offerKey} = useNavigation();
	const refusal = isKeyRefusal(failure) ? failure : undefined;
	useEffect(() => {
		showRefusal(refusal);
		return () => {
			showRefusal(undefined);
		};
	}, [refusal, showRefusal]);

	useEffect(() => {
		if (isTop && !isTyping && refusal?.kind === 'unauthorized') {
			offerKey(refusal, id);
		}
	}, [refusal, isTop, isTyping, offerKey, id]);
}

/** Offers another API key after a refusal that a notice reports. The operator was waiting for it, so no text is being typed. */
export function useNoticeOffer(
	session: Session | undefined,
	notice: Notice | undefined,
	dispatch: Dispatch<NavigationAction>,
): void {
	const rejection = notice?.refusal;
	useEffect(() => {
		if (session !== undefined && rejection?.kind === 'unauthorized') {
			dispatch({type: 'offer-key', session: session.id, rejection});
		}
	}, [session, rejection, dispatch]);
}

/** The failure of the last listing if the service refused the API key. */
export function useListingRefusal(session: Session | undefined): Failure | undefined {
	return useSyncExternalStore(session?.listing.subscribe ?? noSubscription, () => {
		const listing = session?.listing.get().listing;
		return listing !== undefined && 'failure' in listing && isKeyRefusal(listing.failure) ? listing.failure : undefined;
	});
}

/** The state of the board of the account's team, as far as it is known; undefined without one. */
export function useTeamState({team}: Pick<Session, 'team'>): TeamState | undefined {
	return useSyncExternalStore(team?.subscribe ?? noSubscription, () => team?.get());
}

/** The words for a notification that somebody is changing: who, and since when. */
export const claimedRowText = (row: ClaimedRow): string =>
	`${colleagueText(row)} is changing it, since ${formatTime(row.since).slice(-5)}`;
