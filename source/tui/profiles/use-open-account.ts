import {placeOf, type Session} from '../../session/session.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';

/** Returns what shows another account in the list, in place of the one that is open, which is left. */
export function useOpenAccount(): (session: Session) => void {
	const present = useSession();
	const {pop} = useNavigation();
	return session => {
		present.replaceSession(session);
		void present.services.leave(present);
		pop({tone: 'good', text: `✓ Opened ${placeOf(session)}.`}, ['profiles']);
	};
}
