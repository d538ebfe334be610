import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import type {TeamOfProfile} from '../../config/profile.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {ItemEvent, NewSet} from '../../ledger/changes.ts';
import {numberOf, type Colleague, type Event, type Item, type NewItem} from '../../ledger/item.ts';
import {bestEffort, BoardNeededError, LedgerError} from '../../ledger/ledger-error.ts';
import {colleagueText} from '../../ledger/owner.ts';
import {readBody} from '../../ledger/shared-body.ts';
import {setClaim} from '../../ledger/shared.ts';
import {rewritableForm} from '../../notification/equivalence.ts';
import type {Clock, Moment} from '../../platform/clock.ts';
import {numberText, sha256} from '../../platform/text.ts';
import {createYielder, inSlices} from '../../platform/time-slices.ts';
import {idOfRecord, type ListedRecord} from '../../notification/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {
	BoardError,
	openBoard as openPostgres,
	type Board,
	type BoardClaim,
	type BoardEvent,
	type BoardOptions,
	type Pulled,
} from './board.ts';

/** A notification that somebody is changing on another machine. `since` and `until`: milliseconds since the epoch, by the clock of this machine. */
export type ClaimedRow = Colleague & {readonly since: number; readonly until: number};

/** What is known of the board of a team. */
export type TeamState = {
	/** `opening`: nothing is known yet. `refused`: the board can be reached, and cannot be used. */
	readonly state: 'opening' | 'reached' | 'unreachable' | 'refused';
	/** Why it cannot be used, in sentences that are safe to show. */
	readonly problem?: string | undefined;
	/** The number of changes that it does not have yet, as far as that is known. */
	readonly waiting: number;
	/** The notifications that others are changing, by ID. */
	readonly claims: ReadonlyMap<string, ClaimedRow>;
	/** How much was received of others, and when the last change of theirs ended. */
	readonly received: {readonly count: number; readonly endedAt: Moment | undefined};
};

export type TeamOptions = {
	readonly team: TeamOfProfile;
	readonly profileKey: string;
	/** Milliseconds. */
	readonly settlingTime: number;
	readonly clock: Clock;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** The last complete listing, or a new one; undefined if it cannot be read. */
	readonly listed: () => Promise<readonly ListedRecord[] | undefined>;
	/** Opens the board; that of PostgreSQL by default. */
	readonly openBoard?: ((options: BoardOptions) => Promise<Board>) | undefined;
	/** Called when changes of colleagues came, or who works on what has changed. */
	readonly onReceived: () => void;
};

/** What the code that is loaded later tells. */
export type TeamReport = {
	readonly get: () => TeamState;
	readonly set: (next: Partial<TeamState>) => void;
	/** A message, in sentences that are safe to show. */
	readonly notice: (text: string, isBad: boolean) => void;
};

/** Milliseconds for which a claim lasts, after which it is renewed, and which must be left of it when a request is sent. */
const [leaseTime, renewTime, leastLeft] = [120_000, 40_000, 20_000];

/** Milliseconds between two pulls, for boards that give no hints, and from a hint to its pull: a colleague at work gives many. */
const [pullInterval, hintDelay] = [30_000, 200];

/** How many rows are published at once, and received in one transaction: between two, keys are answered. */
const [publishedAtOnce, receivedAtOnce] = [500, 100];

/** Milliseconds. What is younger may be missing in a listing that was read before. */
const leastAge = 600_000;

/** What keeps the ledger and the board of an account alike. */
export type Sharing = ReturnType<typeof createSharing>;

/** A lease: what a change has claimed, and until when, on the clock that counts sleep. */
type Lease = {readonly whats: readonly string[]; until: number; readonly stop: () => void};

