import {useCallback, useMemo} from 'react';
import type {Profile} from '../../config/profile.ts';
import type {Services, Session} from '../../session/session.ts';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {problemText} from '../../storage/ledger-error.ts';
import {useListingRefusal} from '../api-key/use-key-offer.ts';
import type {LastEdits} from './last-edits.ts';
import {Layer, type LayerProps} from './layer.tsx';
import type {NoticeLog} from './notice-log.ts';
import {SessionProvider} from './session-context.ts';

export type AccountLayerProps = Omit<LayerProps, 'listingRefusal'> & {
	/** The account of the screen; undefined until one is open. */
	readonly session: Session | undefined;
	/** Whether the account is that of a route, beside the open one. */
	readonly isBeside: boolean;
	readonly services: Services;
	readonly ledger: AwaitedLedger | undefined;
	readonly notices: NoticeLog;
	readonly lastEdits: LastEdits;
	/** Continues with another open account. */
	readonly onReplace: (session: Session) => void;
	/** Whether the screen shows itself that a listing was refused. */
	readonly showsRefusal: boolean;
};

/** The profile, read-only if nothing may be sent because of the ledger. */
function writableProfile(profile: Profile, ledger: AwaitedLedger | undefined): Profile {
	const problem = ledger?.problem;
	return problem === undefined || profile.isReadOnly
		? profile
		: {...profile, isReadOnly: true, readOnlyReason: problemText(problem, 'Read-only')};
}

/** A screen of the stack with its account and its navigation. */
export function AccountLayer({
	session,
	isBeside,
	services,
	ledger,
	notices,
	lastEdits,
	onReplace,
	showsRefusal,
	dispatch,
	...layer
}: AccountLayerProps) {
	const listingRefusal = useListingRefusal(session);
	const replaceSession = useCallback(
		(next: Session) => {
			if (isBeside) {
				dispatch({type: 'replace-account', before: session!, account: next});
			} else {
				onReplace(next);
			}
		},
		[isBeside, session, onReplace, dispatch],
	);
	const value = useMemo(
		() =>
			session && {
				...session,
				profile: writableProfile(session.profile, ledger),
				services,
				ledger,
				notices,
				lastEdits,
				replaceSession,
				isBeside,
			},
		[session, services, ledger, notices, lastEdits, replaceSession, isBeside],
	);
	const screen = <Layer {...layer} listingRefusal={showsRefusal ? undefined : listingRefusal} dispatch={dispatch} />;
	return value === undefined ? screen : <SessionProvider value={value}>{screen}</SessionProvider>;
}
