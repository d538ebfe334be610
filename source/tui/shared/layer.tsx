import {Box, useApp} from 'ink';
import {useMemo, type Dispatch, type ReactNode} from 'react';
import {NavigationProvider, type Navigation} from './navigation.ts';
import type {NavigationAction, Notice} from './route.ts';
import {useSuspend} from './use-suspend.ts';

export type LayerProps = {
	/** Its place in the stack of routes, from 0. */
	readonly index: number;
	readonly isTop: boolean;
	readonly title: string;
	readonly notice: Notice | undefined;
	readonly warning?: string | undefined;
	readonly dispatch: Dispatch<NavigationAction>;
	readonly children: ReactNode;
};

/** One screen of the stack, with its navigation. A screen that is not on top stays mounted, hidden. */
export function Layer({index, isTop, title, notice, warning, dispatch, children}: LayerProps) {
	const {exit} = useApp();
	const {suspend, redraw} = useSuspend();
	const shownNotice = isTop ? notice : undefined;
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
			push,
			pop,
			announce(next) {
				dispatch({type: 'notice', notice: next});
			},
			common: scope => ({
				back() {
					pop();
				},
				help() {
					push({name: 'help', scope});
				},
				exit() {
					exit();
				},
				suspend,
				redraw,
				acknowledge() {
					dispatch({type: 'acknowledge'});
				},
			}),
		};
	}, [dispatch, exit, index, isTop, redraw, shownNotice, suspend, title, warning]);

	return (
		<NavigationProvider value={navigation}>
			<Box display={isTop ? 'flex' : 'none'}>{children}</Box>
		</NavigationProvider>
	);
}
