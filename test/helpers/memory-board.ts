import {BoardError, type Board, type BoardChange, type BoardClaim, type BoardPull} from '../../source/board/board.ts';

type Row = {uuid: string; revision: number; body: string; operator: string; host: string; serial: number; at: number};
type Held = {what: string; owner: string; operator: string; host: string; since: number; until: number};

/** A board in memory. */
export function createMemoryBoard(now: () => number) {
	const rows = new Map<string, Row>();
	const claims = new Map<string, Held>();
	let serial = 0;
	let isDown = false;
	const calls: string[] = [];
	const up = (name: string) => {
		calls.push(name);
		if (isDown) {
			throw new BoardError('unreachable', 'The board does not answer.');
		}
	};

	const toChange = ({serial: _, at, ...row}: Row): BoardChange => ({...row, age: now() - at});
	const toClaim = ({what, owner, operator, host, since, until}: Held): BoardClaim => ({what, owner, operator, host, heldFor: now() - since, left: until - now()});
	const pulled = (cursor: string | undefined): BoardPull => ({changes: rows.values().filter(row => row.serial > Number(cursor ?? 0)).map(row => toChange(row)).toArray(), claims: claims.values().map(claim => toClaim(claim)).toArray(), cursor: String(serial)});
	return {
		rows, claims, calls,
		setDown(down: boolean) {
			isDown = down;
		},
		open: (operator: string, host: string, withSleep: () => number) => async (owner: string): Promise<Board> => ({
			async claim(whats, {lasts, after, cursor}) {
				up('claim');
				const until = withSleep() + lasts;
				const holders = whats.map(what => claims.get(what)).filter(held => held !== undefined && held.owner !== owner && held.until + after > now());
				if (holders.length > 0) {
					return {granted: false, holders: holders.map(held => toClaim(held!)), pulled: pulled(cursor)};
				}

				for (const what of whats) {
					claims.set(what, {what, owner, operator, host, since: now(), until: now() + lasts});
				}

				return {granted: true, until, pulled: pulled(cursor)};
			},
			async renew(whats, {lasts}) {
				up('renew');
				if (whats.some(what => claims.get(what)?.owner !== owner)) {
					return undefined;
				}

				const until = withSleep() + lasts;
				for (const what of whats) {
					claims.set(what, {...claims.get(what)!, until: now() + lasts});
				}

				return until;
			},
			async release(whats) {
				up('release');
				for (const what of whats) {
					if (claims.get(what)?.owner === owner) {
						claims.delete(what);
					}
				}
			},
			async publish(changes) {
				up('publish');
				return changes.filter(({uuid, revision, body}) => {
					const row = rows.get(uuid);
					if (row === undefined || row.revision < revision) {
						rows.set(uuid, {operator, host, ...row, uuid, revision, body, serial: ++serial, at: now()});
						return false;
					}

					return row.revision > revision || row.body !== body;
				}).map(({uuid}) => uuid);
			},
			async pull(cursor) {
				up('pull');
				return pulled(cursor);
			},
			async revisions() {
				up('revisions');
				return new Map(rows.values().map(({uuid, revision}) => [uuid, revision]));
			},
			async changesOf(uuids) {
				up('changesOf');
				return uuids.flatMap(uuid => rows.get(uuid) ?? []).map(row => toChange(row));
			},
			onHint: () => () => undefined,
			async close() {
				calls.push('close');
			},
		}),
	};
}
