import type {Failure} from '../../service/failure.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {bad, failureSaid, type Said} from '../ui/line.ts';

type Reason = {readonly reason: string; /** A pending change is why. */ readonly isPending?: true | undefined};

/** The reason why nothing was sent, safe to show. Includes the key of the pending changes if one of them is the reason. */
export function reasonText({reason, isPending}: Reason): string {
	return isPending === true
		? `${sanitise(reason)} Press ${keyOf('list', 'pending')} in the list to see it.`
		: sanitise(reason);
}

type Refusal =
	| {readonly kind: 'impossible'; readonly reason: string; readonly isPending?: true | undefined}
	| {readonly kind: 'refused'; readonly failure: Failure}
	| {readonly kind: 'failed'; readonly failure?: Failure | undefined; readonly operation: Pick<Operation, 'detail'>};

/** Why an attempt sent nothing, or had no effect; nothing for another outcome. */
export function refusalSaid(outcome: Refusal | {readonly kind: string} | undefined): Said {
	const refusal = outcome as Refusal | undefined;
	switch (refusal?.kind) {
		case 'impossible': {
			return bad(`✗ ${reasonText(refusal)}`);
		}

		case 'refused': {
			return failureSaid(refusal.failure);
		}

		case 'failed': {
			return refusal.failure === undefined
				? bad(`✗ ${sanitise(refusal.operation.detail ?? '')}`)
				: failureSaid(refusal.failure);
		}

		case undefined: {
			return undefined;
		}
	}
}
