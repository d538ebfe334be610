import {useEffect, useSyncExternalStore, type Dispatch} from 'react';
import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import type {Session} from '../../account/session.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {NavigationAction, Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';

/**
Offers another API key after a failure that the screen shows: `K` (`alt+k` where text is typed) opens the API key screen.

After a 401 it also opens by itself, once for each session, as soon as the screen is on top and no text is being typed in it.
*/
export function useKeyOffer(failure: Failure | undefined, isTyping = false): void {
	const {id} = useSession();
	const {isTop, showRefusal, offerKey} = useNavigation();
	const refusal = isKeyRefusal(failure) ? failure : undefined;
	useEffect(() => {
		showRefusal(refusal);
		return () => {
			showRefusal(undefined);
		};
	}, [refusal, showRefusal]);

	useEffect(() => {
		if (isTop && !isTyping && refusal?.kind === 'unauthorized') {
			offerKey(refusal, id);
		}
	}, [refusal, isTop, isTyping, offerKey, id]);
}

/** Offers another API key after a refusal that a notice reports. The operator was waiting for it, so no text is being typed. */
export function useNoticeOffer(
	session: Session | undefined,
	notice: Notice | undefined,
	dispatch: Dispatch<NavigationAction>,
): void {
	const rejection = notice?.refusal;
	useEffect(() => {
		if (session !== undefined && rejection?.kind === 'unauthorized') {
			dispatch({type: 'offer-key', session: session.id, rejection});
		}
	}, [session, rejection, dispatch]);
}

const never = () => () => undefined;

/** The failure of the last listing if the service refused the API key. */
export function useListingRefusal(session: Session | undefined): Failure | undefined {
	return useSyncExternalStore(session?.listing.subscribe ?? never, () => {
		const listing = session?.listing.get().listing;
		return listing !== undefined && 'failure' in listing && isKeyRefusal(listing.failure) ? listing.failure : undefined;
	});
}
