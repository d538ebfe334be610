import {Buffer} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import type {Moment} from '../platform/clock.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {createWriter, plannedState, readItem, stateOf} from './changes.ts';
import {itemColumns, itemsWithSets} from './evidence.ts';
import {foldAll, type Colleague, type Event, type Item, type NewItem} from './item.ts';
import {committer, type WriteBlock} from './ledger-error.ts';
import {bodyVersion, readBody, type SharedSlice} from './shared-body.ts';
import type {SentContentStore} from './small-stores.ts';
import {fromStored, toStored, type DatabaseRow} from './stored-json.ts';

/*
What the ledger has and gets of a team's board. A set is a few rows there, each a slice of its items, and every event of an item is one: `item` is the set's UUID, or `UUID/POSITION`, and `n` the number of the slice, from 0, or of the event. The board has each `n` of an `item` once, so it decides the order: what is here under a number that a colleague's event has on the board moves behind it.

A row belongs to a session, a process that gave it its `seq`. Rows of a session are used in their order, an event after those before it in its item. What comes too early waits; its set is blocked until the rest is there.
*/

/** A row for the board. `body`: JSON (shared-body.ts). */
export type SharedRow = {
	readonly session: string;
	readonly seq: number;
	readonly item: string;
	readonly n: number;
	readonly body: string;
};

/** A row of the board. `age`: milliseconds since the board took it. */
export type ReceivedRow = SharedRow & Colleague & {readonly age: number};

/** What became of rows of the board. */
export type Received = {
	/** How many were new here. */
	readonly count: number;
	/** When the last item that they ended did; undefined if they ended none. */
	readonly endedAt: Moment | undefined;
	/** How many are nothing that a chainbell writes, and how many a newer one wrote. */
	readonly broken: number;
	readonly newer: number;
};

/** What is claimed on the board, with what its lease leaves in milliseconds; negative once it has ended. */
type Claim = Colleague & {readonly what: string; readonly session: string; readonly left: number};

/** How many items, and bytes of them, a row of the board has at most. */
const [mostItems, mostBytes] = [200, 1_000_000];

/** The longest body that the board takes, in bytes. */
const longestBody = 5_000_000;

/** The number of newest events among which those of colleagues are looked for. */
const newestEvents = 10_000;

/** The beginning of what names a set in a claim. */
export const setClaim = 'set ';

/** The set that a row is about. */
const uuidOfRow = "substr(waiting.item, 1, instr(waiting.item || '/', '/') - 1)";

