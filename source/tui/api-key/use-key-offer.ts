import {useEffect, useRef} from 'react';
import type {Failure} from '../../api/failure.ts';
import {useNavigation} from '../shared/navigation.ts';

/** Offers to enter another API key when the service refuses the one in use, once for each refusal, as soon as its screen is on top. */
export function useKeyOffer(failure: Failure | undefined): void {
	const {isTop, push} = useNavigation();
	const offered = useRef<Failure | undefined>(undefined);
	useEffect(() => {
		if (!(failure?.kind === 'unauthorized' && isTop) || offered.current === failure) {
			return;
		}

		offered.current = failure;
		push({name: 'key'});
	}, [failure, isTop, push]);
}
