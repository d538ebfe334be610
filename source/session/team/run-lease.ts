import type {ListedRecord} from '../../notification/notification.ts';
import {TeamRefusalError} from '../../ledger/ledger-error.ts';
import type {Clock} from '../../platform/clock.ts';
import {leaseTime, type Lease, type Team} from './team.ts';
import {leaseLostText} from './team-texts.ts';

/** Milliseconds that a lease must still last when a request is sent. */
const leastLeft = 20_000;

/** All claims of one run of an operation, as one lease. Without a board nothing is claimed, and it never ends. Creates the lease of a run. `listed`: see `TeamJournalOptions`. */
export function createRunLease(
	team: Pick<Team, 'claim' | 'renew'>,
	{withSleep}: Pick<Clock, 'withSleep'>,
	listed: () => readonly ListedRecord[] | undefined,
) {
	const claimed = new Set<string>();
	let lease: Lease | undefined;
	let renewing: Promise<void> | undefined;

	const left = () => (lease === undefined ? Infinity : lease.until - withSleep());

	/** Renews it once for all requests that need it. */
	const renew = async () => {
		renewing ??= (async () => {
			lease = (await team.renew([...claimed])) ?? lease;
			renewing = undefined;
		})();
		await renewing;
	};

	const requireLeft = () => {
		if (left() < leastLeft) {
			throw new TeamRefusalError(leaseLostText);
		}
	};

	return {
		/** Claims what is not claimed yet. @throws TeamRefusalError */
		async claim(all: readonly string[]) {
			const whats = [...new Set(all)].filter(what => !claimed.has(what));
			const granted = whats.length === 0 ? undefined : await team.claim(whats, listed());
			if (granted !== undefined) {
				lease = lease === undefined || granted.until < lease.until ? granted : lease;
				for (const what of whats) {
					claimed.add(what);
				}
			}
		},
		isHeld: () => lease !== undefined,
		claimed: () => [...claimed],
		/** Makes it last, if little is left of it. @throws TeamRefusalError like `requireLeft`. */
		async keep() {
			if (left() < leaseTime / 2) {
				await renew();
			}

			requireLeft();
		},
		/** @throws TeamRefusalError if it is lost, or too little is left to send a request. */
		requireLeft,
		/** Whether it is over and cannot be renewed, so that others may have gone on. */
		async isLost() {
			if (left() < 0) {
				await renew();
			}

			return left() < 0;
		},
	};
}
