import {useSyncExternalStore} from 'react';
import type {Settings} from '../../account/settings.ts';
import {useMaybeSession} from './session-context.ts';

const noSettings: Settings = {};
const unsubscribe = () => undefined;

/** The screen settings from config.yaml, as last read; empty if no account is open. `services.settings.save` changes one. */
export function useSettings(): Settings {
	const store = useMaybeSession()?.services.settings;
	return useSyncExternalStore(store?.subscribe ?? (() => unsubscribe), () => store?.get().settings ?? noSettings);
}
