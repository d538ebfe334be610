import {useEffect, useReducer} from 'react';
import {useKeySource} from './keys/key-source-context.ts';
import {isLoaded, loadScreen, type Route} from './screens.tsx';

/**
The routes that can be shown: the whole stack, or those below the first screen that is still being imported. Until it is imported the previous screen stays, and keys are held.

@throws The error of a failed import, as an unhandled rejection.
*/
export function useLoadedRoutes(stack: readonly Route[]): readonly Route[] {
	const source = useKeySource();
	const [, update] = useReducer((count: number) => count + 1, 0);
	const first = stack.findIndex(route => !isLoaded(route));
	const awaited = stack[first]?.name;
	useEffect(() => {
		if (awaited === undefined) {
			return;
		}

		void (async () => {
			await loadScreen(awaited);
			update();
		})();

		// Called once the screen is drawn and handles keys.
		return source.hold();
	}, [awaited, source]);

	return awaited === undefined ? stack : stack.slice(0, first);
}
