import path from 'node:path';
import {
	type ComponentType,
	useCallback,
	useEffect,
	useReducer,
	useState,
	useSyncExternalStore,
	useMemo,
	type Dispatch,
	type ReactNode,
} from 'react';
import type {Services} from '../../account/services.ts';
import type {Opening, Session} from '../../account/session.ts';
import type {StrayOutput} from '../../terminal/stray-output.ts';
import {ConnectScreen, keyWaitSaid, type ConnectScreenProps} from '../accounts/connect.tsx';
import {scopes} from '../keys/bindings.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {loaded, type Route, screens, isLoaded, loadScreen} from './screens.tsx';
import {createStart, type OpenedLedger} from './session-start.ts';
import {
	useNavigation,
	NavigationProvider,
	type Navigation,
	accountsOf,
	initialNavigation,
	reduceNavigation,
	keyRoute,
	type NavigationAction,
	type NavigationState,
	createNoticeLog,
} from '../ui/navigation.ts';
import {
	createLastEdits,
	type SessionValue,
	useNoticeOffer,
	useListingRefusal,
	useThemeChanges,
	SessionProvider,
} from '../ui/session.ts';
import type {KeyCommandStatus} from '../../account/status.ts';
import {useKeys, useKeySource} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {linesOf, Lines} from '../ui/line.tsx';
import type {Profile} from '../../config/profile.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {problemText} from '../../ledger/ledger-error.ts';
import {Box, useApp} from 'ink';
import type {Failure} from '../../service/failure.ts';
import {useSuspend} from '../ui/hand-over.ts';

type AppProps = {
	readonly services: Services;
	/** The state of the account before the first frame: opening, or already open. */
	readonly initial?: Opening;
	/** Output of other code that would disturb the screen. */
	readonly stray?: StrayOutput;
};

/** The program: the account that is open or being opened, and the stack of screens. */
export function App({services, initial = {state: 'opening'}, stray}: AppProps) {
	const [navigation, dispatch] = useReducer(reduceNavigation, initialNavigation);
	const {stack, notice, warning} = navigation;
	const {opening, connect, openSandbox, openAgain} = useOpening(services, initial);
	const session = opening.state === 'open' ? opening.session : undefined;
	useEffect(
		() =>
			stray?.onText(text => {
				dispatch({type: 'notice', notice: {tone: 'bad', text: `Written to stderr: ${text}`}});
			}),
		[stray],
	);
	const shown = useLoadedRoutes(stack);
	const accounts = accountsOf(shown, session);
	useNoticeOffer(accounts.at(-1), notice, dispatch);
	const [start] = useState(() => createStart(services, dispatch));
	const [opened, showOpened] = useState<OpenedLedger>();
	const source = useKeySource();
	const isOpened = opened !== undefined;
	useEffect(() => (isOpened ? undefined : start.openLedger(source, showOpened)), [isOpened, start, source]);
	useEffect(() => start.followSettings(), [start]);
	useEffect(() => session && start.followAccount(session), [start, session]);
	useEffect(() => {
		if (opened !== undefined && session !== undefined) {
			start.tellLedger(opened, session);
		}
	}, [start, opened, session]);
	const [notices] = useState(() => createNoticeLog(services.clock.now));
	const [lastEdits] = useState(createLastEdits);
	useEffect(() => {
		if (notice !== undefined) {
			notices.add(notice);
		}
	}, [notice, notices]);
	useEffect(() => {
		if (warning !== undefined) {
			notices.add({tone: 'warning', text: `! ${warning}`});
		}
	}, [warning, notices]);
	useThemeChanges();
	const app = {services, ledger: opened?.ledger, notices, lastEdits, onReplace: connect, navigation, dispatch};
	return shown.map((route, index) => (
		<Layer
			key={index}
			app={app}
			session={accounts[index]}
			isBeside={accounts[index] !== session}
			index={index}
			isTop={index === shown.length - 1}
			title={scopes[route.name === 'home' ? 'list' : screens[route.name][2]].title}
			showsRefusal={route.name === 'key'}
		>
			{route.name === 'home' ? (
				<Home
					services={services}
					opening={opening}
					onConnected={connect}
					onSandbox={() => void openSandbox()}
					onAgain={() => void openAgain()}
				/>
			) : (
				<Screen route={route} />
			)}
		</Layer>
	));
}

