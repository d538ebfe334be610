import {createContext, use} from 'react';
import type {KeySource} from '../../terminal/key-queue.ts';

const KeySourceContext = createContext<KeySource | undefined>(undefined);

/** Gives the screens below it the source of their keys. */
export const KeySourceProvider = KeySourceContext.Provider;

/** Where the keys come from. Throws outside of the app. */
export function useKeySource(): KeySource {
	const source = use(KeySourceContext);
	if (source === undefined) {
		throw new Error('useKeySource outside of the app');
	}

	return source;
}
