import {useEffect, useRef} from 'react';
import type {Failure} from '../../api/failure.ts';
import {useNavigation} from '../shared/navigation.ts';

/** Opens the API key screen when the service rejects the key in use: once for each failure, as soon as the screen that had it is on top. */
export function useKeyOffer(failure: Failure | undefined): void {
	const {isTop, push} = useNavigation();
	const offered = useRef<Failure | undefined>(undefined);
	useEffect(() => {
		if (!(failure?.kind === 'unauthorized' && isTop) || offered.current === failure) {
			return;
		}

		offered.current = failure;
		push({name: 'key', rejection: failure});
	}, [failure, isTop, push]);
}
