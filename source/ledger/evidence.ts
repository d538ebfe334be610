import {canonicalForm, rewritableForm} from '../notification/equivalence.ts';
import type {NotificationFields} from '../notification/notification.ts';
import type {Moment} from '../platform/clock.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {isNamed, postsOf, type Item, type NewItem} from './item.ts';
import {LedgerError, PendingChangeError} from './ledger-error.ts';
import {busyText, holderOf, isOwnedHere, type Holder} from './owner.ts';
import {fromStored, fromStoredText, toStoredText, type DatabaseRow} from './stored-json.ts';

/** A notification that a pending change is about. */
export type PendingId = {
	readonly item: number;
	readonly set: number;
	/** The other process, or the colleague, that works on it; undefined if there is none. */
	readonly holder: Holder | undefined;
	/** Whether the item has created the notification. Otherwise it is to replace or delete it. */
	readonly isNew: boolean;
};

/** When a request was sent or answered. */
export type RecentRequest = {
	/** The number of its event. */
	readonly event: number;
	readonly item: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly moment: Moment | undefined;
	/** What its item replaced or deleted, and created, if that is of the account and is done or rolled back. */
	readonly ended:
		| {readonly oldId: string | undefined; readonly newId: string | undefined; readonly isDone: boolean}
		| undefined;
};

/** The columns that an item is read from, of `itemsWithSets`. */
export const itemColumns =
	'item.*, change.profile_name, change.at AS started_at, change.size AS of, change.operator, change.host, change.owner_pid, change.owner_started, change.holder, change.held_era, change.held_moment, change.blocked, change.uuid, change.is_whole';
export const itemsWithSets = 'item JOIN change ON change.id = item.change';
const openWithSets = 'item INDEXED BY open_items JOIN change ON change.id = item.change';

/**
An SQL condition on an item, `undone`: no later item has undone it, or is undoing it if its phase is one of `counted`. A recreation of what was deleted counts as the undo of whichever deletion it refers to: two deletions could be of the same notification.
*/
const notUndoneSql = (counted: string) => `
	NOT EXISTS (
		SELECT 1 FROM item AS undo JOIN change AS whole ON whole.id = undo.change
		WHERE undo.undoes = undone.id AND undo.phase ${counted} AND whole.is_whole = 1
	)
	AND NOT (undone.kind IN ('delete', 'replace') AND undone.new_id IS NULL AND EXISTS (
		SELECT 1 FROM item AS later JOIN change AS whole ON whole.id = later.change
		WHERE later.profile = undone.profile AND later.kind = 'recreate' AND later.old_id = undone.old_id
			AND later.id > undone.id AND later.phase ${counted} AND whole.is_whole = 1
	))
`;

/** An SQL condition on the phase of an item that may have had an effect. */
const hasNotFailed = "NOT IN ('failed', 'unfollowed', 'rolled-back')";

/** The same, and it had an effect (`hasEffect`). */
const undoableSql = `undone.has_effect = 1 AND ${notUndoneSql(hasNotFailed)}`;

/** What an item, `undone`, deleted is parked, or being created again. */
const parkSql = `undone.kind = 'delete' AND undone.body ->> '$.park' = 1 AND undone.phase = 'done' AND undone.state ->> '$.isUnparked' IS NULL`;

/** An SQL condition on an item, `undone`: nothing else keeps what it deleted. */
export const keptSql = `${parkSql} AND ${notUndoneSql("= 'done'")}`;

/** The number of events that are looked through, newest first: a ledger can have millions. */
const newestEvents = 10_000;

/** Milliseconds after which a request of another boot or machine has ended. */
const longestRequest = 60_000;

