import type {Session} from './session.ts';

/**
Waits while listings can settle a pending change: they are repeated when they can decide more (account/pending-changes.ts). Ends when a listing fails, or the signal fires, too.

@param session - The open account.
@param isAwaited - Whether the change is still pending, read from the ledger.
@param signal - Stops waiting.
*/
export async function awaitSettled(
	{pending, listing}: Pick<Session, 'pending' | 'listing'>,
	isAwaited: () => boolean,
	signal: AbortSignal,
): Promise<void> {
	const {promise, resolve} = Promise.withResolvers<void>();
	const check = () => {
		const isIdle = listing.get().progress === undefined && !pending.isWaiting();
		if (isIdle || signal.aborted || !isAwaited()) {
			resolve();
		}
	};

	const stops = [pending.subscribe(check), pending.onIdle(check), listing.subscribe(check)];
	signal.addEventListener('abort', check);
	check();
	await promise;
	signal.removeEventListener('abort', check);
	for (const stop of stops) {
		stop();
	}
}
