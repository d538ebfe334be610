import {randomUUID} from 'node:crypto';
import {BoardError, type Board, type BoardPull} from '../../board/board.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import {LedgerError, TeamRefusalError} from '../../storage/ledger-error.ts';
import type {Clock} from '../../system/clock.ts';
import {numberText} from '../../system/number-text.ts';
import {claimedRows} from './claimed-rows.ts';
import {compareWithBoard, mayBeOther} from './known-on-board.ts';
import {nameTheirs} from './name-theirs.ts';
import type {TeamReport, TeamState} from './team-handle.ts';
import {boardMissingText, claimedText, otherAccountText} from './team-texts.ts';

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

/** The number of changes that go to or come from the board at once. */
const sliceLength = 200;

/** Opens the board of an account when it is first needed. */
export function createTeam(options: TeamOptions): Team {
	const {profileKey, account, isRequired, settlingTime, clock, openLedger, report} = options;
	let opening: Promise<{readonly board: Board; readonly machine: string}> | undefined;
	let cursor: string | undefined;
	let current: TeamState = {state: 'opening', waiting: 0};
	/** Work on the journal's part of the team, in turn. */
	let turn: Promise<unknown> = Promise.resolve();
	let isClosed = false;
	const stops: Array<() => void> = [];

	const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
		const result = turn.then(work);
		turn = Promise.allSettled([result]);
		return result;
	};

	const storeOf = async () => {
		const ledger = await openLedger();
		return ledger.team();
	};

	const open = async () => {
		opening ??= (async () => {
			const store = await storeOf();
			const {machine, cursor: stored} = await store.share(profileKey, account);
			cursor = stored;
			return {board: await options.openBoard(`${machine}:${randomUUID()}`), machine};
		})();
		try {
			return await opening;
		} catch (error) {
			opening = undefined;
			throw error;
		}
	};

	const setState = (next: TeamState, isTold = true) => {
		const before = current.state;
		current = next;
		report.state(next);
		if (isTold && next.state !== before && next.problem !== undefined) {
			report.notice(next.problem, true);
		}
	};

	const reached = async (claims?: TeamState['claims']) => {
		const before = current.state;
		setState({state: 'reached', claims, waiting: 0});
		if (before === 'unreachable') {
			report.notice('The team\'s board is reached again.', false);
		}
	};

	/** Says why the board cannot be used, unless a refusal does (`isTold`). Returns the reason. @throws What is no error of the board. */
	const failed = async (error: unknown, isTold = true): Promise<string> => {
		if (!(error instanceof BoardError) && !(error instanceof TeamRefusalError)) {
			throw error;
		}

		const store = await storeOf();
		const waiting = store.waiting(profileKey);
		const isUnreachable = error instanceof BoardError && error.kind === 'unreachable';
		const kept = isUnreachable && !isRequired ? ' Changes are kept here, and sent when it is back.' : '';
		setState({state: isUnreachable ? 'unreachable' : 'refused', problem: `${error.message}${kept}`, waiting}, isTold);
		return error.message;
	};

	/** Writes what was pulled into the journal. @throws TeamRefusalError if the board probably belongs to another account. */
	const accept = async ({changes, claims, cursor: next}: BoardPull, machine: string, records = options.listed()): Promise<boolean> => {
		if (cursor === undefined) {
			const compared = compareWithBoard(changes, records ?? []);
			if (records === undefined && compared.known > 0) {
				return false;
			}

			if (mayBeOther(compared)) {
				throw new TeamRefusalError(otherAccountText(account, compared.known, compared.found), true);
			}
		}

		const store = await storeOf();
		const others = claims.filter(({owner, left}) => !owner.startsWith(`${machine}:`) && left > -settlingTime);
		const received = await receive(changes);
		await store.hold(profileKey, others, clock.elapsed.now());
		if (received > 0) {
			const ledger = await openLedger();
			await nameTheirs(ledger.journal, profileKey);
		}

		await store.setCursor(profileKey, next);
		cursor = next;
		await reached(claimedRows(others, clock.now()));
		if (received > 0 || others.length > 0) {
			report.change();
		}

		return true;
	};

	/** Writes changes into the journal, in slices. Returns how many went on. */
	const receive = async (changes: BoardPull['changes']): Promise<number> => {
		const store = await storeOf();
		let [count, unreadable, newer] = [0, 0, 0];
		for (let from = 0; from < changes.length; from += sliceLength) {
			const received = await store.receive(profileKey, changes.slice(from, from + sliceLength), clock.elapsed.now());
			count += received.count;
			unreadable += received.unreadable;
			newer += received.newer;
		}

		if (unreadable + newer > 0) {
			report.notice(`${numberText(unreadable + newer)} of the changes on the team's board cannot be read${newer > 0 ? ': a newer chainbell made them. Update chainbell' : ''}.`, true);
		}

		return count;
	};

	/** Sends what waits. Returns the uuids of the changes with which another machine went on. */
	const sendNow = async (operations?: readonly number[]): Promise<ReadonlySet<string>> => {
		const [{board}, store] = [await open(), await storeOf()];
		if (cursor === undefined) {
			setState({...current, waiting: store.waiting(profileKey)});
			return new Set();
		}

		const met = new Set<string>();
		for (;;) {
			const changes = await store.outbox(profileKey, sliceLength, operations);
			const stale = changes.length === 0 ? [] : await board.publish(changes);
			await store.published(changes.filter(({uuid}) => !stale.includes(uuid)));
			const went = stale.length === 0 ? 0 : await receive(await board.changesOf(stale));
			for (const uuid of stale) {
				met.add(uuid);
			}

			if (went > 0) {
				report.change();
			}

			// A change of the board that cannot be read stays as it is.
			if (changes.length < sliceLength || (stale.length === changes.length && went === 0)) {
				return met;
			}
		}
	};

	/** Does what nobody waits for. What the ledger cannot do is done the next time. */
	const inBackground = async (work: () => Promise<unknown>): Promise<void> => inTurn(async () => bestEffort(async () => {
		try {
			await work();
		} catch (error) {
			await failed(error);
		}
	}));

	const update = async () => inBackground(async () => {
		if (isClosed) {
			return;
		}

		const {board, machine} = await open();
		if (await accept(await board.pull(cursor), machine)) {
			await sendNow();
		}
	});

	/** Compares all revisions with those that the board had and has: a board that was restored from a backup has earlier ones. */
	const compare = async () => inBackground(async () => {
		const {board} = await open();
		if (cursor === undefined) {
			return;
		}

		const [store, there] = [await storeOf(), await board.revisions()];
		const here = store.publishedRevisions(profileKey);
		const missing = there.entries().filter(([uuid, revision]) => (here.get(uuid)?.revision ?? 0) < revision).map(([uuid]) => uuid).toArray();
		for (let from = 0; from < missing.length; from += sliceLength) {
			await receive(await board.changesOf(missing.slice(from, from + sliceLength)));
		}

		const lost = here.entries().filter(([uuid, {revision}]) => (there.get(uuid) ?? 0) < revision).toArray();
		if (lost.length > 0) {
			const own = lost.filter(([, {isOwn}]) => isOwn).map(([uuid]) => uuid);
			await store.publishAgain(own);
			report.notice(`The team's board lacks ${numberText(lost.length)} ${lost.length === 1 ? 'change' : 'changes'} that it had: was it restored from a backup? Nothing is deleted here, and what was made here is sent again.`, true);
			await sendNow();
		}
	});

	/** Whether to go on without the board. @throws TeamRefusalError if it is required. */
	const withoutBoard = async (error: unknown): Promise<undefined> => {
		if (error instanceof LedgerError && !(error instanceof TeamRefusalError && error.isBoardMissing)) {
			throw error;
		}

		const problem = await failed(error, !isRequired);
		if (isRequired) {
			throw new TeamRefusalError(boardMissingText(problem), true);
		}
	};

	return {
		follow() {
			void (async () => {
				await update();
				await compare();
				const opened = await opening?.catch(() => undefined);
				const pull = () => {
					void update();
				};

				stops.push(clock.every(pullInterval, pull), ...opened === undefined ? [] : [opened.board.onHint(pull)]);
			})();
		},
		update,
		async claim(whats, records) {
			try {
				const {board, machine} = await open();
				// Not in turn: what waits for a silent board must not add to this.
				const result = await board.claim(whats, {lasts: leaseTime, after: settlingTime, cursor});
				try {
					await inTurn(async () => accept(result.pulled, machine, records));
				} catch (error) {
					await (result.granted ? board.release(whats) : undefined);
					throw error;
				}

				if (!result.granted) {
					throw new TeamRefusalError(claimedText(result.holders, settlingTime));
				}

				return {until: result.until};
			} catch (error) {
				return withoutBoard(error);
			}
		},
		async renew(whats) {
			try {
				const {board} = await open();
				const until = await board.renew(whats, {lasts: leaseTime});
				return until === undefined ? undefined : {until};
			} catch (error) {
				await failed(error);
				return undefined;
			}
		},
		async publish(operations) {
			try {
				for (let from = 0; from < operations.length; from += sliceLength) {
					const met = await sendNow(operations.slice(from, from + sliceLength));
					if (met.size > 0) {
						throw new TeamRefusalError('A colleague has gone on with this change: look at it again.');
					}
				}
			} catch (error) {
				await withoutBoard(error);
			}
		},
		release: async whats => inBackground(async () => {
			await sendNow();
			const {board} = await open();
			await (whats.length === 0 ? undefined : board.release(whats));
		}),
		send() {
			void inBackground(async () => sendNow());
		},
		async close() {
			isClosed = true;
			for (const stop of stops) {
				stop();
			}

			const ended = new AbortController();
			await Promise.race([turn, clock.sleep(longestEnd, ended.signal).catch(() => undefined)]);
			ended.abort();
			const opened = await opening?.catch(() => undefined);
			await opened?.board.close();
		},
	};
}
