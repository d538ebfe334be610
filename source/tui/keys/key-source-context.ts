import {createContext, use} from 'react';
import type {KeySource} from '../../terminal/key-stdin.ts';

const KeySourceContext = createContext<KeySource | undefined>(undefined);

/** Provides the source of the keys to the screens below it. */
export const KeySourceProvider = KeySourceContext.Provider;

/** The source of the keys. Throws outside of the app. */
export function useKeySource(): KeySource {
	const source = use(KeySourceContext);
	if (source === undefined) {
		throw new Error('useKeySource outside of the app');
	}

	return source;
}
