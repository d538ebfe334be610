import {createContext, use} from 'react';
import type {Failure} from '../../service/failure.ts';
import type {CommonAction, Scope} from '../keys/bindings.ts';
import type {ResultHandler, Route} from '../screens.tsx';
import type {Notice} from './route.ts';

/** The navigation of a screen: its position in the stack, its notices, and the ways to other screens. */
export type Navigation = {
	/** Whether this screen is on top and receives the keys. */
	readonly isTop: boolean;
	/** The title of the screen in the table of scopes. */
	readonly title: string;
	/** The notice to show; undefined on every screen except the top one. */
	readonly notice: Notice | undefined;
	/** The warning that the operator has not acknowledged yet; safe to show. */
	readonly warning: string | undefined;
	/** The failure if the service refused the current API key, as reported by this screen, the notice or the listing. */
	readonly refusal: Failure | undefined;
	/** Whether a separate line has to report the refusal, because neither the screen nor the notice does. */
	readonly needsRefusalLine: boolean;
	/** Sets the refusal that the screen shows. */
	readonly showRefusal: (refusal: Failure | undefined) => void;
	/** Opens the API key screen automatically, once for each session. */
	readonly offerKey: (rejection: Failure, session: number) => void;
	/** Opens a screen. `onResult`: called with its result, once it is left; see the prop of its component. */
	readonly push: <R extends Route>(route: R, onResult?: ResultHandler<R['name']>) => void;
	/** Goes back and shows a notice. Also leaves the screens below as long as their routes have one of the given names. */
	readonly pop: (notice?: Notice, also?: ReadonlyArray<Route['name']>) => void;
	readonly announce: (notice: Notice | undefined) => void;
	/** The handlers of the actions that all screens share. */
	readonly common: (scope: Scope) => Readonly<Record<Exclude<CommonAction, 'palette'>, () => void>>;
};

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

/** The navigation of the calling screen. Throws outside of the app. */
export function useNavigation(): Navigation {
	const navigation = use(NavigationContext);
	if (navigation === undefined) {
		throw new Error('useNavigation outside of the app');
	}

	return navigation;
}
