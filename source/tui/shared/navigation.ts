import {createContext, use} from 'react';
import type {Failure} from '../../api/failure.ts';
import type {CommonAction} from '../keys/bindings.ts';
import type {Scope} from '../keys/scopes.ts';
import type {Guards} from '../keys/match.ts';
import type {Route} from '../screens.tsx';
import type {Chosen, Notice} from './route.ts';

/** What a screen can ask of the program around it. */
export type Navigation = {
	/** Whether this screen is on top, and so gets the keys. */
	readonly isTop: boolean;
	/** The screen's title in the table of screens. */
	readonly title: string;
	/** The notice to show; undefined on every screen but the top one. */
	readonly notice: Notice | undefined;
	/** What the operator has not acknowledged yet; safe to show. */
	readonly warning: string | undefined;
	/** Why the service refused the API key in use, if it did: as this screen, the notice or the listing says. */
	readonly refusal: Failure | undefined;
	/** Whether a line says so, because neither the screen nor the notice does. */
	readonly needsRefusalLine: boolean;
	/** Takes the refusal that the screen shows. */
	readonly showRefusal: (refusal: Failure | undefined) => void;
	/** Opens the API key screen by itself, once for each session. */
	readonly offerKey: (rejection: Failure, session: number) => void;
	readonly push: (route: Route) => void;
	/** Goes back and shows a notice; also leaves the screens below while their routes have one of the given names. */
	readonly pop: (notice?: Notice, also?: ReadonlyArray<Route['name']>) => void;
	/** What was chosen on the screen above this screen, until `takeChosen` is called. */
	readonly chosen: Chosen | undefined;
	readonly takeChosen: () => void;
	/** Leaves this screen, and has the screen below do this. */
	readonly choose: (chosen: Chosen) => void;
	readonly announce: (notice: Notice | undefined) => void;
	/** Handlers for the actions that all screens share. */
	readonly common: (scope: Scope, guards?: Guards) => Readonly<Record<CommonAction, () => void>>;
};

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

/** The navigation of the screen that calls it. Throws outside of the app. */
export function useNavigation(): Navigation {
	const navigation = use(NavigationContext);
	if (navigation === undefined) {
		throw new Error('useNavigation outside of the app');
	}

	return navigation;
}
