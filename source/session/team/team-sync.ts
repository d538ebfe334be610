import {randomUUID} from 'node:crypto';
import type {Board, BoardPull} from '../../board/board.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {TeamRefusalError} from '../../storage/ledger-error.ts';
import {createYielder} from '../../platform/time-slices.ts';
import {claimedRows} from './claimed-rows.ts';
import {compareWithBoard, mayBeOther} from './known-on-board.ts';
import {nameTheirs} from './name-theirs.ts';
import type {TeamOptions} from './team.ts';
import type {TeamStatus} from './team-status.ts';
import {lostText, otherAccountText, unreadableChangesText} from './team-texts.ts';

/** Keeps the journal and the board alike. Every method may throw BoardError and LedgerError. */
export type TeamSync = {
	/** The board, opened when it is first needed, and this machine's name in the team. */
	readonly open: () => Promise<{readonly board: Board; readonly machine: string}>;
	/** The board, if it was opened. */
	readonly opened: () => Promise<Board | undefined>;
	/** The position from which the board is read on; undefined if nothing of it was accepted yet. */
	readonly cursor: () => string | undefined;
	/** Writes what was pulled into the journal. Returns whether it is known that the board is that of the account. @throws TeamRefusalError if it probably belongs to another one. */
	readonly accept: (pulled: BoardPull, records?: readonly ListedRecord[]) => Promise<boolean>;
	/** Sends these changes, or all that wait. Returns whether another machine went on with one of them. */
	readonly send: (operations?: readonly number[]) => Promise<boolean>;
	/** Compares all revisions with those that the board had and has: a board that was restored from a backup has earlier ones. */
	readonly compare: () => Promise<void>;
};

/** The number of changes that go to or come from the board at once. */
export const sliceLength = 200;

/** The number of changes that are written into the journal at once: between two, keys are answered. */
const writtenAtOnce = 50;

/** Creates the two directions between the journal and the board. */
export function createTeamSync(
	{profileKey, account, settlingTime, clock, openLedger, openBoard, listed, report}: TeamOptions,
	status: TeamStatus,
): TeamSync {
	let opening: ReturnType<TeamSync['open']> | undefined;
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

	/** For after changes were received, once it is known who works on what. */
	const nameReceived = async () => {
		const {journal} = await openLedger();
		await nameTheirs(journal, profileKey);
	};

	const send: TeamSync['send'] = async operations => {
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
		open,
		async opened() {
			const found = await opening?.catch(() => undefined);
			return found?.board;
		},
		cursor: () => cursor,
		async accept({changes, claims, cursor: next}, records = listed()) {
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
			const count = await receive(changes);
			await store.hold(profileKey, others, clock.elapsed.now());
			await (count > 0 ? nameReceived() : undefined);
			await store.setCursor(profileKey, next);
			cursor = next;
			status.reached(claimedRows(others, clock.now()));
			report.held();
			return true;
		},
		send,
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

			await (missing.length > 0 ? nameReceived() : undefined);
			if (lost.length > 0) {
				await store.publishAgain(lost);
				report.notice(lostText(lost.length), true);
				await send();
			}
		},
	};
}
