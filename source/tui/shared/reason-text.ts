import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';

type Reason = {readonly reason: string; /** A pending change is why. */ readonly isPending?: true | undefined};

/** The reason why nothing was sent, safe to show. Includes the key of the pending changes if one of them is the reason. */
export function reasonText({reason, isPending}: Reason): string {
	return isPending === true
		? `${sanitise(reason)} Press ${keyOf('list', 'pending')} in the list to see it.`
		: sanitise(reason);
}
