import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import type {Opening, Services} from '../../session/session.ts';
import type {Settings} from '../../session/settings-store.ts';
import type {NavigationAction} from './route.ts';
import {useSession} from './session-context.ts';

/** The settings of the screens in config.yaml, as last read. To change one: `services.settings.save`. */
export function useSettings(): Settings {
	const {services: {settings}} = useSession();
	return useSyncExternalStore(settings.subscribe, settings.get).settings;
}

/** Warns of what is wrong with the settings of the screens, once they are read. */
export function useSettingProblems({settings}: Services, {state}: Opening, dispatch: Dispatch<NavigationAction>): void {
	const {problems} = useSyncExternalStore(settings.subscribe, settings.get);
	const isRead = state !== 'opening';
	useEffect(() => {
		if (isRead && problems.length > 0) {
			dispatch({type: 'warn', warning: `${problems.join('. ')} The default is used instead.`});
		}
	}, [isRead, problems, dispatch]);
}
