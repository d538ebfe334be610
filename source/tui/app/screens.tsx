import type {ReactNode} from 'react';
import type {Session} from '../../account/session.ts';
import type {Scope} from '../keys/bindings.ts';

type Component = (props: never) => ReactNode;

/** A screen that is imported when it is first opened, or before by `loadScreens`; the export with its component, whose props are those of the route; and the scope with its keys and its title. */
type ScreenRow = readonly [load: () => Promise<object>, component: string, scope: Scope];

/** The table of the screens above the list, by the name of their route. */
export const screens = {
	detail: [async () => import('../list/detail.tsx'), 'DetailScreen', 'detail'],
	form: [async () => import('../form/form-screen.tsx'), 'FormScreen', 'form'],
	activity: [async () => import('../changes/activity.tsx'), 'ActivityScreen', 'activity'],
	change: [async () => import('../changes/activity.tsx'), 'ChangeScreen', 'change'],
	requests: [async () => import('../tools/requests.tsx'), 'RequestsScreen', 'requests'],
	request: [async () => import('../tools/requests.tsx'), 'RequestScreen', 'request'],
	'pending-question': [async () => import('../changes/change.tsx'), 'PendingQuestionScreen', 'question'],
	ask: [async () => import('../ui/question.tsx'), 'AskScreen', 'question'],
	delete: [async () => import('../changes/delete.tsx'), 'DeleteScreen', 'question'],
	protected: [async () => import('../changes/delete.tsx'), 'ProtectedScreen', 'protected'],
	'bulk-edit': [async () => import('../form/bulk-edit-screen.tsx'), 'BulkEditScreen', 'bulk-edit'],
	'plan-file': [async () => import('../files/plan-screen.tsx'), 'PlanScreen', 'plan-file'],
	duplicates: [async () => import('../tools/duplicates.tsx'), 'DuplicatesScreen', 'duplicates'],
	undo: [async () => import('../changes/undo.tsx'), 'UndoScreen', 'question'],
	key: [async () => import('../accounts/api-key.tsx'), 'KeyScreen', 'key'],
	account: [async () => import('../accounts/api-key.tsx'), 'AccountScreen', 'account'],
	profiles: [async () => import('../accounts/profiles.tsx'), 'ProfilesScreen', 'profiles'],
	'add-profile': [async () => import('../accounts/profiles.tsx'), 'AddProfileScreen', 'connect'],
	try: [async () => import('../tools/try-endpoint.tsx'), 'TryScreen', 'question'],
	copy: [async () => import('../tools/copy.tsx'), 'CopyScreen', 'copy'],
	palette: [async () => import('../tools/palette.tsx'), 'PaletteScreen', 'palette'],
	help: [async () => import('../tools/help.tsx'), 'HelpScreen', 'help'],
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

type ComponentOf<R extends ScreenRow> = R extends readonly [() => Promise<infer M>, infer C, Scope]
	? M[C & keyof M]
	: never;

type RouteProps<C> = C extends () => ReactNode ? unknown : C extends (props: infer P) => ReactNode ? P : never;

/** What a screen does with the result of the one that it opened: the prop `onResult` of that one's component. */
export type ResultHandler<N extends Route['name']> =
	Extract<Route, {readonly name: N}> extends {readonly onResult?: infer F} ? F : undefined;

/** The components loaded so far. */
export const loaded = new Map<ScreenName, Component>();

/** Whether the screen of a route is loaded. */
export const isLoaded = ({name}: Route): boolean => name === 'home' || loaded.has(name);

/** Imports the screen of a route. Rejects if its file cannot be read. */
export async function loadScreen(name: Route['name']): Promise<void> {
	if (name === 'home') {
		return;
	}

	const [load, component] = screens[name];
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
