import {pendingRefusal} from '../../session/pending-refusal.ts';
import {useNavigation} from './navigation.ts';
import {reasonText} from './reason-text.ts';
import {useSession} from './session-context.ts';

/** Returns a function that says in a notice why notifications cannot be changed now, if a change of one is pending, and whether it has done so. */
export function usePendingRefusal(): (ids: readonly string[]) => boolean {
	const {ledger, profileKey} = useSession();
	const {announce} = useNavigation();
	return ids => {
		const reason = ledger && pendingRefusal(ids, ledger.journal.pendingIds(profileKey));
		if (reason === undefined) {
			return false;
		}

		announce({tone: 'bad', text: reasonText({reason, isPending: true}), isAnswer: true});
		return true;
	};
}
