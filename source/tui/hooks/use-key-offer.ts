import {useEffect} from 'react';
import type {Failure} from '../../api/failure.ts';
import {useNavigation} from '../state/navigation.ts';

/** Offers to enter another API key whenever the service refuses the one in use, over the screen it happened on. */
export function useKeyOffer(failure: Failure | undefined): void {
	const {isTop, push} = useNavigation();
	const isRefused = failure?.kind === 'unauthorized';
	useEffect(() => {
		if (isRefused && isTop) {
			push({name: 'key'});
		}
		// Once for each failure, not again when the operator comes back without a key.
	}, [failure]);
}