export function createSharing(
	{team, profileKey, settlingTime, clock, openLedger, listed, onReceived, openBoard = openPostgres}: TeamOptions,
	report: TeamReport,
) {
	const {account, isRequired} = team;
	const session = randomUUID();
	let opening: Promise<Board> | undefined;
	let cursor: string | undefined;
	let isCompared = false;
	const stops: Array<() => void> = [];
	const shared = async () => (await openLedger()).shared;

	const open = async () => {
		opening ??= (async () => {
			const store = await shared();
			cursor = await store.open(profileKey, account);
			await store.readAgain(profileKey, clock.elapsed.now());
			return openBoard({...team, host: hostname(), session, clock});
		})();
		try {
			return await opening;
		} catch (error) {
			opening = undefined;
			throw error;
		}
	};

	const failed = async (error: BoardError) => {
		const isOut = error.kind === 'unreachable';
		const problem = `${error.message}${isOut && !isRequired ? ' Changes are kept here, and sent when it is back.' : ''}`;
		const before = report.get();
		const state = isOut ? 'unreachable' : 'refused';
		report.set({state, problem, waiting: (await shared()).unshared(profileKey)});
		if (before.state !== state || (!isOut && before.problem !== problem)) {
			report.notice(problem, true);
		}
	};

	const reached = () => {
		if (report.get().state === 'unreachable') {
			report.notice("The team's board is reached again.", false);
		}

		report.set({state: 'reached', problem: undefined});
	};

	let last: Promise<unknown> = Promise.resolve();

	/** Does one thing after the other with the board, so that what is pulled is taken over in its order. @throws BoardError, which is told then; LedgerError */
	const inTurn = async <T>(work: (board: Board) => Promise<T>) => {
		const result = last.then(async () => {
			try {
				const done = await work(await open());
				reached();
				return done;
			} catch (error) {
				await (error instanceof BoardError ? failed(error) : reached());
				throw error;
			}
		});
		last = Promise.allSettled([result]);
		return result;
	};

	/** @throws BoardError if fewer than half of the notifications that the board knows are listed. */
	const requireSameAccount = async (board: Board, first: Pulled) => {
		const known = new Set<string>();
		const yieldTurn = createYielder();
		for (let page = first; ; page = await board.pull(page.cursor)) {
			for (const {body, age} of page.events.filter(({item}) => item.includes('/'))) {
				await yieldTurn();
				const read = readBody(body);
				const event = typeof read === 'object' && 'event' in read ? read.event : undefined;
				if (event?.kind === 'seen' && event.newId !== undefined && age >= leastAge) {
					known.add(event.newId);
				} else if (event?.kind === 'sent' && event.target !== undefined) {
					known.delete(event.target);
				}
			}

			if (!page.isMore) {
				break;
			}
		}

		const records = known.size === 0 ? [] : await listed();
		const there = new Set(records?.map(record => idOfRecord(record)));
		const found = known.intersection(there).size;
		if (found * 2 < known.size) {
			throw new BoardError(
				'mistaken',
				records === undefined
					? "The team's board was not read yet: the notifications have to be listed first."
					: `The team's board knows ${numberText(known.size)} notifications of ${sanitise(account)}, and ${numberText(found)} of them are listed here: this is probably the API key of another account, so nothing is shared. If it is the same account, run chainbell team join.`,
			);
		}
	};

	/** Takes over what was pulled. */
	const accept = async (board: Board, first: Pulled, isSame = false) => {
		if (cursor === undefined && !isSame) {
			await requireSameAccount(board, first);
		}

		const store = await shared();
		const yieldTurn = createYielder();
		const sum = {count: 0, broken: 0, newer: 0};
		let {endedAt} = report.get().received;
		let page = first;
		for (;;) {
			const arrival = clock.elapsed.now();
			for (let from = 0; from < page.events.length; from += receivedAtOnce) {
				await yieldTurn();
				const got = await store.receive(profileKey, page.events.slice(from, from + receivedAtOnce), arrival);
				sum.count += got.count;
				sum.broken += got.broken;
				sum.newer += got.newer;
				endedAt = got.endedAt ?? endedAt;
			}

			await store.setCursor(profileKey, page.cursor);
			({cursor} = page);
			if (!page.isMore) {
				break;
			}

			page = await board.pull(cursor);
		}

		const claims = page.claims.filter(claim => claim.session !== session && claim.left > -settlingTime);
		await store.hold(profileKey, claims, clock.elapsed.now());
		const {received} = report.get();
		report.set({
			claims: claimedRows(claims, clock.now()),
			received: sum.count === 0 ? received : {count: received.count + sum.count, endedAt},
		});
		onReceived();
		if (sum.broken + sum.newer > 0) {
			const why = sum.newer > 0 ? ': a newer chainbell made them. Update chainbell' : '';
			report.notice(`${numberText(sum.broken + sum.newer)} events on the team's board cannot be read${why}.`, true);
		}

		if (first.isRestored) {
			await findLost(board);
		}
	};

	const pull = async (board: Board, isSame = false) => accept(board, await board.pull(cursor), isSame);

	/** Finds what the board has lost of what it had from here, to send it again. */
	const findLost = async (board: Board) => {
		const store = await shared();
		const lostOf = async (isLast: boolean) => {
			const own = store.sessions(profileKey, isLast);
			const there = await board.heads([...own.keys()]);
			return [...own].filter(([name, count]) => (there.get(name)?.count ?? 0) < count);
		};

		isCompared = true;
		// A restored database lacks what came last.
		const lost = (await lostOf(true)).length === 0 ? [] : await lostOf(false);
		for (const [name] of lost) {
			await store.lost(profileKey, name, 0);
		}

		if (lost.length > 0) {
			report.notice(
				"The team's board lacks changes that it had: was it restored from a backup? Nothing is deleted here, and what was made here is sent again.",
				true,
			);
		}
	};

	/** Sends what waits. Returns the sets of which a colleague has sent an event first. */
	const pushAll = async (board: Board) => {
		if (cursor === undefined) {
			await pull(board);
		}

		const store = await shared();
		const met = new Set<string>();
		let before: string | undefined;
		for (;;) {
			const rows = await store.outbox(profileKey, session, publishedAtOnce);
			if (rows.length === 0) {
				report.set({waiting: 0});
				return met;
			}

			let problem: unknown = new BoardError(
				'refused',
				"The team's board has something that this chainbell cannot read where an event of this machine belongs.",
			);
			let taken: readonly BoardEvent[] = rows;
			try {
				({taken} = await board.publish(rows));
			} catch (error) {
				// Another process of this machine may have sent the same, after an event of a colleague.
				if (!(error instanceof BoardError && error.kind === 'conflict')) {
					throw error;
				}

				problem = error;
			}

			await store.published(profileKey, rows.slice(0, rows.length - taken.length));
			const [first] = taken;
			if (first !== undefined) {
				const place = JSON.stringify(first);
				if (place === before) {
					throw problem;
				}

				before = place;
				met.add(first.item.split('/')[0]!);
				await pull(board);
			}
		}
	};

	/** What the ledger or the board cannot do now is done the next time. */
	const quietly = async (working: Promise<unknown>) =>
		bestEffort(async () => {
			try {
				await working;
			} catch (error) {
				if (!(error instanceof BoardError)) {
					throw error;
				}
			}
		});

	/** Begins a work, unless the same waits for its turn already. */
	const once = <T>(work: (board: Board) => Promise<T>) => {
		let waiting: Promise<T> | undefined;
		return async (): Promise<T> => {
			if (waiting === undefined) {
				const current = inTurn(async board => {
					waiting = undefined;
					return work(board);
				});
				const clear = () => {
					waiting = waiting === current ? undefined : waiting;
				};
				current.then(clear, clear);
				waiting = current;
			}

			return waiting;
		};
	};

	const push = once(pushAll);
	const pushSoon = async () => quietly(push());
	const pullAndPush = async (board: Board, isSame = false) => {
		await pull(board, isSame);
		await (isCompared ? undefined : findLost(board));
		await pushAll(board);
	};

	const update = once(pullAndPush);

	/** Whether a change may be made without the board. @throws LedgerError if it must not. */
	const goOnWithout = (error: unknown): undefined => {
		if (!(error instanceof BoardError)) {
			throw error;
		}

		if (isRequired) {
			throw new BoardNeededError(`${error.message} It is required (team.required in config.yaml).`);
		}

		if (error.kind !== 'unreachable' && error.kind !== 'mistaken') {
			throw new BoardNeededError(error.message);
		}

		return undefined;
	};

	return {
		/** Pulls, and sends what waits. `isSame`: also if the board seems to be that of another account. */
		update: async (isSame = false) => quietly(isSame ? inTurn(async board => pullAndPush(board, true)) : update()),
		async follow() {
			await quietly(update());
			const look = () => void quietly(update());
			stops.push(clock.every(pullInterval, look));
			const board = await opening?.catch(() => undefined);
			let isHinted = false;
			const stop = board?.onHint(async () => {
				if (!isHinted) {
					isHinted = true;
					await clock.sleep(hintDelay);
					isHinted = false;
					look();
				}
			});
			stops.push(stop ?? (() => undefined));
		},
		push: () => void pushSoon(),
		ended: async () => last,
		async close() {
			for (const stop of stops) {
				stop();
			}

			const board = await opening?.catch(() => undefined);
			await board?.close();
		},
		guard: (ledger: AwaitedLedger, since: () => Moment | undefined): AwaitedLedger => {
			const {changes} = ledger;
			const lastEvent = ledger.shared.lastEvent();
			let lease: Lease | undefined;
			const adding = new Map<number, {readonly given: NewSet; readonly items: NewItem[]}>();

			const renew = async () => {
				const current = lease;
				const board = await opening?.catch(() => undefined);
				if (current !== undefined && board !== undefined) {
					try {
						current.until = (await board.renew(current.whats, {lasts: leaseTime})) ?? -Infinity;
					} catch (error) {
						// It may succeed the next time.
						if (!(error instanceof BoardError)) {
							throw error;
						}
					}
				}
			};

			const left = () => (lease === undefined ? Infinity : lease.until - clock.withSleep());

			/** @throws LedgerError if the lease is over. */
			const requireLeft = () => {
				if (left() < leastLeft) {
					throw new LedgerError(
						"Your claim on the team's board has ended, so a colleague may go on with this change. It stays pending.",
					);
				}
			};

			const keepLeft = async () => {
				if (left() < leaseTime / 2) {
					await renew();
				}

				requireLeft();
			};

			const end = async () => {
				const current = lease;
				lease = undefined;
				current?.stop();
				await (current === undefined
					? pushSoon()
					: quietly(
							inTurn(async board => {
								await pushAll(board);
								await board.release(current.whats);
							}),
						));
			};

			/** Claims, pulls, and then does something; without a claim if the board cannot be reached and need not be. `set`: the one that is gone on with. @throws LedgerError */
			const underClaim = async <T>(
				whats: readonly string[],
				set: number | undefined,
				work: () => Promise<T>,
			): Promise<T> => {
				try {
					lease = await inTurn(async board => {
						const claimed = await board.claim(whats, {lasts: leaseTime, after: settlingTime, cursor});
						const granted = claimed.granted
							? {whats, until: claimed.until, stop: clock.every(renewTime, () => void renew())}
							: undefined;
						try {
							await accept(board, claimed.pulled);
							if (!claimed.granted) {
								throw new LedgerError(claimedText(claimed.holders, settlingTime));
							}

							requireUnmet(whats, set);
							return granted;
						} catch (error) {
							granted?.stop();
							await (granted === undefined ? undefined : board.release(whats));
							throw error;
						}
					});
				} catch (error) {
					lease = goOnWithout(error);
				}

				try {
					return await work();
				} catch (error) {
					void end();
					throw error;
				}
			};

			/** @throws LedgerError if a colleague has changed the same since it was listed. */
			const requireUnmet = (whats: readonly string[], set: number | undefined) => {
				const from = since() ?? clock.elapsed.now();
				const claimed = new Set(whats);
				const found = ledger.shared
					.workedOn(profileKey, from, {after: lastEvent, settlingTime})
					.find(({item}) => item.set !== set && claimsOf(item).some(what => claimed.has(what)));
				if (found !== undefined) {
					const {item, by} = found;
					const what =
						item.snapshot === undefined ? 'created the same notification' : `changed ${sanitise(item.snapshot.id)}`;
					throw new LedgerError(
						`${colleagueText(by)} has just ${what} (change ${numberOf(item)}). Refresh the list, then try again.`,
					);
				}
			};

			/** Has requests sent only once the board has them, and while the lease lasts. @throws LedgerError */
			const beforeSending = async (sets: ReadonlySet<number>) => {
				if (lease === undefined) {
					void pushSoon();
					return;
				}

				try {
					const met = await push();
					if (sets.values().some(set => met.has(ledger.shared.place(set).uuid ?? ''))) {
						throw new LedgerError('A colleague has worked on this change as well. Look at it again, then try again.');
					}
				} catch (error) {
					throw error instanceof BoardError
						? new BoardNeededError(`${error.message} A change that was begun with it goes on only with it.`)
						: error;
				}

				requireLeft();
			};

			/** Publishes a new set. If that fails, nothing of it is sent. */
			const publishNew = async (set: number, first?: Event) => {
				try {
					await beforeSending(new Set([set]));
				} catch (error) {
					if (first !== undefined) {
						const [item] = changes.items(set);
						await changes.append(notSent([{item: item!.id, event: first}], clock.elapsed.now(), () => 'failed'));
					}

					await changes.release(set);
					void end();
					throw error;
				}
			};

			return {
				...ledger,
				changes: {
					...changes,
					async begin(given, items, first) {
						const uuid = randomUUID();
						const whats = [...items.flatMap(item => claimsOf(item)), `${setClaim}${uuid}`];
						const set = await underClaim(whats, undefined, async () => changes.begin({...given, uuid}, items, first));
						await publishNew(set.id, first);
						return set;
					},
					async open(given) {
						const whole = {...given, uuid: randomUUID()};
						const set = await changes.open(whole);
						adding.set(set, {given: whole, items: []});
						return set;
					},
					async add(set, items) {
						adding.get(set)!.items.push(...items);
					},
					async close(set) {
						const {given, items} = adding.get(set)!;
						const whats = [...items.flatMap(item => claimsOf(item)), `${setClaim}${given.uuid!}`];
						try {
							await underClaim(whats, undefined, async () => {
								for await (const slice of inSlices(items)) {
									await changes.add(set, slice, given);
								}
							});
						} catch (error) {
							await changes.forget(set);
							throw error;
						}

						await changes.close(set);
						await publishNew(set);
					},
					async claim(set) {
						if (ledger.shared.place(set).uuid === undefined) {
							await pushSoon();
						}

						const {uuid} = ledger.shared.place(set);
						const unended = changes.items(set).filter(({endedAt}) => endedAt === undefined);
						const whats = [
							...unended.flatMap(item => [
								...claimsOf(item),
								...(item.newId === undefined ? [] : [`${idClaim}${item.newId}`]),
							]),
							...(uuid === undefined ? [] : [`${setClaim}${uuid}`]),
						];
						return underClaim(whats, set, async () => {
							if (lease === undefined && ledger.shared.place(set).isShared) {
								throw new LedgerError(
									`${report.get().problem ?? "The team's board cannot be used."} So it is not known whether a colleague works on this change.`,
								);
							}

							const isClaimed = await changes.claim(set);
							if (!isClaimed) {
								void end();
							}

							return isClaimed;
						});
					},
					async append(given) {
						const sent = given.filter(({event}) => event.kind === 'sent');
						if (sent.length === 0) {
							await changes.append(given);
							void pushSoon();
							// What a colleague did meanwhile may have met it.
							if (given.some(({event}) => event.kind === 'answered') && left() < 0) {
								await keepLeft();
							}

							return;
						}

						await keepLeft();
						const before = new Map(sent.map(({item}) => [item, changes.item(item)!]));
						await changes.append(given);
						try {
							await beforeSending(new Set(before.values().map(({set}) => set)));
						} catch (error) {
							const phaseOf = (item: number) =>
								given
									.map(each => (each.item === item && each.event.kind === 'seen' ? each.event.to : undefined))
									.findLast(to => to !== undefined) ?? before.get(item)!.phase;
							await changes.append(notSent(sent, clock.elapsed.now(), phaseOf));
							void pushSoon();
							throw error;
						}
					},
					async revise(item, event) {
						await changes.revise(item, event);
						void pushSoon();
					},
					async release(set) {
						await changes.release(set);
						void end();
					},
				},
			};
		},
	};
}

