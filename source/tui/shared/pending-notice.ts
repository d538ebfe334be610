import type {OperationResult} from '../../operations/operation-result.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {refusalIn} from '../api-key/refusal-in.ts';
import {keyOf} from '../keys/match.ts';
import type {Notice} from './route.ts';

/** The notice about a change that is still pending: why, which key shows it, and `more`. */
export function pendingNotice(result: Extract<OperationResult, {kind: 'accepted' | 'open'}>, more = ''): Notice {
	const reason = sanitise(result.reason);
	const rest = more === '' ? '' : ` ${more}`;
	const shows = keyOf('list', 'pending');
	return result.kind === 'accepted'
		? {
				text: `Pending (${shows}). ${reason}${rest}`,
				refusal: refusalIn(result),
				follows: result.operation.newId,
			}
		: {tone: 'warning', text: `? ${reason} ${shows} shows it.${rest}`, refusal: refusalIn(result)};
}
