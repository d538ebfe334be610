import path from 'node:path';
import {type ComponentType, useCallback, useEffect, useReducer, useState, useSyncExternalStore} from 'react';
import type {Services} from '../account/services.ts';
import type {Opening, Session} from '../account/session.ts';
import type {StrayOutput} from '../terminal/stray-output.ts';
import {ConnectScreen, type ConnectScreenProps} from './connect/connect-screen.tsx';
import {scopes} from './keys/bindings.ts';
import {ListScreen} from './list/list-screen.tsx';
import {OpeningScreen} from './opening-screen.tsx';
import {loaded, type Route, screens} from './screens.tsx';
import {createStart} from './session-start.ts';
import {Layer} from './shared/layer.tsx';
import {useNavigation} from './shared/navigation.ts';
import {createLastEdits} from './shared/last-edits.ts';
import {accountsOf, initialNavigation, reduceNavigation} from './shared/route.ts';
import {createNoticeLog} from './shared/notice-log.ts';
import {useNoticeOffer} from './api-key/use-key-offer.ts';
import {ThemeProvider} from './shared/theme-context.ts';
import {useLedger} from './shared/use-ledger.ts';
import {onThemeChange, themeVersion} from './theme.ts';
import {useLoadedRoutes} from './use-loaded-routes.ts';

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
	const opened = useLedger(services);
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
	const themeNumber = useSyncExternalStore(onThemeChange, themeVersion);
	const app = {services, ledger: opened?.ledger, notices, lastEdits, onReplace: connect, navigation, dispatch};
	const layers = shown.map((route, index) => (
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

	return <ThemeProvider value={themeNumber}>{layers}</ThemeProvider>;
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
