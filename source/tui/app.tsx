import {Box, useApp} from 'ink';
import {
	useEffect,
	useReducer,
	useState,
} from 'react';
import type {Opening, Services, Session} from '../session/session.ts';
import {Frame} from './shared/frame.tsx';
import {PlainHeader} from './shared/header.tsx';
import {Messages} from './shared/messages.tsx';
import {useLedger} from './shared/use-ledger.ts';
import {useSuspend} from './shared/use-suspend.ts';
import {useKeys} from './keys/use-keys.ts';
import {BulkDeleteScreen} from './bulk/bulk-delete-screen.tsx';
import {BulkRestoreScreen} from './bulk/bulk-restore-screen.tsx';
import {BulkResumeScreen} from './bulk/bulk-resume-screen.tsx';
import {ConnectScreen} from './connect/connect-screen.tsx';
import {DeleteScreen} from './delete/delete-screen.tsx';
import {DetailScreen} from './detail/detail-screen.tsx';
import {DraftsScreen} from './drafts/drafts-screen.tsx';
import {FormScreen} from './form/form-screen.tsx';
import {HelpScreen} from './help/help-screen.tsx';
import {HistoryScreen} from './history/history-screen.tsx';
import {KeyScreen} from './api-key/api-key-screen.tsx';
import {ListScreen} from './list/list-screen.tsx';
import {RecoveryScreen} from './recovery/recovery-screen.tsx';
import {NavigationProvider, type Navigation} from './shared/navigation.ts';
import {initialNavigation, reduceNavigation, type Route} from './shared/route.ts';
import {SessionProvider} from './shared/session-context.ts';

export type AppProps = {
	readonly services: Services;
	/** How far the account is open before the first frame. */
	readonly initial?: Opening;
};

/** The program: an account on its way or open, and the screens on top of each other. Those below stay mounted, hidden, as they were left. */
export function App({services, initial = {state: 'opening'}}: AppProps) {
	const [opening, setOpening] = useState(initial);
	const {stack, navigationAt} = useRoutes();
	const {announce, push} = navigationAt(0);
	const ledger = useLedger(services, opening, announce, push);
	useOpening(initial.state === 'opening', services.open, setOpening);

	const onConnected = (session: Session) => {
		setOpening({state: 'open', session});
	};

	const onSandbox = () => {
		setOpening({state: 'opening'});
		void (async () => {
			setOpening(await services.openSandbox());
		})();
	};

	const screenOf = (route: Route) => {
		switch (route.name) {
			case 'home': {
				return opening.state === 'asking'
					? <ConnectScreen services={services} problem={opening.problem} baseUrl={opening.baseUrl} onConnected={onConnected} onSandbox={onSandbox}/>
					: (opening.state === 'opening' ? <OpeningScreen/> : <ListScreen key={opening.session.id}/>);
			}

			case 'detail': {
				return <DetailScreen record={route.record}/>;
			}

			case 'form': {
				return <FormScreen origin={route.origin} saved={route.saved}/>;
			}

			case 'drafts': {
				return <DraftsScreen/>;
			}

			case 'history': {
				return <HistoryScreen/>;
			}

			case 'recovery': {
				return <RecoveryScreen/>;
			}

			case 'delete': {
				return <DeleteScreen target={route.target}/>;
			}

			case 'bulk-delete': {
				return <BulkDeleteScreen targets={route.targets} hiddenIds={route.hiddenIds}/>;
			}

			case 'bulk-restore': {
				return <BulkRestoreScreen deletion={route.deletion}/>;
			}

			case 'bulk-resume': {
				return <BulkResumeScreen batch={route.batch}/>;
			}

			case 'key': {
				return <KeyScreen/>;
			}

			case 'help': {
				return <HelpScreen scope={route.scope}/>;
			}
		}
	};

	const screens = stack.map((route, index) => (
		<NavigationProvider key={index} value={navigationAt(index)}>
			<Box display={index === stack.length - 1 ? 'flex' : 'none'}>{screenOf(route)}</Box>
		</NavigationProvider>
	));

	return (
		opening.state === 'open'
			? <SessionProvider value={{
				...opening.session, services, ledger, replaceSession: onConnected,
			}}>{screens}</SessionProvider>
			: screens
	);
}

function useOpening(isNeeded: boolean, open: Services['open'], onOpening: (opening: Opening) => void): void {
	useEffect(() => {
		if (!isNeeded) {
			return;
		}

		let isCurrent = true;
		void (async () => {
			const opening = await open();
			if (isCurrent) {
				onOpening(opening);
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [isNeeded, open, onOpening]);
}

/** The stack of screens, and for each what it can ask of the program. */
function useRoutes(): {readonly stack: readonly Route[]; readonly navigationAt: (index: number) => Navigation} {
	const [{stack, notice}, dispatch] = useReducer(reduceNavigation, initialNavigation);
	const {exit} = useApp();
	const {suspend, redraw} = useSuspend();

	const navigationAt = (index: number): Navigation => {
		const pop: Navigation['pop'] = (left, also) => {
			dispatch({type: 'pop', index, notice: left, also});
		};

		const push: Navigation['push'] = route => {
			dispatch({type: 'push', route});
		};

		return {
			isTop: index === stack.length - 1,
			notice,
			push,
			pop,
			announce(left) {
				dispatch({type: 'notice', notice: left});
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
			}),
		};
	};

	return {stack, navigationAt};
}

function OpeningScreen() {
	const keys = useKeys('everywhere', {actions: {}});
	return (
		<Frame keys={keys} header={<PlainHeader title='opening'/>}>
			<Messages messages={[{tone: 'plain', text: ' Opening the account …'}]}/>
		</Frame>
	);
}