/** Creates the store. Every method may throw LedgerError, and then has changed nothing. `profile` is a `profileKey`. */
export function createShared(
	database: Database,
	now: () => number,
	writeBlock: WriteBlock,
	sent: Pick<SentContentStore, 'remember'>,
) {
	const sql = (text: string) => statementOf(database, text);
	const writer = createWriter(database, sent);
	const commit = committer(database, writeBlock);
	const sessionOf = (profile: string, operator: string, session: string) =>
		sql('SELECT seq, shared FROM session WHERE profile = ? AND operator = ? AND session = ?').get(
			profile,
			operator,
			session,
		);
	const setSession = (profile: string, operator: string, session: string, seq: number, shared: number) =>
		sql('INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?)').run(profile, operator, session, seq, shared);
	const setOf = (profile: string, uuid: string) =>
		sql('SELECT * FROM change WHERE profile = ? AND uuid = ?').get(profile, uuid);
	const itemOf = (set: DatabaseRow | undefined, position: string) =>
		set === undefined
			? undefined
			: sql(`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE change = ? AND position = ?`).get(
					Number(set.id),
					position,
				);

	/** The first and the last position of each slice of a set. */
	const slicesOf = (set: number): ReadonlyArray<readonly [from: number, to: number]> => {
		const slices: Array<[number, number]> = [];
		let left = 0;
		for (const row of sql('SELECT position, length(body) AS size FROM item WHERE change = ? ORDER BY position').iterate(
			set,
		)) {
			const [position, size] = [Number(row.position), Number(row.size)];
			const last = slices.at(-1);
			if (last === undefined || left < size || position - last[0] >= mostItems) {
				slices.push([position, position]);
				left = mostBytes - size;
			} else {
				last[1] = position;
				left -= size;
			}
		}

		return slices;
	};

	const sliceBody = (set: DatabaseRow, [from, to]: readonly [number, number], isLast: boolean): string => {
		const items = sql(`
			SELECT item.kind, item.body, item.is_undo, whole.uuid, undone.position
			FROM item LEFT JOIN item AS undone ON undone.id = item.undoes LEFT JOIN change AS whole ON whole.id = undone.change
			WHERE item.change = ? AND item.position BETWEEN ? AND ? ORDER BY item.position
		`)
			.all(Number(set.id), from, to)
			.map(({kind, body, is_undo: isUndo, uuid, position}) => {
				const undoes = typeof uuid === 'string' ? `${uuid}/${Number(position)}` : undefined;
				return `${JSON.stringify({kind, isUndo: isUndo === 1, undoes}).slice(0, -1)},${String(body).slice(1)}`;
			});
		const keeps = (set.keeps as string | null) ?? '[]';
		return `{"v":${bodyVersion},"at":${Number(set.at)},"profileName":${String(set.profile_name)},"keeps":${keeps},"isLast":${isLast},"items":[${items.join(',')}]}`;
	};

	/** Gives what has no place on the board yet the next ones of a session, in the order in which it was written down: first the sets, then the events of their items. */
	const assign = (profile: string, session: string, limit: number): void => {
		const known = sessionOf(profile, '', session);
		let seq = Number(known?.seq ?? 0);
		const sets = sql(
			'SELECT id FROM change WHERE profile = ? AND session IS NULL AND is_whole = 1 ORDER BY id LIMIT ?',
		).all(profile, limit);
		for (const {id} of sets) {
			const parts = slicesOf(Number(id)).length;
			sql('UPDATE change SET uuid = coalesce(uuid, ?), session = ?, seq = ?, parts = ? WHERE id = ?').run(
				randomUUID(),
				session,
				seq + 1,
				parts,
				Number(id),
			);
			seq += parts;
		}

		if (sets.length < limit) {
			const events = sql(
				'SELECT event.id FROM event JOIN item ON item.id = event.item WHERE event.id > (SELECT last_event FROM team WHERE profile = ?1) AND event.session IS NULL AND item.profile = ?1 ORDER BY event.id LIMIT ?2',
			).all(profile, limit);
			for (const {id} of events) {
				seq++;
				sql('UPDATE event SET session = ?, seq = ? WHERE id = ?').run(session, seq, Number(id));
			}

			const last = events.length < limit ? Number.MAX_SAFE_INTEGER : Number(events.at(-1)!.id);
			sql('UPDATE team SET last_event = (SELECT coalesce(max(id), 0) FROM event WHERE id <= ?) WHERE profile = ?').run(
				last,
				profile,
			);
		}

		setSession(profile, '', session, seq, Number(known?.shared ?? 0));
	};

	/** The rows of a session of this machine that the board does not have. */
	const rowsOf = ({profile, session, shared}: DatabaseRow, limit: number): SharedRow[] => {
		const [id, after] = [String(session), Number(shared)];
		const slices = sql(
			'SELECT * FROM change WHERE session = ? AND profile = ? AND seq + parts > ? ORDER BY seq LIMIT ?',
		)
			.all(id, String(profile), after + 1, limit)
			.flatMap(set => {
				const all = slicesOf(Number(set.id));
				return all
					.map((slice, n) => ({slice, n, seq: Number(set.seq) + n}))
					.filter(({seq}) => seq > after)
					.map(({slice, n, seq}) => ({
						seq,
						item: String(set.uuid),
						n,
						body: sliceBody(set, slice, n === all.length - 1),
					}));
			});
		const events = sql(`
			SELECT event.seq, event.n, event.at, json_remove(event.body, '$.moment') AS body, uuid, position
			FROM event JOIN item ON item.id = event.item JOIN change ON change.id = item.change
			WHERE event.session = ? AND item.profile = ? AND event.seq > ? ORDER BY event.seq LIMIT ?
		`)
			.all(id, String(profile), after, limit)
			.map(({seq, n, at, body, uuid, position}) => ({
				seq: Number(seq),
				item: `${String(uuid)}/${Number(position)}`,
				n: Number(n),
				body: `{"v":${bodyVersion},"at":${Number(at)},"event":${String(body)}}`,
			}));
		return (
			[...slices, ...events]
				.toSorted((a, b) => a.seq - b.seq)
				.slice(0, limit)
				// What is longer nobody reads: the set has a gap there.
				.map(({body, ...row}) => ({session: id, ...row, body: Buffer.byteLength(body) > longestBody ? '{}' : body}))
		);
	};

	/** Makes room for a number of an item, if it is taken. What of this machine moves is sent again. */
	const moveUp = (profile: string, item: number, from: number): void => {
		const rows = sql('SELECT * FROM event WHERE item = ? AND n >= ? ORDER BY n DESC').all(item, from);
		for (const row of rows.at(-1)?.n === from ? rows : []) {
			sql(`
				UPDATE event SET n = n + 1, body = CASE WHEN body ->> '$.of' >= ?1 THEN json_set(body, '$.of', (body ->> '$.of') + 1) ELSE body END WHERE id = ?2
			`).run(from, Number(row.id));
			if (row.operator === null && row.session !== null) {
				sql("UPDATE session SET shared = min(shared, ?) WHERE profile = ? AND operator = '' AND session = ?").run(
					Number(row.seq) - 1,
					profile,
					String(row.session),
				);
			}
		}
	};

	/** Adds up all events of an item again. */
	const foldAgain = (row: DatabaseRow): void => {
		const item = readItem(row);
		const {knownIds = []} = fromStored<NewItem>(row.body);
		const events = sql('SELECT n, at, body FROM event WHERE item = ? ORDER BY n')
			.all(item.id)
			.map(each => ({n: Number(each.n), at: Number(each.at), event: fromStored<Event>(each.body)}));
		writer.setState(item, foldAll(item, plannedState(knownIds, row.is_redacted === 1), events));
	};

	const useSlice = (profile: string, row: Arrived, body: SharedSlice): Use => {
		const {operator, host, session, seq, at, item: uuid, n} = row;
		let set = setOf(profile, uuid);
		if (set === undefined && n === 0) {
			sql(
				"INSERT INTO change (profile, profile_name, kind, at, size, is_whole, keeps, operator, host, uuid, session, seq, parts) VALUES (?, ?, 'mixed', ?, 0, 0, ?, ?, ?, ?, ?, ?, 0)",
			).run(
				profile,
				toStored(body.profileName).json,
				Math.min(body.at, at),
				body.keeps.length === 0 ? null : toStored(body.keeps).json,
				operator,
				host,
				uuid,
				session,
				seq,
			);
			set = setOf(profile, uuid);
		}

		if (set === undefined) {
			return 'gap';
		}

		const isIts = set.operator === operator && set.session === session && set.is_whole === 0;
		if (!isIts || n !== Number(set.parts)) {
			return n < Number(set.parts) ? undefined : 'broken';
		}

		const id = Number(set.id);
		let size = Number(set.size);
		for (const {undoes: undone, ...item} of body.items) {
			const [whole = '', position = ''] = undone?.split('/') ?? [];
			const undoes = undone === undefined ? undefined : itemOf(setOf(profile, whole), position)?.id;
			size++;
			writer.addItem(id, size, profile, {...item, ...(undoes !== undefined && {undoes: Number(undoes)})});
		}

		sql('UPDATE change SET size = ?, parts = ? WHERE id = ?').run(size, n + 1, id);
		if (body.isLast) {
			writer.close(id);
		}

		return undefined;
	};

	/** Uses a row. Returns why it cannot be used; what is broken or too new takes its number, and does nothing. */
	const use = (profile: string, row: Arrived, arrival: Moment, onEnd: (at: Moment) => void): Use => {
		const {session, seq, operator, host, at, n} = row;
		const [uuid = '', position] = row.item.split('/');
		const body = readBody(row.body);
		if (position === undefined) {
			return typeof body === 'object' && 'items' in body ? useSlice(profile, row, body) : asWhy(body);
		}

		const set = setOf(profile, uuid);
		const found = set?.is_whole === 1 ? itemOf(set, position) : undefined;
		if (found === undefined) {
			return set?.is_whole === 1 ? 'broken' : 'gap';
		}

		const id = Number(found.id);
		if (sql('SELECT 1 FROM event WHERE session = ? AND seq = ? AND item = ?').get(session, seq, id) !== undefined) {
			return undefined;
		}

		const state = stateOf(found);
		if (n > state.n + 1) {
			return 'gap';
		}

		const isRead = typeof body === 'object' && 'event' in body;
		const event: Event = isRead ? arrived(body.event, arrival) : {kind: 'seen'};
		const age = Math.max(0, now() - at);
		const moment = event.kind === 'sent' ? arrival : {...arrival, at: arrival.at - age};
		const shown = isRead ? Math.min(body.at, at) : at;
		moveUp(profile, id, n);
		writer.addEvent(id, {n, at: shown, event, moment, source: [session, seq, operator, host]});
		const item = readItem(found);
		if (n === state.n + 1) {
			const next = foldAll(item, state, [{n, at: shown, event}]);
			writer.setState(item, next);
			writer.remember(item, next, event, now());
			if (next.endedAt !== undefined) {
				onEnd(moment);
			}
		} else {
			foldAgain(found);
			writer.remember(item, state, event, now());
		}

		return isRead ? undefined : asWhy(body);
	};

	/** Blocks the sets of which something waits. */
	const block = (profile: string): void => {
		sql('UPDATE change SET blocked = NULL WHERE profile = ? AND blocked IS NOT NULL').run(profile);
		sql(`
			UPDATE change SET blocked = w.why FROM (SELECT ${uuidOfRow} AS uuid, max(why) AS why FROM waiting WHERE profile = ?1 GROUP BY 1) w
			WHERE change.profile = ?1 AND change.uuid = w.uuid
		`).run(profile);
	};

	return {
		/** Begins to share an account, or goes on. Returns from where its board is read on; undefined if nothing of it was read. */
		open: (given: string, account: string): string | undefined =>
			commit(() => {
				const profile = hideSecrets(given);
				const row = sql('SELECT * FROM team WHERE profile = ?').get(profile);
				if (row?.account === account) {
					return (row.cursor as string | null) ?? undefined;
				}

				sql("DELETE FROM session WHERE profile = ? AND operator <> ''").run(profile);
				sql('UPDATE session SET shared = 0 WHERE profile = ?').run(profile);
				sql('DELETE FROM waiting WHERE profile = ?').run(profile);
				block(profile);
				sql('INSERT OR REPLACE INTO team VALUES (?, ?, NULL, 0)').run(profile, account);
				return undefined;
			}),
		/** Records up to where the board was read. */
		setCursor(profile: string, cursor: string): void {
			commit(() => sql('UPDATE team SET cursor = ? WHERE profile = ?').run(cursor, hideSecrets(profile)));
		},
		/** The rows that the board does not have, each session's in their order. What has no place there yet gets one of this session. */
		outbox(given: string, session: string, limit: number): SharedRow[] {
			const profile = hideSecrets(given);
			const isNew =
				sql('SELECT 1 FROM change WHERE profile = ? AND session IS NULL AND is_whole = 1').get(profile) !== undefined ||
				sql(
					'SELECT 1 FROM event JOIN item ON item.id = event.item WHERE event.id > (SELECT last_event FROM team WHERE profile = ?1) AND event.session IS NULL AND item.profile = ?1',
				).get(profile) !== undefined;
			if (isNew) {
				commit(() => {
					assign(profile, session, limit);
				});
			}

			return sql("SELECT * FROM session WHERE profile = ? AND operator = '' AND seq > shared")
				.all(profile)
				.flatMap(row => rowsOf(row, limit))
				.slice(0, limit);
		},
		/** Records that the board has these rows. */
		published(profile: string, rows: readonly SharedRow[]): void {
			commit(() => {
				for (const {session, seq} of rows) {
					sql("UPDATE session SET shared = max(shared, ?) WHERE profile = ? AND operator = '' AND session = ?").run(
						seq,
						hideSecrets(profile),
						session,
					);
				}
			});
		},
		/** The number of changes of which the board does not have everything. */
		unshared: (profile: string): number =>
			Number(
				sql(`
					SELECT count(*) AS count FROM (
						SELECT id FROM change WHERE profile = ?1 AND session IS NULL AND is_whole = 1
						UNION SELECT change FROM event JOIN item ON item.id = event.item WHERE event.session IS NULL AND item.profile = ?1 AND event.id > (SELECT last_event FROM team WHERE profile = ?1)
						UNION SELECT change.id FROM change JOIN session USING (profile, session) WHERE profile = ?1 AND session.operator = '' AND change.seq + parts > shared + 1
						UNION SELECT change FROM session JOIN event ON event.session = session.session AND event.seq > shared JOIN item ON item.id = event.item WHERE session.profile = ?1 AND session.operator = ''
					)
				`).get(hideSecrets(profile))?.count,
			),
		/** The sessions of this machine, and up to which of their rows the board has all; or that of its last event alone. */
		sessions(profile: string, isLast: boolean): ReadonlyMap<string, number> {
			const last = isLast
				? 'AND session = (SELECT event.session FROM event JOIN item ON item.id = event.item WHERE item.profile = ?1 AND event.session IS NOT NULL AND event.operator IS NULL ORDER BY event.id DESC LIMIT 1)'
				: '';
			return new Map(
				sql(`SELECT session, shared FROM session WHERE profile = ?1 AND operator = '' AND shared > 0 ${last}`)
					.all(hideSecrets(profile))
					.map(({session, shared}) => [String(session), Number(shared)]),
			);
		},
		/** Records that the board has the rows of a session only up to this one. */
		lost(profile: string, session: string, last: number): void {
			commit(() =>
				sql("UPDATE session SET shared = ? WHERE profile = ? AND operator = '' AND session = ?").run(
					last,
					hideSecrets(profile),
					session,
				),
			);
		},
		/** Takes rows of the board over, in one transaction. */
		receive: (given: string, rows: readonly ReceivedRow[], arrival: Moment): Received =>
			commit(() => {
				const profile = hideSecrets(given);
				const counts = {count: 0, broken: 0, newer: 0};
				let endedAt: Moment | undefined;
				const onEnd = (at: Moment) => {
					endedAt = endedAt === undefined || endedAt.at < at.at ? at : endedAt;
				};

				/** The sessions and sets of which rows were used: others may have waited for these. */
				const touched = new Set<string>();
				let hasWaited = false;

				/** Uses a row if it is the next one of its session, or was kept although it was. */
				const take = (row: Arrived, isKept: boolean): Use => {
					const own = sessionOf(profile, '', row.session);
					const operator = own === undefined ? row.operator : '';
					const {seq: last = 0, shared = 0} = own ?? sessionOf(profile, operator, row.session) ?? {};
					const isShared = own !== undefined && row.seq === Number(shared) + 1;
					if (row.seq <= Number(last) && !isKept) {
						if (isShared) {
							setSession(profile, '', row.session, Number(last), row.seq);
						}

						return undefined;
					}

					if (row.seq > Number(last) + 1) {
						return 'gap';
					}

					if (row.seq === Number(last) + 1) {
						setSession(profile, operator, row.session, row.seq, isShared ? row.seq : Number(shared));
					}

					const why = use(profile, row, arrival, onEnd);
					counts.count += Number(why === undefined);
					counts.broken += Number(why === 'broken');
					counts.newer += Number(why === 'newer');
					if (why !== 'gap') {
						touched.add(row.session).add(row.item.split('/')[0]!);
					}

					return why;
				};

				for (const {age, ...row} of rows) {
					const kept = {...row, at: Math.round(now() - age)};
					const why = take(kept, false);
					if (why === 'gap' || why === 'newer') {
						hasWaited = true;
						const {operator, session, seq, item, n, body, host, at} = kept;
						sql('INSERT OR IGNORE INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
							profile,
							operator,
							session,
							seq,
							item,
							n,
							body,
							host,
							at,
							why,
						);
					}
				}

				while (touched.size > 0) {
					const names = JSON.stringify([...touched]);
					touched.clear();
					for (const row of sql(
						`SELECT * FROM waiting WHERE profile = ?1 AND why = 'gap' AND (session IN (SELECT value FROM json_each(?2)) OR ${uuidOfRow} IN (SELECT value FROM json_each(?2))) ORDER BY session, seq`,
					).all(profile, names)) {
						const why = take(row as unknown as Arrived, true);
						if (why !== 'gap') {
							hasWaited = true;
							sql(
								why === 'newer'
									? "UPDATE waiting SET why = 'newer' WHERE profile = ? AND operator = ? AND session = ? AND seq = ?"
									: 'DELETE FROM waiting WHERE profile = ? AND operator = ? AND session = ? AND seq = ?',
							).run(profile, String(row.operator), String(row.session), Number(row.seq));
						}
					}
				}

				if (hasWaited) {
					block(profile);
				}

				return {...counts, endedAt};
			}),
		/** Reads again what a newer chainbell wrote, after an update. */
		readAgain(given: string, arrival: Moment): void {
			const profile = hideSecrets(given);
			const rows = sql("SELECT * FROM waiting WHERE profile = ? AND why = 'newer' ORDER BY session, seq").all(profile);
			const readable = rows.filter(row => typeof readBody(String(row.body)) === 'object');
			if (readable.length > 0) {
				commit(() => {
					for (const row of readable) {
						const {session, seq, operator} = row as unknown as Arrived;
						sql('DELETE FROM event WHERE session = ? AND seq = ? AND operator = ?').run(session, seq, operator);
						sql('DELETE FROM waiting WHERE profile = ? AND session = ? AND seq = ?').run(profile, session, seq);
						use(profile, row as unknown as Arrived, arrival, () => undefined);
					}

					block(profile);
				});
			}
		},
		/** Records which sets others are working on, and until when at least: what they sent without an answer counts from then. */
		hold(given: string, claims: readonly Claim[], arrival: Moment): void {
			const profile = hideSecrets(given);
			const held = claims.filter(
				({what, session}) => what.startsWith(setClaim) && sessionOf(profile, '', session) === undefined,
			);
			const uuids = held.map(({what}) => what.slice(setClaim.length));
			commit(() => {
				sql(
					'UPDATE change SET holder = NULL WHERE profile = ? AND holder IS NOT NULL AND uuid NOT IN (SELECT value FROM json_each(?))',
				).run(profile, JSON.stringify(uuids));
				for (const [index, {operator, host, left}] of held.entries()) {
					sql('UPDATE change SET holder = ?, held_era = ?, held_moment = ? WHERE profile = ? AND uuid = ?').run(
						toStored({operator, host}).json,
						arrival.era,
						Math.ceil(arrival.at + left),
						profile,
						uuids[index]!,
					);
				}
			});
		},
		/** What a set is called in the team, whether the board has it, and whether somebody else began it. */
		place(set: number): {readonly uuid: string | undefined; readonly isShared: boolean} {
			const row = sql(`
				SELECT uuid, operator IS NOT NULL OR seq <= (SELECT shared FROM session WHERE session.profile = change.profile AND session.operator = '' AND session.session = change.session) AS is_shared
				FROM change WHERE id = ?
			`).get(set);
			return {uuid: (row?.uuid as string | null | undefined) ?? undefined, isShared: row?.is_shared === 1};
		},
		/** The last event that is here. */
		lastEvent: () => Number(sql('SELECT coalesce(max(id), 0) AS id FROM event').get()!.id),
		/** The items whose requests colleagues were answered since a moment, newest first, each with who did; also a while before it, if that came after an event. */
		workedOn(
			profile: string,
			{era, at}: Moment,
			{after, settlingTime}: {readonly after: number; readonly settlingTime: number},
		): Array<{readonly item: Item; readonly by: Colleague}> {
			return sql(`
				SELECT ${itemColumns}, event.operator AS worker, event.host AS worker_host
				FROM event JOIN ${itemsWithSets.replace('item JOIN', 'item ON item.id = event.item JOIN')}
				WHERE event.id > (SELECT max(id) FROM event) - ${newestEvents} AND event.operator IS NOT NULL AND event.kind = 'answered' AND event.era = ?1
					AND event.moment >= CASE WHEN event.id > ?2 THEN ?3 ELSE ?4 END AND item.profile = ?5
				ORDER BY event.id DESC
			`)
				.all(era, after, at - settlingTime, at, hideSecrets(profile))
				.map(row => ({item: readItem(row), by: {operator: String(row.worker), host: String(row.worker_host)}}));
		},
	};
}

/** A row of the board as it is kept. `at`: milliseconds since the epoch, by this machine's clock, when the board took it. */
type Arrived = SharedRow & Colleague & {readonly at: number};

/** Why a row cannot be used; undefined if it was. */
type Use = 'gap' | 'newer' | 'broken' | undefined;

const asWhy = (body: ReturnType<typeof readBody>): 'newer' | 'broken' => (body === 'newer' ? body : 'broken');

/** An event of another machine, with the moment of its arrival. */
function arrived(event: Event, moment: Moment): Event {
	switch (event.kind) {
		case 'sent': {
			return {...event, moment, isForeign: true};
		}

		case 'answered': {
			return {...event, moment};
		}

		case 'seen':
		case 'decided': {
			return 'missingSince' in event && event.missingSince ? {...event, missingSince: moment} : event;
		}
	}
}
