import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import type {Services} from '../../account/services.ts';
import type {Opening} from '../../account/session.ts';
import type {Settings} from '../../account/settings.ts';
import type {NavigationAction} from './route.ts';
import {useMaybeSession} from './session-context.ts';

const noSettings: Settings = {};
const unsubscribe = () => undefined;

/** The screen settings from config.yaml, as last read; empty if no account is open. `services.settings.save` changes one. */
export function useSettings(): Settings {
	const store = useMaybeSession()?.services.settings;
	return useSyncExternalStore(store?.subscribe ?? (() => unsubscribe), () => store?.get().settings ?? noSettings);
}

/** Shows a warning about the problems in the screen settings, once they are read. */
export function useSettingProblems({settings}: Services, {state}: Opening, dispatch: Dispatch<NavigationAction>): void {
	const {problems} = useSyncExternalStore(settings.subscribe, settings.get);
	const isRead = state !== 'opening';
	useEffect(() => {
		if (isRead && problems.length > 0) {
			dispatch({
				type: 'warn',
				warning: `${problems.map(problem => problem.replace(/[^.?]$/v, '$&.')).join(' ')} The default is used instead.`,
			});
		}
	}, [isRead, problems, dispatch]);
}
