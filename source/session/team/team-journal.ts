import type {ListedRecord} from '../../notification/notification.ts';
import type {AwaitedJournal, AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {NewItem} from '../../ledger/batches/batch.ts';
import {LedgerError, TeamRefusalError} from '../../ledger/ledger-error.ts';
import {claimedBy} from '../../ledger/team/claimed.ts';
import type {NewChange} from '../../ledger/team/held-changes.ts';
import type {Clock} from '../../platform/clock.ts';
import {createRunLease} from './run-lease.ts';
import type {Team} from './team.ts';
import {leaseLostText, metRefusal, notSentDetails} from './team-texts.ts';

export type TeamJournalOptions = {
	readonly team: Team;
	readonly profileKey: string;
	/** Milliseconds. */
	readonly settlingTime: number;
	readonly clock: Pick<Clock, 'elapsed' | 'withSleep'>;
	/** The records of the last listing, by which it is known at first whether the board is that of the account. */
	readonly listed: () => readonly ListedRecord[] | undefined;
};

/** The ledger of one run of an operation of a team. `end`: sends what waits and gives the claims back, without waiting for it. */
export type TeamRun = {readonly ledger: AwaitedLedger; readonly end: () => void};

/**
Wraps a ledger for one run of an operation, so that its journal keeps the order of a write: claim and pull, then the journal, then publish, then send. What is changed is claimed before it is in the journal, and on the board before the first request is sent; no request is sent with less than twenty seconds of the lease left.

The methods that start or advance an operation may also throw TeamRefusalError. Nothing was sent then, and what a request was recorded for stays pending.
*/
export function guardByTeam(
	ledger: AwaitedLedger,
	{team, profileKey, settlingTime, clock, listed}: TeamJournalOptions,
): TeamRun {
	const {journal} = ledger;
	const lease = createRunLease(team, clock, listed);
	/** The operations that the board has with a request of this run. */
	const published = new Set<number>();
	const planned = new Map<number, NewItem[]>();

	/** Whether somebody changed the same just before, which no listing may show yet. @throws TeamRefusalError */
	const requireUnmet = async (changes: readonly NewChange[]) => {
		const store = await ledger.team();
		const now = clock.elapsed.now();
		const met = store.findMet(profileKey, changes, {...now, at: now.at - settlingTime});
		if (met !== undefined) {
			throw new TeamRefusalError(metRefusal(met));
		}
	};

	/** Has a request sent only when the board has it, and the lease still lasts. `takeBack`: records that it was not sent. */
	const beforeSending = async (operation: number, takeBack: () => Promise<void>) => {
		try {
			if (published.has(operation)) {
				team.send();
			} else {
				await team.publish([operation]);
				published.add(operation);
			}

			lease.requireLeft();
		} catch (error) {
			await takeBack();
			throw error;
		}
	};

	/** A request that was sent after the lease was over may have met what somebody else did meanwhile. @throws TeamRefusalError if they could. */
	const afterSending = async (request: number) => {
		const isLost = await lease.isLost();
		if (isLost) {
			const store = await ledger.team();
			await store.sentLate(request);
		}

		team.send();
		if (isLost) {
			throw new TeamRefusalError(leaseLostText);
		}
	};

	/** Claims pending operations, and takes over those of colleagues. Returns whether the journal has claimed them, too. */
	const claimPending = async (operations: readonly number[], claimHere: () => Promise<boolean>) => {
		const store = await ledger.team();
		const open = operations
			.map(id => journal.get(id)!)
			.filter(({state}) => state !== 'done' && state !== 'rolled-back');
		await lease.claim(store.claimsOf(open.map(({id}) => id)));
		if (!lease.isHeld() && open.some(({by}) => by !== undefined)) {
			throw new TeamRefusalError(
				"The team's board cannot be reached, so it is not known whether somebody still works on it.",
			);
		}

		const isClaimed = await claimHere();
		if (isClaimed) {
			await store.takeOver(
				open.map(({id}) => id),
				clock.elapsed.now(),
			);
		}

		return isClaimed;
	};

	const guarded: AwaitedJournal = {
		...journal,
		async begin(operation) {
			await lease.claim(claimedBy(operation));
			await requireUnmet([operation]);
			return journal.begin(operation);
		},
		claim: async id => claimPending([id], async () => journal.claim(id)),
		claimBatch: async id => claimPending(journal.itemIds(id), async () => journal.claimBatch(id)),
		async beginBatch(profile, keeps) {
			const batch = await journal.beginBatch(profile, keeps);
			planned.set(batch, []);
			return batch;
		},
		async addItems(batch, items) {
			planned.get(batch)?.push(...items);
			return journal.addItems(batch, items);
		},
		async completeBatch(batch) {
			const items = planned.get(batch) ?? [];
			try {
				await lease.claim(items.flatMap(item => claimedBy(item)));
				await requireUnmet(items);
				await journal.completeBatch(batch);
			} catch (error) {
				if (error instanceof LedgerError) {
					await journal.forgetBatch(batch);
				}

				throw error;
			}

			const ids = journal.itemIds(batch);
			try {
				await team.publish(ids);
			} catch (error) {
				if (error instanceof LedgerError) {
					await journal.leavePlanned(batch, notSentDetails);
				}

				throw error;
			}

			for (const id of ids) {
				published.add(id);
			}
		},
		async requestSent(operation, request) {
			await lease.keep();
			const id = await journal.requestSent(operation, request);
			await beforeSending(operation, async () => journal.requestAnswered(id, {outcome: 'not-sent'}));
			return id;
		},
		async requestAnswered(id, answer) {
			await journal.requestAnswered(id, answer);
			await afterSending(id);
		},
		async itemSent(item, request, state, detail) {
			await lease.keep();
			const before = journal.get(item)!.state;
			const id = await journal.itemSent(item, request, state, detail);
			await beforeSending(item, async () => journal.itemAnswered(id, {outcome: 'not-sent'}, {state: before}));
			return id;
		},
		async itemAnswered(request, answer, change) {
			await journal.itemAnswered(request, answer, change);
			await afterSending(request);
		},
	};

	return {
		ledger: {...ledger, journal: guarded},
		end() {
			void team.release(lease.claimed());
		},
	};
}
