import {placeOf, type Session} from '../../session/session.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';

/** Returns a function that closes the open account and shows another one in the list. */
export function useOpenAccount(): (session: Session) => void {
	const present = useSession();
	const {pop} = useNavigation();
	return session => {
		present.replaceSession(session);
		void present.services.leave(present);
		pop({tone: 'good', text: `✓ Opened ${placeOf(session)}.`}, ['profiles']);
	};
}
