import {createContext, use} from 'react';
import type {CommonAction, Scope} from '../keys/bindings.ts';
import type {Notice, Route} from './route.ts';

/** What a screen can ask of the program around it. */
export type Navigation = {
	/** Whether this screen is the one on top, and so the one that gets the keys. */
	readonly isTop: boolean;
	readonly notice: Notice | undefined;
	readonly push: (route: Route) => void;
	/** Goes back, leaving a line about what happened; also past routes of the given names. */
	readonly pop: (notice?: Notice, also?: ReadonlyArray<Route['name']>) => void;
	readonly announce: (notice: Notice | undefined) => void;
	/** Handlers for the actions that all screens share. */
	readonly common: (scope: Scope) => Readonly<Record<CommonAction, () => void>>;
};

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

export function useNavigation(): Navigation {
	const navigation = use(NavigationContext);
	if (navigation === undefined) {
		throw new Error('useNavigation outside of the app');
	}

	return navigation;
}
