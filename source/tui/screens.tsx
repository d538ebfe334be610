import type {ComponentType, ReactNode} from 'react';
import type {Session} from '../session/session.ts';
import type {Scope} from './keys/bindings.ts';

type Component = (props: never) => ReactNode;

/** A screen that is imported when it is first opened, or before by `loadScreens`. The component is an export of the imported file, and its props are those of the route. The scope has the screen's keys and its title. */
type ScreenRow = {readonly load: () => Promise<object>; readonly component: string; readonly scope: Scope};

/** The table of the screens above the list, by the name of their route. */
export const screens = {
	detail: {load: async () => import('./detail/detail-screen.tsx'), component: 'DetailScreen', scope: 'detail'},
	form: {load: async () => import('./form/form-screen.tsx'), component: 'FormScreen', scope: 'form'},
	drafts: {load: async () => import('./drafts/drafts-screen.tsx'), component: 'DraftsScreen', scope: 'drafts'},
	history: {load: async () => import('./history/history-screen.tsx'), component: 'HistoryScreen', scope: 'history'},
	change: {load: async () => import('./history/change-screen.tsx'), component: 'ChangeScreen', scope: 'change'},
	notices: {load: async () => import('./history/history-screen.tsx'), component: 'NoticesScreen', scope: 'notices'},
	requests: {
		load: async () => import('./requests/requests-screen.tsx'),
		component: 'RequestsScreen',
		scope: 'requests',
	},
	request: {load: async () => import('./requests/requests-screen.tsx'), component: 'RequestScreen', scope: 'request'},
	recovery: {
		load: async () => import('./recovery/recovery-screen.tsx'),
		component: 'RecoveryScreen',
		scope: 'recovery',
	},
	delete: {load: async () => import('./delete/delete-screen.tsx'), component: 'DeleteScreen', scope: 'delete'},
	protected: {
		load: async () => import('./protected/protected-screen.tsx'),
		component: 'ProtectedScreen',
		scope: 'protected',
	},
	'bulk-delete': {
		load: async () => import('./bulk/bulk-delete-screen.tsx'),
		component: 'BulkDeleteScreen',
		scope: 'bulk',
	},
	'bulk-edit': {
		load: async () => import('./bulk-edit/bulk-edit-screen.tsx'),
		component: 'BulkEditScreen',
		scope: 'bulk-edit',
	},
	'plan-file': {load: async () => import('./files/plan-screen.tsx'), component: 'PlanScreen', scope: 'plan-file'},
	duplicates: {
		load: async () => import('./duplicates/duplicates-screen.tsx'),
		component: 'DuplicatesScreen',
		scope: 'duplicates',
	},
	undo: {load: async () => import('./undo/undo-screen.tsx'), component: 'UndoScreen', scope: 'undo'},
	'bulk-resume': {
		load: async () => import('./bulk/bulk-resume-screen.tsx'),
		component: 'BulkResumeScreen',
		scope: 'bulk-run',
	},
	key: {load: async () => import('./api-key/api-key-screen.tsx'), component: 'KeyScreen', scope: 'key'},
	account: {load: async () => import('./account/account-screen.tsx'), component: 'AccountScreen', scope: 'account'},
	profiles: {
		load: async () => import('./profiles/profiles-screen.tsx'),
		component: 'ProfilesScreen',
		scope: 'profiles',
	},
	'add-profile': {
		load: async () => import('./profiles/add-profile-screen.tsx'),
		component: 'AddProfileScreen',
		scope: 'connect',
	},
	copy: {load: async () => import('./copy/copy-screen.tsx'), component: 'CopyScreen', scope: 'copy'},
	palette: {load: async () => import('./palette/palette-screen.tsx'), component: 'PaletteScreen', scope: 'palette'},
	help: {load: async () => import('./help/help-screen.tsx'), component: 'HelpScreen', scope: 'help'},
} as const satisfies Readonly<Record<string, ScreenRow>>;

type Screens = typeof screens;

type ScreenName = keyof Screens;

/** A screen to show: the list, or another one with the props of its component. `account`: the account that this screen and those above it act on, if it is not that of the screen below. */
export type Route =
	| {readonly name: 'home'; readonly account?: Session | undefined}
	| {
			[N in ScreenName]: {readonly name: N; readonly account?: Session | undefined} & RouteProps<
				ComponentOf<Screens[N]>
			>;
	  }[ScreenName];

type ComponentOf<R extends ScreenRow> = R extends {readonly load: () => Promise<infer M>; readonly component: infer C}
	? M[C & keyof M]
	: never;

type RouteProps<C> = C extends () => ReactNode ? unknown : C extends (props: infer P) => ReactNode ? P : never;

/** The components loaded so far. */
const loaded = new Map<ScreenName, Component>();

/** Whether the screen of a route is loaded. */
export const isLoaded = ({name}: Route): boolean => name === 'home' || loaded.has(name);

/** Imports the screen of a route. Rejects if its file cannot be read. */
export async function loadScreen(name: Route['name']): Promise<void> {
	if (name === 'home') {
		return;
	}

	const {load, component} = screens[name];
	const imported: object = await load();
	loaded.set(name, (imported as Readonly<Record<string, Component>>)[component]!);
}

/**
Imports all screens that are not loaded with the program, one after the other.

@param pause - Called and awaited before each import, so that keys are handled and frames drawn in between.
*/
export async function loadScreens(pause: () => Promise<void>): Promise<void> {
	for (const name of Object.keys(screens) as ScreenName[]) {
		await pause();
		await loadScreen(name);
	}
}

type ScreenProps = {
	readonly route: Exclude<Route, {readonly name: 'home'}>;
};

/** Shows the screen of a route. The screen must be loaded. */
export function Screen({route: {name, account, ...props}}: ScreenProps) {
	const Component = loaded.get(name) as ComponentType<typeof props>;
	return <Component {...props} />;
}
