import {tooEarly, waitText} from '../service/retry.ts';
import {longestRetryAfter} from '../platform/clock.ts';
import type {OperationContext} from './operation-context.ts';
import type {ImpossibleResult} from './operation-result.ts';

/**
Waits before an operation begins, if the service limited the rate and asked to wait. Nothing is in the journal yet.

@returns The reason why nothing is sent: the service asked for too long a wait, or the operator cancelled the operation.
*/
export async function awaitTurn({
	connection: {notBefore},
	retry: {sleep, onWait},
	now,
	signal,
	onPhase,
}: Pick<OperationContext, 'connection' | 'retry' | 'now' | 'signal' | 'onPhase'>): Promise<
	ImpossibleResult | undefined
> {
	let left = notBefore?.left('POST') ?? 0;
	if (left === 0) {
		return undefined;
	}

	const failure = tooEarly('GET', left, now());
	if (left > longestRetryAfter * 1000) {
		return {kind: 'impossible', reason: `${failure.summary} ${failure.nextStep}`};
	}

	onPhase?.('waiting', {until: now() + left});
	try {
		while (left > 0) {
			onWait?.({failure, wait: left});
			await sleep(left, signal);
			left = notBefore!.left('POST');
		}
	} catch (error) {
		if (!signal.aborted) {
			throw error;
		}
	} finally {
		onWait?.(undefined);
	}

	return signal.aborted
		? {
				kind: 'impossible',
				reason: `Nothing was sent: you cancelled the wait of ${waitText(failure.retryAfter!, now())} that the service asked for (429).`,
			}
		: undefined;
}