/** Records that requests were not sent, and how far their items are. */
const notSent = (sent: readonly ItemEvent[], moment: Moment, phaseOf: (item: number) => Item['phase']): ItemEvent[] =>
	sent.flatMap(({item}) => {
		const to = phaseOf(item);
		const events: Event[] = [
			{kind: 'answered', outcome: 'not-sent', moment},
			{kind: 'seen', to, ...(to === 'failed' && {reason: [{why: 'nothing-sent'}]})},
		];
		return events.map(event => ({item, event}));
	});

const idClaim = 'id ';

/** What a change claims, so that no two members make the same at once: the notification that it replaces or deletes, and a hash of the content that it creates. */
const claimsOf = ({kind, snapshot, input}: NewItem) => [
	...(snapshot !== undefined && kind !== 'recreate' ? [`${idClaim}${snapshot.id}`] : []),
	// The ledger may have `[API key]` in place of the API key.
	...(input === undefined ? [] : [`# ${sha256(hideSecrets(rewritableForm(input)))}`]),
];

/** The ID of the notification that is claimed; undefined for new content and for a set. */
const idOfClaim = (what: string) => (what.startsWith(idClaim) ? what.slice(idClaim.length) : undefined);

const claimedRows = (claims: readonly BoardClaim[], now: number) =>
	new Map(
		claims
			.filter(({what, left}) => idOfClaim(what) !== undefined && left > 0)
			.map(({what, operator, host, heldFor, left}) => [
				idOfClaim(what)!,
				{operator, host, since: now - heldFor, until: now + left},
			]),
	);

/** The words for a duration: `40 s`, `3 min`. */
const durationText = (milliseconds: number) => {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	return seconds < 120 ? `${numberText(seconds)} s` : `${numberText(Math.ceil(seconds / 60))} min`;
};

/** The refusal of a change that others are making: who, since when, and for how long still. */
function claimedText(holders: readonly BoardClaim[], settlingTime: number) {
	const [first] = holders.toSorted((a, b) => b.left - a.left);
	const {heldFor, left} = first!;
	const [id, ...more] = holders.map(({what}) => idOfClaim(what)).filter(each => each !== undefined);
	const rest = more.length === 0 ? '' : ` and ${numberText(more.length)} more`;
	const object = id === undefined ? 'the same' : `${sanitise(id)}${rest}`;
	const since = `${colleagueText(first!)} has been changing ${object} for ${durationText(heldFor)}`;
	return left > 0
		? `${since}, and may for another ${durationText(left)}. Try again when they have finished.`
		: `${since}, and was cut off ${durationText(-left)} ago: what was sent may still take effect. Try again in ${durationText(left + settlingTime)}.`;
}
