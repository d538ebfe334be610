import {say} from '../../changes/say.ts';
import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import type {Outcome} from '../../account/account-changes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {bad, failureSaid, warning, type Said} from '../ui/line.ts';

type Reason = {readonly reason: string; /** A pending change is why. */ readonly isPending?: true | undefined};

/** The reason why nothing was sent, safe to show. Includes the key of the pending changes if one of them is the reason. */
export function reasonText({reason, isPending}: Reason): string {
	return isPending === true
		? `${sanitise(reason)} Press ${keyOf('list', 'pending')} in the list to see it.`
		: sanitise(reason);
}

/** The failure of a request that an outcome is due to. */
export function failureOf(outcome: Outcome | undefined): Failure | undefined {
	if (outcome?.kind !== 'ended') {
		return outcome !== undefined && 'failure' in outcome ? outcome.failure : undefined;
	}

	const {failure, refusal, failures, only} = outcome;
	const own = only && failures.get(only.id);
	// What a listing has decided by now, the item says.
	return failure ?? refusal ?? (own?.outcome === 'unknown' ? undefined : own);
}

/** The failure of an outcome if the service refused the API key. */
export function keyRefusalIn(outcome: Outcome): Failure | undefined {
	const failure = failureOf(outcome);
	return isKeyRefusal(failure) ? failure : undefined;
}

/** Why an attempt sent nothing, or had no effect; nothing for another outcome. */
export function refusalSaid(outcome: Outcome | undefined): Said {
	if (outcome?.kind === 'impossible') {
		return bad(`✗ ${reasonText(outcome)}`);
	}

	if (outcome?.kind === 'unchecked') {
		const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
		return warning(`! Nothing was sent. ${check}${reasonText(outcome)}`);
	}

	const failed = outcome?.kind === 'ended' ? outcome.only : undefined;
	const isFailed = failed?.phase === 'failed' || failed?.phase === 'rolled-back';
	if (outcome?.kind !== 'refused' && !isFailed) {
		return undefined;
	}

	const failure = failureOf(outcome);
	return failure === undefined ? bad(`✗ ${say(failed!)}`) : failureSaid(failure);
}
