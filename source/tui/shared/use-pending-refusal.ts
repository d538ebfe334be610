import {pendingRefusal} from '../../account/pending-changes.ts';
import {useNavigation} from './navigation.ts';
import {reasonText} from './reason-text.ts';
import {useSession} from './session-context.ts';

/** Returns a function that checks notifications for pending changes. If one has a pending change, it shows a notice that they cannot be changed now, and returns true. */
export function usePendingRefusal(): (ids: readonly string[]) => boolean {
	const {ledger, profileKey} = useSession();
	const {announce} = useNavigation();
	return ids => {
		const refusal = ledger && pendingRefusal(ids, ledger.changes.pendingIds(profileKey));
		if (refusal === undefined) {
			return false;
		}

		announce({text: reasonText(refusal), isAnswer: true});
		return true;
	};
}
