import type {Failure} from '../../api/failure.ts';
import type {Action} from '../keys/bindings.ts';
import type {ArrangedSearch} from '../../domain/query/arrangement.ts';
import type {Route} from '../screens.tsx';

/** The line above the footer that says what just happened. It stays until the next notice or the next action, and while keys only move the cursor at least four seconds. */
export type Notice = {
	readonly tone: 'good' | 'bad' | 'plain' | 'faint';
	readonly text: string;
	/** It only answers the key that was pressed; the next one clears it. */
	readonly isAnswer?: true;
	/** About the key that was pressed last, while the notice is still to be read. */
	readonly hint?: string | undefined;
	/** Why the service refused the API key, where that is what happened: another one is offered. */
	readonly refusal?: Failure | undefined;
	/** ID of a notification that was created: the list puts the cursor on it. */
	readonly follows?: string | undefined;
};

/** What was chosen in the palette or among the duplicates, for the screen below it. */
export type Chosen =
	| {readonly kind: 'action'; readonly action: Action}
	/** Another search, order or grouping of the list. What is not given stays. */
	| {readonly kind: 'arrange'; readonly view: Partial<ArrangedSearch>}
	/** Mark these notifications and no others, and ask whether to delete them if that is wanted. `keeps`: what must still be listed before any of them is deleted. */
	| {readonly kind: 'mark'; readonly ids: ReadonlySet<string>; readonly keeps: ReadonlySet<string>; readonly isToDelete: boolean}
	/** Open the account of a profile of config.yaml. */
	| {readonly kind: 'open-profile'; readonly name: string}
	/** Save the search, the order and the grouping of the list under a name. */
	| {readonly kind: 'save-view'; readonly name: string};

export type NavigationState = {
	/** Never empty; the last one is on top. */
	readonly stack: readonly Route[];
	readonly notice: Notice | undefined;
	/** Stays until the operator acknowledges it; safe to show. */
	readonly warning?: string | undefined;
	/** Until the screen on top has done it. */
	readonly chosen?: Chosen | undefined;
	/** The session to which another API key was offered last. */
	readonly offeredTo?: number | undefined;
};

export type NavigationAction =
	| {readonly type: 'push'; readonly route: Route}
	/** Opens the API key screen, unless that was done for this session before. */
	| {readonly type: 'offer-key'; readonly session: number; readonly rejection: Failure}
	/** Removes the route at `index` with all above it, and those below while they have one of the given names. */
	| {readonly type: 'pop'; readonly index: number; readonly also?: ReadonlyArray<Route['name']> | undefined; readonly notice?: Notice | undefined}
	/** Leaves the screen at `index`, and has the screen below do what was chosen. */
	| {readonly type: 'choose'; readonly index: number; readonly chosen: Chosen}
	/** The screen did it. */
	| {readonly type: 'chosen'}
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

		case 'choose': {
			return {...reduceNavigation(state, {type: 'pop', index: action.index}), chosen: action.chosen};
		}

		case 'chosen': {
			return {...state, chosen: undefined};
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
