import {createContext, use} from 'react';
import type {Failure} from '../../service/failure.ts';
import type {CommonAction, Scope, Action} from '../keys/bindings.ts';
import type {ResultHandler, Route} from '../app/screens.tsx';
import type {ArrangedSearch} from '../../query/sort.ts';
import type {Session} from '../../account/session.ts';
import {joined} from '../../platform/text.ts';
import type {Line} from './line.tsx';

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

/** The line above the footer that reports what just happened. It stays until the next notice or action, while the operator only moves the cursor or types. */
export type Notice = {
	readonly tone?: Line['tone'];
	readonly text: string;
	/** What keys of the list do next: said only there. */
	readonly inList?: string | false | undefined;
	/** Whether it only answers the last key press. The next key clears it. */
	readonly isAnswer?: true;
	/** The failure if the service refused the API key. Another key is offered. */
	readonly refusal?: Failure | undefined;
	/** The ID of a notification that was created. The list moves the cursor to it. */
	readonly follows?: string | undefined;
};

/** A command chosen in the palette, for the screen below. */
export type Chosen = {readonly kind: 'action'; readonly action: Action} | ListCommand;

/** A command of the palette that only the list has. */
export type ListCommand =
	/** Change the search, order or grouping of the list. Omitted members stay as they are. */
	| {readonly kind: 'arrange'; readonly view: Partial<ArrangedSearch>}
	/** Open the account of a profile of config.yaml. */
	| {readonly kind: 'open-profile'; readonly name: string}
	/** Save the search, the order and the grouping of the list under a name. */
	| {readonly kind: 'save-view'; readonly name: string};

export type NavigationState = {
	/** The stack of screens, never empty. The last one is on top. */
	readonly stack: readonly Route[];
	readonly notice: Notice | undefined;
	/** The warning, which stays until the operator acknowledges it; safe to show. */
	readonly warning?: string | undefined;
	/** The last session to which another API key was offered. */
	readonly offeredTo?: number | undefined;
};

export type NavigationAction =
	| {readonly type: 'push'; readonly route: Route}
	/** Opens the API key screen, unless it was already opened for this session. */
	| {readonly type: 'offer-key'; readonly session: number; readonly rejection: Failure}
	/** Continues with another API key for an account that routes have. */
	| {readonly type: 'replace-account'; readonly before: Session; readonly account: Session}
	/** Removes the route at `index` and all above it. Also removes those below as long as they have one of the given names. */
	| {
			readonly type: 'pop';
			readonly index: number;
			readonly also?: ReadonlyArray<Route['name']> | undefined;
			readonly notice?: Notice | undefined;
	  }
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
			const {session: offeredTo, rejection} = action;
			const stack = [...state.stack, keyRoute(rejection, state.notice, true)];
			return state.offeredTo === offeredTo ? state : {...state, offeredTo, stack, notice: undefined};
		}

		case 'replace-account': {
			const {before, account} = action;
			return {...state, stack: state.stack.map(route => (route.account === before ? {...route, account} : route))};
		}

		case 'pop': {
			const {index, also, notice} = action;
			// The first route is never removed. A route that no longer exists removes nothing.
			const isThere = index > 0 && index < state.stack.length;
			const below = state.stack.slice(0, index);
			const left = below.findLastIndex(({name}, at) => at === 0 || !also?.includes(name));
			const stack = isThere ? below.slice(0, left + 1) : state.stack;
			return {...state, stack, notice: noticeOn(stack, notice)};
		}

		case 'notice': {
			return {...state, notice: noticeOn(state.stack, action.notice)};
		}

		case 'warn': {
			return {...state, warning: joined([...new Set([state.warning, action.warning])], ' ')};
		}

		case 'acknowledge': {
			return {...state, warning: undefined};
		}
	}
}

/** The notice with what it says on the screen on top. */
function noticeOn({length}: NavigationState['stack'], notice: Notice | undefined): Notice | undefined {
	if (notice?.inList === undefined) {
		return notice;
	}

	const {inList, ...rest} = notice;
	return {...rest, text: joined([rest.text, length === 1 && inList], ' ')};
}

/** The account of each screen: that of its route, or of the nearest one below that has one, or the open account. */
export function accountsOf(stack: readonly Route[], open: Session | undefined): Array<Session | undefined> {
	let account = open;
	return stack.map(route => {
		account = route.account ?? account;
		return account;
	});
}

/** The route of the API key screen. The notice of a refusal is shown again when the screen is left. */
export const keyRoute = (rejection: Failure | undefined, notice: Notice | undefined, isOffered = false): Route => ({
	name: 'key',
	rejection,
	notice: notice?.refusal === undefined ? undefined : notice,
	isOffered,
});

/** The text of an earlier notice. */
type LoggedNotice = Pick<Notice, 'tone' | 'text'> & {
	/** The time of the notice in milliseconds since the epoch. */
	readonly at: number;
};

export type NoticeLog = ReturnType<typeof createNoticeLog>;

/** The number of notices kept. */
const limit = 200;

/** Creates a log of the last notices of this run, in memory only. `now`: returns milliseconds since the epoch. */
export function createNoticeLog(now: () => number) {
	let notices: readonly LoggedNotice[] = [];
	return {
		/** Returns the notices, the oldest first. */
		get: () => notices,
		/** Adds a notice. One that only answers a key is left out. */
		add({tone, text, isAnswer}: Notice) {
			if (isAnswer !== true) {
				notices = [...notices, {at: now(), tone, text}].slice(-limit);
			}
		},
	};
}
