import {createContext, use} from 'react';
import type {Services, Session} from '../../session/session.ts';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';

export type SessionValue = Session & {
	readonly services: Services;
	/** What this machine remembers; undefined until it is open. */
	readonly ledger: AwaitedLedger | undefined;
	/** Continues with another key, or another account. */
	readonly replaceSession: (session: Session) => void;
};

const SessionContext = createContext<SessionValue | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** The open account. Throws where none is open: a screen that needs one was mounted too early. */
export function useSession(): SessionValue {
	const session = use(SessionContext);
	if (session === undefined) {
		throw new Error('useSession before a session is open');
	}

	return session;
}
