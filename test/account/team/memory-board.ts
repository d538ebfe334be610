import {
	BoardError,
	type Board,
	type BoardClaim,
	type BoardOptions,
	type ReceivedEvent,
} from '../../../source/account/team/board.ts';
import type {HandClock} from '../../helpers/hand-clock.ts';

type Claim = Omit<BoardClaim, 'heldFor' | 'left'> & {readonly from: number; until: number; isReleased: boolean};

/** A board in memory that decides as PostgreSQL does. */
export function createMemoryBoard(clock: HandClock) {
	const rows: Array<Omit<ReceivedEvent, 'age'> & {readonly at: number}> = [];
	const claims: Claim[] = [];
	const calls: string[] = [];
	/** What is done before the next call of a name. */
	const before = new Map<string, () => unknown>();
	let problem: BoardError | undefined;
	const now = () => clock.withSleep();

	const held = () => claims.filter(({isReleased}) => !isReleased);
	const shown = ({from, until, isReleased: _, ...claim}: Claim): BoardClaim => ({
		...claim,
		heldFor: now() - from,
		left: until - now(),
	});

	const open =
		(operator: string) =>
		async ({session, host}: BoardOptions): Promise<Board> => {
			const isOwn = (claim: Claim) => claim.session === session;
			const pulled = (cursor: string | undefined) => ({
				events: rows.slice(Number(cursor ?? 0)).map(({at, ...row}) => ({...row, age: now() - at})),
				claims: held().map(claim => shown(claim)),
				cursor: String(rows.length),
				isMore: false,
				isRestored: Number(cursor ?? 0) > rows.length,
			});
			const board: Board = {
				async claim(whats, {lasts, after, cursor}) {
					const holders = held().filter(
						claim => whats.includes(claim.what) && !isOwn(claim) && claim.until + after > now(),
					);
					if (holders.length > 0) {
						return {granted: false, holders: holders.map(claim => shown(claim)), pulled: pulled(cursor)};
					}

					for (const what of new Set(whats)) {
						claims.push({what, session, operator, host, from: now(), until: now() + lasts, isReleased: false});
					}

					return {granted: true, until: now() + lasts, pulled: pulled(cursor)};
				},
				async renew(whats, {lasts}) {
					const last = whats.map(what => claims.findLast(claim => claim.what === what)!);
					if (!last.every(claim => isOwn(claim) && !claim.isReleased)) {
						return undefined;
					}

					for (const claim of last) {
						claim.until = now() + lasts;
					}

					return now() + lasts;
				},
				async release(whats) {
					for (const claim of held().filter(each => whats.includes(each.what) && isOwn(each))) {
						claim.isReleased = true;
					}
				},
				async publish(events) {
					for (const [index, event] of events.entries()) {
						const known = rows.find(row => row.session === event.session && row.seq === event.seq);
						if (known !== undefined && (known.body !== event.body || known.n !== event.n)) {
							throw new BoardError('conflict', 'Another event.');
						}

						if (known === undefined && rows.some(({item, n}) => item === event.item && n === event.n)) {
							return {taken: events.slice(index)};
						}

						if (known === undefined) {
							rows.push({...event, operator, host, at: now()});
						}
					}

					return {taken: []};
				},
				pull: async cursor => pulled(cursor),
				heads: async sessions =>
					new Map(
						sessions.map(name => {
							const own = rows.filter(row => row.session === name);
							return [name, {count: own.length, last: Math.max(0, ...own.map(({seq}) => seq))}];
						}),
					),
				onHint: () => () => undefined,
				close: async () => undefined,
			};
			const noted = Object.entries(board).map(([name, method]) => [
				name,
				name === 'onHint' || name === 'close'
					? method
					: async (...given: unknown[]) => {
							calls.push(name);
							if (problem !== undefined) {
								throw problem;
							}

							const first = before.get(name);
							before.delete(name);
							await first?.();
							return (method as (...values: unknown[]) => unknown)(...given);
						},
			]);
			return Object.fromEntries(noted) as Board;
		};

	return {
		open,
		rows,
		claims,
		calls,
		before,
		/** Every call fails, or none does. */
		fail(kind: BoardError['kind'] | undefined) {
			problem = kind === undefined ? undefined : new BoardError(kind, `The board is ${kind}.`);
		},
	};
}
