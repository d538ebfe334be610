import {Box, useApp} from 'ink';
import {useMemo, useState, type Dispatch, type ReactNode} from 'react';
import type {Failure} from '../../api/failure.ts';
import {NavigationProvider, type Navigation} from './navigation.ts';
import {keyRoute, type Chosen, type NavigationAction, type Notice} from './route.ts';
import {useSuspend} from './use-suspend.ts';

export type LayerProps = {
	/** The index of the screen in the stack of routes, from 0. */
	readonly index: number;
	readonly isTop: boolean;
	readonly title: string;
	readonly notice: Notice | undefined;
	readonly warning?: string | undefined;
	/** The failure of a refused listing; undefined on the API key screen, which shows it itself. */
	readonly listingRefusal?: Failure | undefined;
	readonly chosen?: Chosen | undefined;
	readonly dispatch: Dispatch<NavigationAction>;
	readonly children: ReactNode;
};

/** A screen of the stack with its navigation. A screen that is not on top stays mounted but hidden. */
export function Layer({index, isTop, title, notice, warning, listingRefusal, chosen, dispatch, children}: LayerProps) {
	const {exit} = useApp();
	const {suspend, redraw} = useSuspend();
	const shownNotice = isTop ? notice : undefined;
	const chosenHere = isTop ? chosen : undefined;
	const [ownRefusal, showRefusal] = useState<Failure | undefined>(undefined);
	const refusal = ownRefusal ?? shownNotice?.refusal ?? listingRefusal;
	const navigation = useMemo((): Navigation => {
		const pop: Navigation['pop'] = (next, also) => {
			dispatch({type: 'pop', index, notice: next, also});
		};

		const push: Navigation['push'] = route => {
			dispatch({type: 'push', route});
		};

		return {
			isTop,
			title,
			notice: shownNotice,
			warning,
			refusal,
			needsRefusalLine: refusal !== undefined && refusal === listingRefusal && refusal !== ownRefusal,
			showRefusal,
			offerKey(rejection, session) {
				dispatch({type: 'offer-key', session, rejection});
			},
			push,
			pop,
			chosen: chosenHere,
			takeChosen() {
				dispatch({type: 'chosen'});
			},
			choose(next) {
				dispatch({type: 'choose', index, chosen: next});
			},
			announce(next) {
				dispatch({type: 'notice', notice: next});
			},
			common: (scope, guards = {}) => ({
				back() {
					pop();
				},
				help() {
					push({name: 'help', scope});
				},
				palette() {
					push({name: 'palette', scope, guards});
				},
				exit() {
					exit();
				},
				suspend,
				redraw,
				'enter-key'() {
					push(keyRoute(refusal, shownNotice));
				},
				acknowledge() {
					dispatch({type: 'acknowledge'});
				},
			}),
		};
	}, [
		chosenHere,
		dispatch,
		exit,
		index,
		isTop,
		listingRefusal,
		ownRefusal,
		redraw,
		refusal,
		shownNotice,
		suspend,
		title,
		warning,
	]);

	return (
		<NavigationProvider value={navigation}>
			<Box display={isTop ? 'flex' : 'none'}>{children}</Box>
		</NavigationProvider>
	);
}