/** The questions that changes are planned and judged by: what the items of an account had to do with a notification. Every one may throw LedgerError. `profile` is a `profileKey`. `toItem`: reads a row. */
export function createEvidence(database: Database, toItem: (row: DatabaseRow) => Item) {
	const sql = (text: string) => statementOf(database, text);
	const all = (text: string, ...values: Parameters<ReturnType<typeof sql>['all']>) =>
		sql(text)
			.all(...values)
			.map(row => toItem(row));
	const first = (text: string, ...values: Parameters<ReturnType<typeof sql>['get']>) => {
		const row = sql(text).get(...values);
		return row && toItem(row);
	};

	const undone = `SELECT ${itemColumns.replaceAll('item.', 'undone.')} FROM item AS undone JOIN change ON change.id = undone.change WHERE`;
	const undoable = (id: number) => first(`${undone} undone.id = ? AND ${undoableSql}`, id);

	/** The items that may still create something, or may have; `isAny`: also those of which what they created is listed. */
	const creations = (profile: string, isAny = false) =>
		sql(
			`SELECT ${itemColumns} FROM ${openWithSets} WHERE item.profile = ? AND ended_at IS NULL AND item.kind <> 'delete' ${isAny ? '' : "AND phase IN ('planned', 'creating')"} AND is_whole = 1`,
		)
			.all(hideSecrets(profile))
			.map(row => toItem(row));

	/** What was read last of the table `look`: a row is only written with its set. */
	let lastListed: {readonly set: number; readonly ids: ReadonlySet<string>} | undefined;

	/** Whether the listing that the set of an item was planned from showed this ID. False if nothing of the set can be created any more, or it was planned elsewhere. */
	const wasListed = ({set}: Pick<Item, 'set'>, notificationId: string): boolean => {
		if (lastListed?.set !== set) {
			const ids = sql('SELECT ids FROM look WHERE change = ?').get(set)?.ids ?? '[]';
			lastListed = {set, ids: new Set(fromStored<string[]>(ids))};
		}

		return lastListed.ids.has(notificationId);
	};

	return {
		undoable,
		wasListed,
		/** The items that deleted what is parked, oldest first. */
		parked: (profile: string): Item[] =>
			all(`${undone} undone.profile = ? AND ${parkSql} AND ${undoableSql} ORDER BY undone.id`, hideSecrets(profile)),
		/** Finds the pending item that may have created, or may still create, the same notification. */
		awaitedAlike(profile: string, isAny?: boolean): (fields: NotificationFields) => Item | undefined {
			const byForm = new Map(creations(profile, isAny).map(item => [formOf(item.input!, canonicalForm), item]));
			return fields => (byForm.size === 0 ? undefined : byForm.get(formOf(fields, canonicalForm)));
		},
		/**
		Begins the check of new items, in the transaction that writes them down: two changes of one notification could leave both versions of it, or none.

		@throws PendingChangeError, or LedgerError if another process or a colleague works on the notification.
		*/
		pendingCheck(profile: string, isRepeated: boolean): (item: NewItem) => void {
			const account = hideSecrets(profile);
			const pending = sql(`
				SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ?1 AND ended_at IS NULL AND old_id = ?2 AND item.kind IN ('delete', 'replace')
				UNION ALL SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ?1 AND ended_at IS NULL AND new_id = ?2
			`);
			let awaited: ReadonlyMap<string, readonly Item[]> | undefined;
			return ({kind, snapshot, input}) => {
				awaited ??= Map.groupBy(creations(profile), item => formOf(item.input!, rewritableForm));
				if (kind === 'create' && !isRepeated) {
					const same = awaited.get(formOf(input!, rewritableForm))?.[0];
					if (same !== undefined) {
						throw new PendingChangeError(`Change ${same.set} is to create the same: finish it or roll it back first.`);
					}
				}

				if ((kind !== 'replace' && kind !== 'delete') || snapshot === undefined) {
					return;
				}

				const {id} = snapshot;
				const found = pending.all(account, toStoredText(id)).find(row => !isAbandoned(row));
				const holder = found && holderOf(found);
				if (holder !== undefined) {
					throw new LedgerError(busyText(holder, sanitise(id)));
				}

				const mayBeNew = awaited
					.get(formOf(snapshot.input, rewritableForm))
					?.some(({phase, knownIds}) => phase === 'creating' && !knownIds.includes(id));
				if (found !== undefined || mayBeNew === true) {
					throw new PendingChangeError(`${sanitise(id)} has a pending change: finish it or roll it back first.`);
				}
			};
		},
		/** The notifications that have a pending change: they cannot be replaced or deleted. */
		pendingIds(profile: string): ReadonlyMap<string, PendingId> {
			const rows = sql(`
				SELECT old_id AS notification, 0 AS is_new, ${itemColumns} FROM ${openWithSets} WHERE item.profile = ?1 AND ended_at IS NULL AND item.kind IN ('delete', 'replace')
				UNION ALL
				SELECT new_id AS notification, 1 AS is_new, ${itemColumns} FROM ${openWithSets} WHERE item.profile = ?1 AND ended_at IS NULL AND new_id IS NOT NULL
				ORDER BY is_new DESC, item.id
			`)
				.all(hideSecrets(profile))
				.filter(row => !isAbandoned(row));
			// A process is looked up once, not for each of its items.
			const holders = new Map(rows.map(row => [Number(row.change), row] as const));
			const found = new Map([...holders].map(([set, row]) => [set, holderOf(row)]));
			// What is to be replaced or deleted comes last, and counts.
			return new Map(
				rows.map(row => [
					fromStoredText(row.notification)!,
					{
						item: Number(row.id),
						set: Number(row.change),
						holder: found.get(Number(row.change)),
						isNew: row.is_new === 1,
					},
				]),
			);
		},
		/** Whether another item has created this notification. An ID whose notification was deleted here since is free again. */
		isOfAnother: ({id, profile}: Pick<Item, 'id' | 'profile'>, notificationId: string): boolean =>
			sql(`
				SELECT 1 FROM item AS other WHERE profile = ?1 AND new_id = ?2 AND id <> ?3 AND phase <> 'rolled-back' AND NOT EXISTS (
					SELECT 1 FROM item AS deletion WHERE profile = ?1 AND old_id = ?2 AND kind IN ('delete', 'replace') AND phase = 'done' AND new_id IS NOT ?2
						AND (SELECT coalesce(max(iif(kind = 'sent', id, NULL)), max(id)) FROM event WHERE item = deletion.id) > (SELECT max(id) FROM event WHERE item = other.id AND body -> '$.newId' = ?2)
				)
			`).get(hideSecrets(profile), toStoredText(notificationId), id) !== undefined,
		/** Whether what had this ID was seen deleted here between the planning of an item and its POST: then the ID is free again, whatever was listed when the item was planned. */
		isFreedFor: ({id, profile}: Pick<Item, 'id' | 'profile'>, notificationId: string): boolean =>
			sql(`
				SELECT 1 FROM item AS deletion WHERE profile = ?1 AND old_id = ?2 AND kind IN ('delete', 'replace') AND phase = 'done' AND id <> ?3
					AND (SELECT max(id) FROM event WHERE item = deletion.id) BETWEEN (SELECT planned_after + 1 FROM item WHERE id = ?3) AND (SELECT max(id) FROM event WHERE item = ?3 AND kind = 'sent')
			`).get(hideSecrets(profile), toStoredText(notificationId), id) !== undefined,
		/** Whether the service named this notification to another pending item with this content. */
		isNamedToAnother: ({id, profile, input}: Pick<Item, 'id' | 'profile' | 'input'>, notificationId: string): boolean =>
			all(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ? AND named = ? AND item.id <> ? AND ended_at IS NULL`,
				hideSecrets(profile),
				toStoredText(notificationId),
				id,
			).some(other => formOf(other.input!, rewritableForm) === formOf(input!, rewritableForm)),
		/** Whether a DELETE of this notification was sent from here. */
		isDeletedHere: (profile: string, notificationId: string): boolean =>
			sql(`
				SELECT 1 FROM item WHERE profile = ?1 AND old_id = ?2 AND ((kind = 'delete' AND phase <> 'planned') OR (kind = 'replace' AND phase IN ('deleting', 'done', 'failed', 'unfollowed')))
				UNION ALL SELECT 1 FROM item WHERE profile = ?1 AND new_id = ?2 AND phase IN ('undoing', 'rolled-back')
			`).get(hideSecrets(profile), toStoredText(notificationId)) !== undefined,
		/** The newest item by which this notification was seen deleted. */
		deletionOf: (profile: string, notificationId: string): Item | undefined =>
			first(
				`
					SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ?1 AND old_id = ?2 AND item.kind IN ('delete', 'replace') AND phase = 'done' AND new_id IS NOT ?2
					UNION ALL SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ?1 AND new_id = ?2 AND phase = 'rolled-back'
					ORDER BY 1 DESC LIMIT 1
				`,
				hideSecrets(profile),
				toStoredText(notificationId),
			),
		/** Whether a later item created this notification, probably did, or may have as this content is what it sent: no listing showed it before that one was sent. */
		isCreatedLater: (
			{id, profile}: Pick<Item, 'id' | 'profile'>,
			notificationId: string,
			content?: NotificationFields,
		): boolean => {
			const given = [hideSecrets(profile), toStoredText(notificationId), id] as const;
			const made = sql('SELECT 1 FROM item WHERE profile = ?1 AND new_id = ?2 AND id > ?3').get(...given);
			const form = content && formOf(content, rewritableForm);
			return (
				made !== undefined ||
				all(
					`SELECT ${itemColumns} FROM ${openWithSets} WHERE item.profile = ? AND item.id > ? AND ended_at IS NULL AND phase = 'creating'`,
					given[0],
					id,
				).some(other => {
					const isNone = other.probable === undefined && postsOf(other).every(({target}) => target === undefined);
					const isIts = isNone
						? formOf(other.input!, rewritableForm) === form
						: isNamed(other, notificationId) || other.probable === notificationId;
					// One that was sent without a check has an empty ID among those that it knew.
					return isIts && !wasListed(other, notificationId) && !other.knownIds.includes('');
				})
			);
		},
		/** The newest item that is done and created this notification. */
		creatorOf: (profile: string, notificationId: string): Item | undefined =>
			first(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ? AND new_id = ? AND phase = 'done' ORDER BY item.id DESC LIMIT 1`,
				hideSecrets(profile),
				toStoredText(notificationId),
			),
		/** The last item after another one, an edit or a recreation, that is done and replaced a notification by one with another ID. */
		successor: (profile: string, notificationId: string, after: number): Item | undefined =>
			first(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ? AND old_id = ? AND item.id > ? AND item.kind <> 'delete' AND phase = 'done' AND new_id IS NOT NULL ORDER BY item.id DESC LIMIT 1`,
				hideSecrets(profile),
				toStoredText(notificationId),
				after,
			),
		/** The last item, an edit or a recreation, that is done and replaced another notification by the one with this ID. */
		predecessor: (profile: string, notificationId: string): Item | undefined =>
			first(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ?1 AND new_id = ?2 AND old_id <> ?2 AND item.kind <> 'delete' AND phase = 'done' ORDER BY item.id DESC LIMIT 1`,
				hideSecrets(profile),
				toStoredText(notificationId),
			),
		/** The newest items that created something, or whose POST the service has confirmed. */
		lastSent: (profile: string, limit: number): Item[] =>
			all(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.profile = ? AND item.kind <> 'delete' AND (phase = 'done' OR (phase = 'creating' AND item.kind <> 'replace' AND EXISTS (SELECT 1 FROM event WHERE item = item.id AND event.kind = 'answered' AND body ->> '$.outcome' = 'ok'))) ORDER BY item.id DESC LIMIT ?`,
				hideSecrets(profile),
				limit,
			),
		/** The notifications that the newest items deleted, without those of other machines: the old ones of what is done, and the new ones of what was taken back. */
		recentDeletions(profile: string, limit: number): Array<{readonly item: number; readonly id: string}> {
			// As one row, which takes a third of the time: thousands are read after each listing.
			const {items, ids} = sql(`
				SELECT json_group_array(item) AS items, json_group_array(json(deleted_id)) AS ids FROM (
					SELECT item.id AS item, iif(phase = 'done', old_id, new_id) AS deleted_id FROM ${itemsWithSets}
					WHERE item.profile = ? AND ((phase = 'done' AND item.kind IN ('delete', 'replace')) OR (phase = 'rolled-back' AND new_id IS NOT NULL)) AND change.operator IS NULL
					ORDER BY ended_at DESC LIMIT ?
				)
			`).get(hideSecrets(profile), limit) as {items: string; ids: string};
			const deleted = JSON.parse(ids) as string[];
			return (JSON.parse(items) as number[]).map((item, index) => ({item, id: deleted[index]!}));
		},
		/** The last requests and answers before one, newest first: of every account, so that whoever reads them can end where they are not recent any more. */
		recentRequests: (profile: string, before: number, limit: number): RecentRequest[] =>
			sql(`
				SELECT event.id, event.item, event.at, event.era, event.moment, old_id, new_id, phase, item.kind, profile = ?1 AND phase IN ('done', 'rolled-back') AS is_ended
				FROM event JOIN item ON item.id = event.item WHERE event.kind IN ('sent', 'answered') AND event.id < ?2 ORDER BY event.id DESC LIMIT ?3
			`)
				.all(hideSecrets(profile), before, limit)
				.map(row => ({
					event: Number(row.id),
					item: Number(row.item),
					at: Number(row.at),
					moment: momentOf(row),
					ended:
						row.is_ended === 1
							? {
									oldId: row.kind === 'recreate' ? undefined : fromStoredText(row.old_id),
									newId: fromStoredText(row.new_id),
									isDone: row.phase === 'done',
								}
							: undefined,
				})),
		/** Whether every request that was recorded, of any account, was answered or given up before a moment. `at`: the same moment in milliseconds since the epoch, for requests of another boot or machine. */
		endedBefore: ({era, at: moment}: Moment, at: number): boolean =>
			sql(`
				SELECT 1 FROM (SELECT era, moment, at FROM event WHERE era IS NOT NULL ORDER BY id DESC LIMIT ${newestEvents})
				WHERE (era = ?1 AND moment >= ?2) OR (era <> ?1 AND at >= ?3) LIMIT 1
			`).get(era, Math.floor(moment), at - longestRequest) === undefined,
		/** Whether the service named what was created last; true if there was nothing. */
		isLastNamed(): boolean {
			const row = sql(
				"SELECT named FROM item WHERE kind <> 'delete' AND phase NOT IN ('planned', 'failed', 'unfollowed') ORDER BY id DESC LIMIT 1",
			).get();
			return row === undefined || row.named !== null;
		},
		/** The item that has undone another one or is undoing it. */
		undoOf: (id: number): Item | undefined =>
			first(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE undoes = ? AND phase ${hasNotFailed} ORDER BY item.id DESC LIMIT 1`,
				id,
			),
		/** The items of a set that can be undone, in their order, after a position. */
		undoableItems: (
			set: number,
			{after = 0, limit = -1}: {readonly after?: number; readonly limit?: number} = {},
		): Item[] =>
			all(
				`SELECT ${itemColumns.replaceAll('item.', 'undone.')} FROM item AS undone JOIN change ON change.id = undone.change WHERE undone.change = ? AND position > ? AND ${undoableSql} ORDER BY position LIMIT ?`,
				set,
				after,
				limit,
			),
		/** The item of this machine sent last that `isWanted` accepts, of those that can be undone, failed or are pending; with `isUndo`, of those that have ended the last one that is an undo. */
		lastUndoable(profile: string, isWanted: (item: Item) => boolean, isUndo = false): Item | undefined {
			const seen = new Set<number>();
			// By the order of the requests, because clocks can be set back. CROSS JOIN keeps SQLite from sorting all of them.
			for (const row of sql(`
				SELECT ${itemColumns.replaceAll('item.', 'undone.')} FROM event CROSS JOIN item AS undone ON undone.id = event.item JOIN change ON change.id = undone.change
				WHERE event.kind = 'sent' AND undone.profile = ? AND change.operator IS NULL
					AND (undone.ended_at IS NULL OR (is_undo = ? AND (undone.phase IN ('failed', 'unfollowed') OR (${undoableSql})))) ORDER BY event.id DESC
			`).iterate(hideSecrets(profile), Number(isUndo))) {
				const item = toItem(row);
				if (!seen.has(item.id) && isWanted(item)) {
					return item;
				}

				seen.add(item.id);
			}

			return undefined;
		},
		/** What the items of a set that are done have deleted and created, and what those rolled back have deleted again. `unnamed`: what of that no answer named. */
		changedIds(set: number): {
			readonly gone: readonly string[];
			readonly created: readonly string[];
			readonly unnamed: readonly string[];
		} {
			const rows = sql(`
				SELECT kind, old_id, new_id, named FROM item WHERE change = ?1 AND phase = 'done'
				UNION ALL SELECT 'delete', new_id, NULL, NULL FROM item WHERE change = ?1 AND phase = 'rolled-back'
			`).all(set);
			const newOf = (some: typeof rows) => some.map(row => fromStoredText(row.new_id)).filter(id => id !== undefined);
			return {
				gone: rows
					.filter(row => row.kind !== 'recreate' && row.old_id !== row.new_id)
					.map(row => fromStoredText(row.old_id))
					.filter(id => id !== undefined),
				created: newOf(rows),
				unnamed: newOf(rows.filter(({new_id: created, named}) => created !== named)),
			};
		},
	};
}

/** Whether a row is of a set that was never whole, and whose process has ended: it never began. */
const isAbandoned = (row: DatabaseRow): boolean =>
	row.is_whole === 0 && !isOwnedHere(row) && holderOf(row) === undefined;

// The ledger has no API key: what is read back from it may have `[API key]` instead.
const formOf = (fields: NotificationFields, form: (fields: NotificationFields) => string): string =>
	hideSecrets(form(fields));

const momentOf = ({era, moment}: DatabaseRow): Moment | undefined =>
	typeof era === 'string' ? {era, at: Number(moment)} : undefined;
