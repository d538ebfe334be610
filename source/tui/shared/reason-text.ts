import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';

type Reason = {readonly reason: string; /** A pending change is why. */ readonly isPending?: true | undefined};

/** Why nothing was sent, ready to show; with the key of the pending changes, if one of them is why. */
export function reasonText({reason, isPending}: Reason): string {
	return isPending === true ? `${sanitise(reason)} Press ${keyOf('list', 'pending')} in the list to see it.` : sanitise(reason);
}
