import {randomUUID} from 'node:crypto';
import {type BoardPull, BoardError} from '../../board/board.ts';
import type {Board} from '../../board/postgres-board.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {bestEffort} from '../../ledger/best-effort.ts';
import {TeamRefusalError, LedgerError} from '../../ledger/ledger-error.ts';
import type {Clock, Moment} from '../../platform/clock.ts';
import {createYielder} from '../../platform/time-slices.ts';
import {
	claimedText,
	goneOnText,
	lostText,
	otherAccountText,
	unreadableChangesText,
	boardMissingText,
} from './team-texts.ts';
import {claimedRows, type ClaimedRow} from './claimed-rows.ts';
import {compareWithBoard, mayBeOther} from './known-on-board.ts';

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

/** An account that is shared with a team. Errors of the board become states and refusals. */
export type Team = ReturnType<typeof createTeam>;

/** Opens the board of an account when it is first needed. */
export function createTeam(options: TeamOptions) {
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
		/** Begins to follow the board: compares all revisions once, then pulls when the board hints at something, and at intervals. */
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
		/** Pulls, and sends what waits. */
		update,
		/** Claims all of these, with a pull; undefined if the board cannot be used and is not required. @throws TeamRefusalError */
		async claim(whats: readonly string[], records?: readonly ListedRecord[]) {
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
		/** Makes a lease last; undefined if it was lost or the board cannot be used. */
		async renew(whats: readonly string[]) {
			try {
				const {board} = await sync.open();
				const until = await board.renew(whats, {lasts: leaseTime});
				return until === undefined ? undefined : {until};
			} catch (error) {
				await status.failed(error);
				return undefined;
			}
		},
		/** Sends these changes, or all that wait, before it returns. @throws TeamRefusalError if another machine went on with one of them, or the board is required and cannot be used. */
		async publish(operations: readonly number[]) {
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
		/** Sends what waits, then releases. Errors are left for the next time. */
		release: async (whats: readonly string[]) =>
			inBackground(async board => {
				await sync.send();
				await (whats.length === 0 ? undefined : board.release(whats));
			}),
		/** Sends what waits, without waiting for it. */
		send() {
			void inBackground(async () => sync.send());
		},
		/** Sends what waits, and closes the board. */
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

/** The number of changes that go to or come from the board at once. */
export const sliceLength = 200;

/** The number of changes that are written into the journal at once: between two, keys are answered. */
const writtenAtOnce = 50;

/** Keeps the journal and the board alike. Every method may throw BoardError and LedgerError. Creates the two directions between the journal and the board. */
function createTeamSync(
	{profileKey, account, settlingTime, clock, openLedger, openBoard, listed, report}: TeamOptions,
	status: TeamStatus,
) {
	let opening: Promise<{readonly board: Board; readonly machine: string}> | undefined;
	let cursor: string | undefined;

	const storeOf = async () => {
		const ledger = await openLedger();
		return ledger.team();
	};

	const open = async () => {
		opening ??= (async () => {
			const store = await storeOf();
			const {machine, cursor: stored} = await store.share(profileKey, account);
			cursor = stored;
			return {board: await openBoard(`${machine}:${randomUUID()}`), machine};
		})();
		try {
			return await opening;
		} catch (error) {
			opening = undefined;
			throw error;
		}
	};

	/** Writes changes into the journal, in slices. Returns how many are new here or went on. */
	const receive = async (changes: BoardPull['changes']): Promise<number> => {
		const [store, arrival] = [await storeOf(), clock.elapsed.now()];
		let [count, unreadable, newer, endedFor] = [0, 0, 0, Infinity];
		const yieldTurn = createYielder();
		for (let from = 0; from < changes.length; from += writtenAtOnce) {
			await yieldTurn();
			const received = await store.receive(profileKey, changes.slice(from, from + writtenAtOnce), arrival);
			count += received.count;
			unreadable += received.unreadable;
			newer += received.newer;
			endedFor = Math.min(endedFor, received.endedFor ?? Infinity);
		}

		if (unreadable + newer > 0) {
			report.notice(unreadableChangesText(unreadable + newer, newer > 0), true);
		}

		if (count > 0) {
			report.received(endedFor === Infinity ? undefined : {...arrival, at: arrival.at - endedFor});
		}

		return count;
	};

	const send = async (operations?: readonly number[]): Promise<boolean> => {
		const [{board}, store] = [await open(), await storeOf()];
		if (cursor === undefined) {
			await status.waits();
			return false;
		}

		for (let hasMet = false; ;) {
			const changes = await store.outbox(profileKey, sliceLength, operations);
			const stale = changes.length === 0 ? [] : await board.publish(changes);
			await store.published(changes.filter(({uuid}) => !stale.includes(uuid)));
			const count = stale.length === 0 ? 0 : await receive(await board.changesOf(stale));
			hasMet ||= stale.length > 0;
			// Changes that went on here as well are sent at once. A change of the board that cannot be read stays as it is.
			if (count === 0 && (changes.length < sliceLength || stale.length === changes.length)) {
				return hasMet;
			}
		}
	};

	return {
		/** The board, opened when it is first needed, and this machine's name in the team. */
		open,
		/** The board, if it was opened. */
		async opened() {
			const found = await opening?.catch(() => undefined);
			return found?.board;
		},
		/** The position from which the board is read on; undefined if nothing of it was accepted yet. */
		cursor: () => cursor,
		/** Writes what was pulled into the journal. Returns whether it is known that the board is that of the account. @throws TeamRefusalError if it probably belongs to another one. */
		async accept({changes, claims, cursor: next}: BoardPull, records: readonly ListedRecord[] | undefined = listed()) {
			if (cursor === undefined) {
				const compared = await compareWithBoard(changes, records ?? []);
				if (records === undefined && compared.known > 0) {
					return false;
				}

				if (mayBeOther(compared)) {
					throw new TeamRefusalError(otherAccountText(account, compared.known, compared.found), true);
				}
			}

			const [{machine}, store] = [await open(), await storeOf()];
			const others = claims.filter(({owner, left}) => !owner.startsWith(`${machine}:`) && left > -settlingTime);
			await receive(changes);
			await store.hold(profileKey, others, clock.elapsed.now());
			await store.setCursor(profileKey, next);
			cursor = next;
			status.reached(claimedRows(others, clock.now()));
			report.held();
			return true;
		},
		/** Sends these changes, or all that wait. Returns whether another machine went on with one of them. */
		send,
		/** Compares all revisions with those that the board had and has: a board that was restored from a backup has earlier ones. */
		async compare() {
			const {board} = await open();
			if (cursor === undefined) {
				return;
			}

			const [store, there] = [await storeOf(), await board.revisions()];
			const {missing, lost} = store.compare(profileKey, there);
			for (let from = 0; from < missing.length; from += sliceLength) {
				await receive(await board.changesOf(missing.slice(from, from + sliceLength)));
			}

			if (lost.length > 0) {
				await store.publishAgain(lost);
				report.notice(lostText(lost.length), true);
				await send();
			}
		},
	};
}

/** Tells the screens whether the board can be used. */
type TeamStatus = ReturnType<typeof createTeamStatus>;

/** `waiting`: counts the changes that the board does not have. */
function createTeamStatus(report: TeamReport, isRequired: boolean, waiting: () => Promise<number>) {
	let current: TeamState = {state: 'opening', waiting: 0};

	const set = (next: TeamState) => {
		const before = current.state;
		current = next;
		report.state(next);
		return before;
	};

	/** Returns the reason, which is told unless a refusal does. */
	const note = async (error: unknown, isTold: boolean): Promise<string> => {
		if (!(error instanceof BoardError) && !(error instanceof TeamRefusalError)) {
			throw error;
		}

		const isUnreachable = error instanceof BoardError && error.kind === 'unreachable';
		const problem = `${error.message}${isUnreachable && !isRequired ? ' Changes are kept here, and sent when it is back.' : ''}`;
		const state = isUnreachable ? 'unreachable' : 'refused';
		if (set({state, problem, waiting: await waiting()}) !== state && isTold) {
			report.notice(problem, true);
		}

		return error.message;
	};

	return {
		/** The board was used. `claims`: see `TeamState`. */
		reached(claims?: ReadonlyMap<string, ClaimedRow>) {
			if (set({state: 'reached', claims, waiting: 0}) === 'unreachable') {
				report.notice("The team's board is reached again.", false);
			}
		},
		/** Changes wait for the board, which nothing else is known of. */
		async waits() {
			set({...current, waiting: await waiting()});
		},
		/** Says why the board cannot be used. @throws What is no error of the board. */
		async failed(error: unknown) {
			await note(error, true);
		},
		/** Goes on without the board. @throws TeamRefusalError if it is required, newer (what it knows that this chainbell does not may be a reason to send nothing), or grants this user no changes; and what is no error of the board. */
		async goOnWithout(error: unknown) {
			if (error instanceof LedgerError && !(error instanceof TeamRefusalError && error.isBoardMissing)) {
				throw error;
			}

			const isFinal = error instanceof BoardError && (error.kind === 'newer' || error.kind === 'forbidden');
			const problem = await note(error, !isRequired && !isFinal);
			if (isRequired || isFinal) {
				throw new TeamRefusalError(isFinal ? problem : boardMissingText(problem), true);
			}
		},
	};
}

/** The knowledge about a team's board. */
export type TeamState = {
	/** `opening`: nothing is known yet. `refused`: the board can be reached, and cannot be used. */
	readonly state: 'opening' | 'reached' | 'unreachable' | 'refused';
	/** Why it cannot be used, in sentences that are safe to show. */
	readonly problem?: string | undefined;
	/** The number of changes that it does not have yet, as far as that is known. */
	readonly waiting: number;
	/** The notifications that others are changing, by ID; undefined: as before. */
	readonly claims?: ReadonlyMap<string, ClaimedRow> | undefined;
};

/** The news of the board for the screens and commands. */
export type TeamReport = {
	readonly state: (state: TeamState) => void;
	/** A message, in sentences that are safe to show. */
	readonly notice: (text: string, isBad: boolean) => void;
	/** Called when the journal has changes that are new here or went on. `endedAt`: when the board took the last end of one, if one has ended. */
	readonly received: (endedAt: Moment | undefined) => void;
	/** Called when it was read who works on what. */
	readonly held: () => void;
};

/** The state of a team. `received`: counts how often changes of colleagues arrived; the board took the last end of one at `endedAt`. */
export type SharedState = Required<Pick<TeamState, 'claims'>> &
	TeamState & {readonly received: {readonly count: number; readonly endedAt: Moment | undefined}};

/** The team of an account. Its state is a store for `useSyncExternalStore`. The team itself is loaded when it is first used. */
export type TeamHandle = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => SharedState;
	/** Calls a listener with the board's messages. Returns a function that removes it. */
	readonly onNotice: (listener: (text: string, isBad: boolean) => void) => () => void;
	readonly open: () => Promise<Team>;
	/** Does something with the team, if it was opened. */
	readonly ifOpen: (work: (team: Team) => void) => void;
	readonly close: () => Promise<void>;
};
