import type {Profile} from '../../config/profile.ts';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {problemText} from '../../ledger/ledger-error.ts';
import {useListingRefusal} from '../api-key/use-key-offer.ts';
import type {LastEdits} from './last-edits.ts';
import type {NoticeLog} from './notice-log.ts';
import {SessionProvider} from './session-context.ts';
import {Box, useApp} from 'ink';
import {useMemo, useState, type Dispatch, type ReactNode} from 'react';
import type {Failure} from '../../service/failure.ts';
import {NavigationProvider, type Navigation} from './navigation.ts';
import type {Route} from '../screens.tsx';
import {keyRoute, type NavigationAction, type NavigationState} from './route.ts';
import {useSuspend} from './hand-over.ts';

type LayerProps = {
	/** What all layers share. */
	readonly app: {
		readonly services: Services;
		readonly ledger: AwaitedLedger | undefined;
		readonly notices: NoticeLog;
		readonly lastEdits: LastEdits;
		/** Continues with another open account. */
		readonly onReplace: (session: Session) => void;
		readonly navigation: NavigationState;
		readonly dispatch: Dispatch<NavigationAction>;
	};
	/** The account of the screen; undefined until one is open. */
	readonly session: Session | undefined;
	/** Whether the account is that of a route, beside the open one. */
	readonly isBeside: boolean;
	/** The position in the stack, from 0. */
	readonly index: number;
	readonly isTop: boolean;
	/** The title of the screen. */
	readonly title: string;
	/** Whether the screen shows itself that a listing was refused. */
	readonly showsRefusal: boolean;
	readonly children: ReactNode;
};

/** The profile, read-only if nothing may be sent because of the ledger. */
function writableProfile(profile: Profile, ledger: AwaitedLedger | undefined): Profile {
	const problem = ledger?.problem;
	return problem === undefined || profile.isReadOnly
		? profile
		: {...profile, isReadOnly: true, readOnlyReason: problemText(problem, 'Read-only')};
}

/** A screen of the stack with its account and its navigation. Those below the top stay mounted and keep their state. */
export function Layer({app, session, isBeside, index, isTop, title, showsRefusal, children}: LayerProps) {
	const {services, ledger, notices, lastEdits, onReplace, dispatch} = app;
	const {notice, warning} = app.navigation;
	const ownListingRefusal = useListingRefusal(session);
	const listingRefusal = showsRefusal ? undefined : ownListingRefusal;
	const value = useMemo(
		() =>
			session && {
				...session,
				profile: writableProfile(session.profile, ledger),
				services,
				ledger,
				notices,
				lastEdits,
				isBeside,
				replaceSession(next: Session) {
					if (isBeside) {
						dispatch({type: 'replace-account', before: session, account: next});
					} else {
						onReplace(next);
					}
				},
			},
		[session, services, ledger, notices, lastEdits, isBeside, onReplace, dispatch],
	);
	const {exit} = useApp();
	const {suspend, redraw} = useSuspend();
	const shownNotice = isTop ? notice : undefined;
	const [ownRefusal, showRefusal] = useState<Failure>();
	const refusal = ownRefusal ?? shownNotice?.refusal ?? listingRefusal;
	const navigation = useMemo((): Navigation => {
		const pop: Navigation['pop'] = (next, also) => {
			dispatch({type: 'pop', index, notice: next, also});
		};

		const push: Navigation['push'] = (route, onResult) => {
			dispatch({type: 'push', route: onResult === undefined ? route : ({...route, onResult} as Route)});
		};

		return {
			isTop,
			title,
			notice: shownNotice,
			warning,
			refusal,
			needsRefusalLine: refusal !== undefined && refusal === listingRefusal && refusal !== ownRefusal,
			showRefusal,
			offerKey(rejection, sessionId) {
				dispatch({type: 'offer-key', session: sessionId, rejection});
			},
			push,
			pop,
			announce(next) {
				dispatch({type: 'notice', notice: next});
			},
			common: scope => ({
				back() {
					pop();
				},
				help() {
					push({name: 'help', scope});
				},
				exit() {
					exit();
				},
				suspend,
				redraw,
				'enter-key'() {
					push(keyRoute(refusal, shownNotice));
				},
				acknowledge() {
					dispatch({type: 'acknowledge'});
				},
			}),
		};
	}, [dispatch, exit, index, isTop, listingRefusal, ownRefusal, redraw, refusal, shownNotice, suspend, title, warning]);

	const screen = (
		<NavigationProvider value={navigation}>
			<Box display={isTop ? 'flex' : 'none'}>{children}</Box>
		</NavigationProvider>
	);
	return value === undefined ? screen : <SessionProvider value={value}>{screen}</SessionProvider>;
}
