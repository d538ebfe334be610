import {useEffect, useReducer} from 'react';
import {useKeySource} from './keys/key-source-context.ts';
import {isLoaded, loadScreen, type Route} from './screens.tsx';

/**
The routes that can be shown: all of the stack, or those below the first whose screen is still being imported. Until it is, the screen below stays as it is, and keys are held.

@throws What prevented the import, as an unhandled rejection.
*/
export function useLoadedRoutes(stack: readonly Route[]): readonly Route[] {
	const source = useKeySource();
	const [, update] = useReducer((count: number) => count + 1, 0);
	const awaited = stack.find(route => !isLoaded(route))?.name;
	useEffect(() => {
		if (awaited === undefined) {
			return;
		}

		void (async () => {
			await loadScreen({name: awaited});
			update();
		})();

		// Called when the screen was drawn and has its keys.
		return source.hold();
	}, [awaited, source]);

	return awaited === undefined ? stack : stack.slice(0, stack.findIndex(({name}) => name === awaited));
}
