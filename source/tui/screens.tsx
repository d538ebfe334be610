import type {ComponentType, ReactNode} from 'react';
import {AccountScreen} from './account/account-screen.tsx';
import {KeyScreen} from './api-key/api-key-screen.tsx';
import {BulkDeleteScreen} from './bulk/bulk-delete-screen.tsx';
import {BulkRestoreScreen} from './bulk/bulk-restore-screen.tsx';
import {BulkResumeScreen} from './bulk/bulk-resume-screen.tsx';
import {DeleteScreen} from './delete/delete-screen.tsx';
import {DetailScreen} from './detail/detail-screen.tsx';
import {DraftsScreen} from './drafts/drafts-screen.tsx';
import {FormScreen} from './form/form-screen.tsx';
import {HelpScreen} from './help/help-screen.tsx';
import {HistoryScreen} from './history/history-screen.tsx';
import type {Scope} from './keys/scopes.ts';
import {ListScreen} from './list/list-screen.tsx';
import {RecoveryScreen} from './recovery/recovery-screen.tsx';

type ScreenRow = {
	/** Its props are those of the route. */
	readonly component: (props: never) => ReactNode;
	/** The scope of its keys. Its title is the screen's, too. */
	readonly scope: Scope;
};

/** Every screen of an open account, one a row, by the name of its route. */
export const screens = {
	home: {component: ListScreen, scope: 'list'},
	detail: {component: DetailScreen, scope: 'detail'},
	form: {component: FormScreen, scope: 'form'},
	drafts: {component: DraftsScreen, scope: 'drafts'},
	history: {component: HistoryScreen, scope: 'history'},
	recovery: {component: RecoveryScreen, scope: 'recovery'},
	delete: {component: DeleteScreen, scope: 'delete'},
	'bulk-delete': {component: BulkDeleteScreen, scope: 'bulk'},
	'bulk-restore': {component: BulkRestoreScreen, scope: 'bulk-restore'},
	'bulk-resume': {component: BulkResumeScreen, scope: 'bulk-run'},
	key: {component: KeyScreen, scope: 'key'},
	account: {component: AccountScreen, scope: 'account'},
	help: {component: HelpScreen, scope: 'help'},
} as const satisfies Readonly<Record<string, ScreenRow>>;

type Screens = typeof screens;

/** A screen to show: its name, and the props of its component. */
export type Route = {[N in keyof Screens]: {readonly name: N} & RouteProps<Parameters<Screens[N]['component']>>}[keyof Screens];

type RouteProps<P extends readonly unknown[]> = P extends readonly [infer Props] ? Props : unknown;

type ScreenProps = {
	readonly route: Route;
};

/** Shows the screen of a route. */
export function Screen({route: {name, ...props}}: ScreenProps) {
	const Component = screens[name].component as ComponentType<typeof props>;
	return <Component {...props}/>;
}