function useOpening({open, openSandbox}: Services, initial: Opening) {
	const [opening, setOpening] = useState(initial);
	const [isNeeded] = useState(initial.state === 'opening');
	useEffect(() => {
		if (isNeeded) {
			void (async () => {
				setOpening(started(await open()));
			})();
		}
	}, [isNeeded, open]);

	const again = (by: () => Promise<Opening>) => async () => {
		setOpening({state: 'opening'});
		setOpening(started(await by()));
	};

	return {
		opening,
		/** Continues with an account that has been checked. */
		connect: useCallback((session: Session) => {
			setOpening(started({state: 'open', session}));
		}, []),
		openSandbox: again(openSandbox),
		openAgain: again(open),
	};
}

/** Starts the listing of an account that was opened, and returns the opening. */
function started(opening: Opening): Opening {
	if (opening.state === 'open') {
		opening.session.listing.start();
	}

	return opening;
}

type HomeProps = Omit<ConnectScreenProps, 'problem' | 'baseUrl' | 'keyCommand'> & {
	readonly onAgain: () => void;
	readonly opening: Opening;
};

/** The bottom screen: the list once an account is open. */
function Home({opening, onAgain, ...props}: HomeProps) {
	if (opening.state === 'open') {
		// Another account gets another list screen. The screens above it stay mounted and keep what was typed.
		return <ListScreen key={opening.session.profileKey} />;
	}

	if (opening.state === 'opening') {
		return <OpeningScreen keyCommand={props.services.keyCommand} />;
	}

	const {problem, baseUrl, keyCommand} = opening;
	return (
		<ConnectScreen
			{...props}
			problem={problem}
			baseUrl={baseUrl}
			keyCommand={keyCommand && {name: path.basename(keyCommand[0]!), run: onAgain}}
		/>
	);
}

/** Shows the screen of a route. The screen must be loaded. Its result is passed on once it is left. */
function Screen({route: {name, account, ...props}}: {readonly route: Exclude<Route, {readonly name: 'home'}>}) {
	const {pop} = useNavigation();
	const Component = loaded.get(name) as ComponentType<object>;
	const onResult = 'onResult' in props ? (props.onResult as (result: unknown) => void) : undefined;
	const leave = (result: unknown) => {
		pop();
		onResult?.(result);
	};

	return <Component {...props} {...(onResult !== undefined && {onResult: leave})} />;
}

/** The bottom screen while the account is being opened. It names what the program is waiting for, if that takes time. */
function OpeningScreen({keyCommand}: {readonly keyCommand: KeyCommandStatus}) {
	const {columns} = useBodySize();
	const wait = useSyncExternalStore(keyCommand.subscribe, keyCommand.get);
	const keys = useKeys('everywhere', {actions: {back: keyCommand.cancel}});
	return (
		<Frame keys={keys} isPlain title="opening">
			<Lines lines={linesOf(['Opening the account …', keyWaitSaid(wait)], columns)} />
		</Frame>
	);
}

/**
The routes that can be shown: the whole stack, or those below the first screen that is still being imported. Until it is imported the previous screen stays, and keys are held.

@throws The error of a failed import, as an unhandled rejection.
*/
function useLoadedRoutes(stack: readonly Route[]): readonly Route[] {
	const source = useKeySource();
	const [, update] = useReducer((count: number) => count + 1, 0);
	const first = stack.findIndex(route => !isLoaded(route));
	const awaited = stack[first]?.name;
	useEffect(() => {
		if (awaited === undefined) {
			return;
		}

		void (async () => {
			await loadScreen(awaited);
			update();
		})();

		// Called once the screen is drawn and handles keys.
		return source.hold();
	}, [awaited, source]);

	return awaited === undefined ? stack : stack.slice(0, first);
}

type LayerProps = {
	/** What all layers share. */
	readonly app: Pick<SessionValue, 'services' | 'ledger' | 'notices' | 'lastEdits'> & {
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
function Layer({app, session, isBeside, index, isTop, title, showsRefusal, children}: LayerProps) {
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
