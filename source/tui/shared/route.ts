import type {Failure} from '../../api/failure.ts';
import type {Route} from '../screens.tsx';

/** The line above the footer that says what just happened. It stays until the next notice or the next action. */
export type Notice = {
	readonly tone: 'good' | 'bad' | 'plain';
	readonly text: string;
	/** Why the service refused the API key, where that is what happened: another one is offered. */
	readonly refusal?: Failure | undefined;
	/** ID of a notification that was created: the list puts the cursor on it. */
	readonly follows?: string | undefined;
};

export type NavigationState = {
	/** Never empty; the last one is on top. */
	readonly stack: readonly Route[];
	readonly notice: Notice | undefined;
	/** Stays until the operator acknowledges it; safe to show. */
	readonly warning?: string | undefined;
	/** The session to which another API key was offered last. */
	readonly offeredTo?: number | undefined;
};

export type NavigationAction =
	| {readonly type: 'push'; readonly route: Route}
	/** Opens the API key screen, unless that was done for this session before. */
	| {readonly type: 'offer-key'; readonly session: number; readonly rejection: Failure}
	/** Removes the route at `index` with all above it, and those below while they have one of the given names. */
	| {readonly type: 'pop'; readonly index: number; readonly also?: ReadonlyArray<Route['name']> | undefined; readonly notice?: Notice | undefined}
	| {readonly type: 'notice'; readonly notice: Notice | undefined}
	| {readonly type: 'warn'; readonly warning: string}
	| {readonly type: 'acknowledge'};

export const initialNavigation: NavigationState = {stack: [{name: 'home'}], notice: undefined};

export function reduceNavigation(state: NavigationState, action: NavigationAction): NavigationState {
	switch (action.type) {
		case 'push': {
			return {...state, stack: [...state.stack, action.route], notice: undefined};
		}

		case 'offer-key': {
			return state.offeredTo === action.session
				? state
				: {...state, offeredTo: action.session, stack: [...state.stack, keyRoute(action.rejection, state.notice, true)], notice: undefined};
		}

		case 'pop': {
			// The first route is never removed, and one that is gone already removes nothing.
			if (action.index === 0 || action.index >= state.stack.length) {
				return {...state, notice: action.notice};
			}

			let stack = state.stack.slice(0, action.index);
			while (stack.length > 1 && action.also?.includes(stack.at(-1)!.name)) {
				stack = stack.slice(0, -1);
			}

			return {...state, stack, notice: action.notice};
		}

		case 'notice': {
			return {...state, notice: action.notice};
		}

		case 'warn': {
			return {...state, warning: state.warning === undefined || state.warning === action.warning ? action.warning : `${state.warning} ${action.warning}`};
		}

		case 'acknowledge': {
			return {...state, warning: undefined};
		}
	}
}

/** The API key screen. A notice of the refusal is shown again when it is left. */
export const keyRoute = (rejection: Failure | undefined, notice: Notice | undefined, isOffered = false): Route => ({
	name: 'key', rejection, notice: notice?.refusal === undefined ? undefined : notice, isOffered,
});
