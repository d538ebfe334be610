import {createContext, use, useSyncExternalStore} from 'react';
import type {AccountListing} from '../../account/listing-state.ts';
import type {ListingStore} from '../../account/listing-store.ts';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {LastEdits} from './last-edits.ts';
import type {NoticeLog} from './notice-log.ts';

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
