import type {Board, BoardPull} from '../../board/board.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import {TeamRefusalError} from '../../storage/ledger-error.ts';
import type {Clock} from '../../platform/clock.ts';
import type {TeamReport} from './team-handle.ts';
import {createTeamStatus} from './team-status.ts';
import {createTeamSync, sliceLength} from './team-sync.ts';
import {claimedText, goneOnText} from './team-texts.ts';

export type TeamOptions = {
	readonly profileKey: string;
	/** The name under which the account is shared. */
	readonly account: string;
	/** Whether nothing may be sent while the board cannot be used. */
	readonly isRequired: boolean;
	/** Milliseconds. */
	readonly settlingTime: number;
	readonly clock: Pick<Clock, 'now' | 'elapsed' | 'withSleep' | 'every' | 'sleep'>;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** Opens the board as a session. Its calls end within two seconds. */
	readonly openBoard: (owner: string) => Promise<Board>;
	/** The last complete listing; undefined if there is none yet. */
	readonly listed: () => readonly ListedRecord[] | undefined;
	readonly report: TeamReport;
};

/** A lease on the board: until when, on the clock that counts sleep. */
export type Lease = {readonly until: number};

/** An account that is shared with a team. Errors of the board become states and refusals. */
export type Team = {
	/** Begins to follow the board: compares all revisions once, then pulls when the board hints at something, and at intervals. */
	readonly follow: () => void;
	/** Pulls, and sends what waits. */
	readonly update: () => Promise<void>;
	/** Claims all of these, with a pull; undefined if the board cannot be used and is not required. @throws TeamRefusalError */
	readonly claim: (whats: readonly string[], records?: readonly ListedRecord[]) => Promise<Lease | undefined>;
	/** Makes a lease last; undefined if it was lost or the board cannot be used. */
	readonly renew: (whats: readonly string[]) => Promise<Lease | undefined>;
	/** Sends these changes, or all that wait, before it returns. @throws TeamRefusalError if another machine went on with one of them, or the board is required and cannot be used. */
	readonly publish: (operations: readonly number[]) => Promise<void>;
	/** Sends what waits, then releases. Errors are left for the next time. */
	readonly release: (whats: readonly string[]) => Promise<void>;
	/** Sends what waits, without waiting for it. */
	readonly send: () => void;
	/** Sends what waits, and closes the board. */
	readonly close: () => Promise<void>;
};

/** Milliseconds for which a claim lasts. */
export const leaseTime = 120_000;

/** Milliseconds between two pulls, for boards that give no hints. */
const pullInterval = 30_000;

/** Milliseconds for which closing waits at most. What is not sent by then is sent the next time. */
const longestEnd = 5000;

/** Does one thing after the other, whether it succeeds or not. `ended`: resolves when all that was added has ended. */
function createQueue() {
	let last: Promise<unknown> = Promise.resolve();
	return {
		async add<T>(work: () => Promise<T>): Promise<T> {
			const result = last.then(work);
			last = Promise.allSettled([result]);
			return result;
		},
		ended: async () => last,
	};
}

/** Opens the board of an account when it is first needed. */
export function createTeam(options: TeamOptions): Team {
	const {profileKey, isRequired, settlingTime, clock, openLedger, report} = options;
	const status = createTeamStatus(report, isRequired, async () => {
		const ledger = await openLedger();
		const store = await ledger.team();
		return store.waiting(profileKey);
	});
	const sync = createTeamSync(options, status);
	/** Taking over from the board, and the work that nobody waits for: a write waits for the first alone. */
	const [takingOver, background] = [createQueue(), createQueue()];
	/** How many pulls have begun, and which of them was taken over last. */
	let [begun, taken] = [0, 0];
	let isClosed = false;
	const stops: Array<() => void> = [];

	/** Takes over a pull, unless one that began later is already. */
	const accept = async (pull: number, pulled: BoardPull, records?: readonly ListedRecord[]) =>
		takingOver.add(async () => {
			if (pull < taken) {
				return true;
			}

			const isOfAccount = await sync.accept(pulled, records);
			taken = pull;
			return isOfAccount;
		});

	/** Work that the ledger cannot do is done the next time. */
	const inBackground = async (work: (board: Board) => Promise<unknown>): Promise<void> =>
		background.add(async () =>
			bestEffort(async () => {
				try {
					const {board} = await sync.open();
					await work(board);
				} catch (error) {
					await status.failed(error);
				}
			}),
		);

	const update = async () =>
		inBackground(async board => {
			begun++;
			if (!isClosed && (await accept(begun, await board.pull(sync.cursor())))) {
				await sync.send();
			}
		});

	return {
		follow() {
			void (async () => {
				await update();
				await inBackground(sync.compare);
				const board = await sync.opened();
				const look = () => {
					void update();
				};

				stops.push(clock.every(pullInterval, look), ...(board === undefined ? [] : [board.onHint(look)]));
			})();
		},
		update,
		async claim(whats, records) {
			try {
				const {board} = await sync.open();
				begun++;
				const pull = begun;
				const result = await board.claim(whats, {lasts: leaseTime, after: settlingTime, cursor: sync.cursor()});
				try {
					await accept(pull, result.pulled, records);
				} catch (error) {
					await (result.granted ? board.release(whats) : undefined);
					throw error;
				}

				if (!result.granted) {
					throw new TeamRefusalError(claimedText(result.holders, settlingTime));
				}

				return {until: result.until};
			} catch (error) {
				return status.goOnWithout(error);
			}
		},
		async renew(whats) {
			try {
				const {board} = await sync.open();
				const until = await board.renew(whats, {lasts: leaseTime});
				return until === undefined ? undefined : {until};
			} catch (error) {
				await status.failed(error);
				return undefined;
			}
		},
		async publish(operations) {
			try {
				for (let from = 0; from < operations.length; from += sliceLength) {
					if (await sync.send(operations.slice(from, from + sliceLength))) {
						throw new TeamRefusalError(goneOnText);
					}
				}
			} catch (error) {
				await status.goOnWithout(error);
			}
		},
		release: async whats =>
			inBackground(async board => {
				await sync.send();
				await (whats.length === 0 ? undefined : board.release(whats));
			}),
		send() {
			void inBackground(async () => sync.send());
		},
		async close() {
			isClosed = true;
			for (const stop of stops) {
				stop();
			}

			const ended = new AbortController();
			await Promise.race([background.ended(), clock.sleep(longestEnd, ended.signal).catch(() => undefined)]);
			ended.abort();
			const board = await sync.opened();
			await board?.close();
		},
	};
}
