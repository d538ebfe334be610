import type {BatchKind, OperationKind} from '../notification/operation-texts.ts';
import {unlistedFields} from '../notification/spec.ts';
import {withoutMembers} from '../notification/undocumented.ts';
import type {Moment} from '../platform/clock.ts';
import {inTransaction, statementOf, type Database} from '../platform/sqlite.ts';
import {joined} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {createEvidence, itemColumns, itemsWithSets} from './evidence.ts';
import {createHistory} from './history.ts';
import {
	type About,
	type ChangeSet,
	type Counts,
	type Event,
	type Item,
	type NewItem,
	type NotificationSnapshot,
	type Phase,
	type Reason,
	type Request,
	type State,
	countsOf,
	firstState,
	fold,
	foldAll,
	hasEffect,
	mayHaveEffect,
	numberOf,
	postsOf,
} from './item.ts';
import {LedgerError, MissingEntryError, committer, type WriteBlock} from './ledger-error.ts';
import {maskIn, maskRecipient} from './mask.ts';
import {busyText, holderOf, isOwnedElsewhere, isOwnedHere, ownerColumns} from './owner.ts';
import type {SentContentStore} from './small-stores.ts';
import {fromStored, toStored, toStoredText, type DatabaseRow} from './stored-json.ts';

/** A set that is about to be written down. */
export type NewSet = {
	/** A `profileKey`. */
	readonly profile: string;
	readonly profileName: string;
	/** See `ChangeSet`. */
	readonly keeps?: readonly string[] | undefined;
	/** The IDs in the listing that it was planned from, if it creates something. */
	readonly listed?: readonly string[] | undefined;
	/** Whether items may create what a pending item may create as well. */
	readonly isRepeated?: boolean | undefined;
	/** Its name in the team. */
	readonly uuid?: string | undefined;
};

/** An event of an item. */
export type ItemEvent = {readonly item: number; readonly event: Event};

/** Which items of a set are read, in their order: those after a position. */
export type ItemQuery = {
	readonly phases?: readonly Phase[] | undefined;
	/** Those that create something, or those that only delete. */
	readonly method?: 'POST' | 'DELETE' | undefined;
	readonly after?: number;
	readonly limit?: number;
};

/** The JSON of the column `body`. */
type StoredBody = Pick<NewItem, 'input' | 'snapshot' | 'place' | 'knownIds' | 'park'>;

/** The maximum number of refused fields that are stored of an item. */
const maxIssues = 20;

/**
The changes that were made from this machine: what the service was asked to do, and what became of it. When a method returns, it is on disk. Every method may throw LedgerError, and then has changed nothing; while the ledger is not writable, the methods that begin or continue a change throw.

A set is written down with all its items before its first request, and exists from then on. Only the process that owns a set continues it; the process that begins one owns it.

@param database - A database of the current schema.
@param now - Milliseconds since the epoch.
@param writeBlock - Nothing begins or continues while this returns a reason.
@param sent - Where the fields that no listing returns are kept, once it is known which notification has them.
*/
export function createChanges(
	database: Database,
	now: () => number,
	writeBlock: WriteBlock,
	sent: Pick<SentContentStore, 'remember'>,
) {
	const sql = (text: string) => statementOf(database, text);
	const commit = committer(database, writeBlock);

	// The contents of items that are stored without the API key. Only this process can still send them.
	const unredacted = new Map<number, Pick<NewItem, 'input' | 'snapshot'>>();
	const toItem = (row: DatabaseRow): Item => readItem(row, unredacted.get(Number(row.id)));
	const find = (id: number) => sql(`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE item.id = ?`).get(id);
	const evidence = createEvidence(database, toItem);
	const writer = createWriter(database, sent);

	const requireSet = (id: number): DatabaseRow => {
		const row = sql('SELECT * FROM change WHERE id = ?').get(id);
		if (row === undefined) {
			throw new MissingEntryError(`The ledger has no change ${id}.`);
		}

		return row;
	};

	const requireOwnSet = (id: number): DatabaseRow => {
		const row = requireSet(id);
		if (!isOwnedHere(row)) {
			const holder = holderOf(row);
			throw new LedgerError(holder === undefined ? `Change ${id} is not claimed.` : busyText(holder, `change ${id}`));
		}

		return row;
	};

	const requirePartialSet = (id: number): DatabaseRow => {
		const row = requireOwnSet(id);
		if (row.is_whole === 1) {
			throw new LedgerError(`Change ${id} already has all its items.`);
		}

		return row;
	};

	const countsIn = (set: number): Counts => {
		const rows = sql('SELECT phase, count(*) AS count FROM item WHERE change = ? GROUP BY phase').all(set);
		const counts = new Map(rows.map(({phase, count}) => [String(phase), Number(count)]));
		const skipped = counts.has('rolled-back')
			? sql(`SELECT count(*) AS count FROM item WHERE change = ? AND phase = 'rolled-back' AND new_id IS NULL`).get(
					set,
				)!.count
			: 0;
		return countsOf(phase => counts.get(phase) ?? 0, Number(skipped));
	};

	const toSet = (row: DatabaseRow): ChangeSet => ({
		id: Number(row.id),
		profile: String(row.profile),
		profileName: fromStored(row.profile_name),
		kind: row.kind as BatchKind,
		startedAt: Number(row.at),
		size: Number(row.size),
		counts: countsIn(Number(row.id)),
		keeps: row.keeps === null ? [] : fromStored<string[]>(row.keeps),
		...byOf(row),
	});

	const insert = ({profile, profileName, keeps = [], listed = [], uuid}: NewSet): number => {
		const set = Number(
			sql(
				"INSERT INTO change (profile, profile_name, kind, at, size, is_whole, keeps, uuid, owner_pid, owner_started) VALUES (?, ?, 'mixed', ?, 0, 0, ?, ?, ?, ?)",
			).run(
				hideSecrets(profile),
				toStored(profileName).json,
				now(),
				keeps.length === 0 ? null : toStored(keeps).json,
				uuid ?? null,
				...ownerColumns(),
			).lastInsertRowid,
		);
		if (listed.length > 0) {
			sql('INSERT INTO look VALUES (?, ?)').run(set, toStored(listed).json);
		}

		return set;
	};

	/** Writes items down, in a transaction. */
	const addAll = (set: number, items: readonly NewItem[], {profile, isRepeated = false}: NewSet): void => {
		const requireFree = evidence.pendingCheck(profile, isRepeated);
		const row = requirePartialSet(set);
		let position = Number(row.size);
		for (const item of items) {
			requireFree(item);
			const {input, snapshot, undoes} = item;
			if (undoes !== undefined && evidence.undoable(undoes) === undefined) {
				throw new LedgerError('It is undone already, or is being undone. Refresh the list, then try again.');
			}

			position++;
			const {id, isRedacted} = writer.addItem(set, position, profile, item);
			if (isRedacted) {
				unredacted.set(id, {input, snapshot});
			}
		}

		sql('UPDATE change SET size = ? WHERE id = ?').run(position, set);
	};

	const forget = (set: number): void => {
		sql('DELETE FROM change WHERE id = ?').run(set);
	};

	/** Deletes the sets that are not whole and that nobody is writing any more: nothing of them was sent. */
	const forgetAbandoned = (): void => {
		for (const row of sql('SELECT * FROM change WHERE is_whole = 0 AND operator IS NULL').all()) {
			if (!isOwnedHere(row) && !isOwnedElsewhere(row)) {
				forget(Number(row.id));
			}
		}
	};

	/** Appends an event, in a transaction. */
	const appendOne = ({item: id, event: given}: ItemEvent, owned: Set<number>): void => {
		const row = find(id);
		if (row === undefined) {
			throw new MissingEntryError(`The ledger has no item ${id}.`);
		}

		const set = Number(row.change);
		if (!owned.has(set)) {
			if (requireOwnSet(set).is_whole !== 1) {
				throw new LedgerError(`Change ${set} does not have all its items yet.`);
			}

			owned.add(set);
		}

		const item = toItem(row);
		if (given.kind === 'sent' && given.method === 'POST' && mayHaveEffect(postsOf(item))) {
			throw new LedgerError(`The POST of item ${numberOf(item)} was sent before: it is not sent again.`);
		}

		const at = now();
		// Where a colleague's machine can put in events, an answer names its request.
		const last = given.kind === 'answered' && row.uuid !== null ? item.requests.findLast(isOwn)?.n : undefined;
		const event = masked(item, last === undefined ? given : ({...given, of: last} as Event));
		const before = stateOf(row);
		const n = before.n + 1;
		const state = row.uuid === null ? fold(item, before, event, at) : foldAll(item, before, [{n, at, event}]);
		writer.addEvent(id, {n, at, event});
		writer.setState(item, state);
		writer.remember(item, state, event, at);
	};

	return {
		...evidence,
		...createHistory(database, toItem, row => toSet(row)),
		/**
		Writes down a set with all its items, and the first request of one that is to be sent at once.

		@returns The set, which this process owns.
		@throws PendingChangeError when an item would replace or delete a notification that has a pending change, or create what a pending item may create; LedgerError when it would undo what is undone.
		*/
		begin: (given: NewSet, items: readonly NewItem[], first?: Event & {readonly kind: 'sent'}): ChangeSet =>
			commit(() => {
				const set = insert(given);
				addAll(set, items, given);
				writer.close(set);
				if (first !== undefined) {
					appendOne({item: Number(sql('SELECT id FROM item WHERE change = ?').get(set)!.id), event: first}, new Set());
				}

				return toSet(requireSet(set));
			}),
		/** Begins a set whose items are added in slices (`add`) until it is whole (`close`). Until then it does not count, and if its process ends it is deleted. Returns its number. */
		open: (given: NewSet): number =>
			commit(() => {
				forgetAbandoned();
				return insert(given);
			}),
		/** Adds items to a set that is not whole. @throws as `begin` */
		add(set: number, items: readonly NewItem[], given: NewSet): void {
			commit(() => {
				addAll(set, items, given);
			});
		},
		/** Records that a set has all its items. */
		close(set: number): void {
			commit(() => {
				requireOwnSet(set);
				writer.close(set);
			});
		},
		/** Deletes a set that is not whole. */
		forget(set: number): void {
			inTransaction(database, () => {
				requirePartialSet(set);
				forget(set);
			});
		},
		/** Deletes the sets that are not whole, and whose process has ended. */
		forgetAbandoned(): void {
			if (sql('SELECT 1 FROM change WHERE is_whole = 0 AND operator IS NULL').get() !== undefined) {
				commit(forgetAbandoned);
			}
		},
		/** Appends events of items of sets that this process owns, in one transaction. When this returns, they are on disk, and the requests that they announce may be sent. */
		append(events: readonly ItemEvent[]): void {
			if (events.length > 0) {
				const owned = new Set<number>();
				commit(() => {
					for (const event of events) {
						appendOne(event, owned);
					}

					for (const set of owned) {
						sql(
							"DELETE FROM look WHERE change = ?1 AND NOT EXISTS (SELECT 1 FROM item WHERE change = ?1 AND phase IN ('planned', 'creating'))",
						).run(set);
					}
				});
			}
		},
		/** Appends an event to an item that has ended, of whatever set: a listing contradicts how it ended. */
		revise(item: number, event: Event): void {
			commit(() => {
				appendOne({item, event}, new Set([Number(find(item)?.change)]));
			});
		},
		/** Makes this process the owner of a set, unless another running process is. Returns whether it is now; false if the ledger is not writable. */
		claim: (set: number): boolean =>
			writeBlock() === undefined &&
			inTransaction(database, () => {
				if (isOwnedElsewhere(requireSet(set))) {
					return false;
				}

				sql('UPDATE change SET owner_pid = ?, owner_started = ? WHERE id = ?').run(...ownerColumns(), set);
				return true;
			}),
		/** Releases a set, so that any process may claim it. One of which all is done nobody claims again. */
		release(set: number): void {
			const {counts, size} = toSet(requireSet(set));
			if (counts.done === size) {
				return;
			}

			inTransaction(database, () => {
				if (isOwnedHere(requireSet(set))) {
					sql('UPDATE change SET owner_pid = NULL, owner_started = NULL WHERE id = ?').run(set);
				}
			});
		},
		/** Another running process, or a colleague on another machine, that works on a set; undefined if none does. */
		holder: (set: number) => holderOf(requireSet(set)),
		/** @throws MissingEntryError */
		set: (id: number): ChangeSet => toSet(requireSet(id)),
		item(id: number): Item | undefined {
			const row = find(id);
			return row && toItem(row);
		},
		/** The item of a set at a position, from 1. */
		itemAt(set: number, position: number): Item | undefined {
			const row = sql(`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE change = ? AND position = ?`).get(
				set,
				position,
			);
			return row && toItem(row);
		},
		/** The items of a set, in their order. */
		items(set: number, {phases, method, after = 0, limit = -1}: ItemQuery = {}): Item[] {
			const inPhases = phases === undefined ? '' : `AND phase IN (${phases.map(phase => `'${phase}'`).join(', ')})`;
			const ofMethod = method === undefined ? '' : `AND (item.kind = 'delete') = ${Number(method === 'DELETE')}`;
			return sql(
				`SELECT ${itemColumns} FROM ${itemsWithSets} WHERE change = ? AND position > ? ${inPhases} ${ofMethod} ORDER BY position LIMIT ?`,
			)
				.all(set, after, limit)
				.map(row => toItem(row));
		},
		/** The sets of an account that have not ended, oldest first. `profile` is a `profileKey`. */
		// SQLite takes an index of all items for as good as one of the few that are open, so that it is named.
		pending: (profile: string): ChangeSet[] =>
			sql(`
				SELECT * FROM change WHERE is_whole = 1 AND id IN (
					SELECT change FROM item INDEXED BY open_items WHERE profile = ? AND ended_at IS NULL
				) ORDER BY id
			`)
				.all(hideSecrets(profile))
				.map(row => toSet(row)),
	};
}

/** An event as it is stored. `moment`: when it came, of one from another machine. */
type StoredEvent = {
	readonly n: number;
	readonly at: number;
	readonly event: Event;
	readonly moment?: Moment | undefined;
	readonly source?: readonly [session: string, seq: number, operator: string, host: string];
};

/** Writes items and their events down, in the transaction of its caller. */
export function createWriter(database: Database, sent: Pick<SentContentStore, 'remember'>) {
	const sql = (text: string) => statementOf(database, text);
	const insertItem = sql(`
		INSERT INTO item (change, position, profile, kind, old_id, about, body, is_redacted, undoes, is_undo, phase, has_effect, planned_after, state)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, coalesce(?10, (SELECT 1 - is_undo FROM item WHERE id = ?9), 0), 'planned', 0, (SELECT coalesce(max(id), 0) FROM event), ?11)
	`);
	const insertEvent = sql(
		'INSERT INTO event (item, n, at, kind, era, moment, body, session, seq, operator, host) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const updateItem = sql(
		'UPDATE item SET phase = ?, new_id = ?, named = ?, has_effect = ?, ended_at = ?, state = ? WHERE id = ?',
	);
	return {
		/** Returns the number, and whether it is stored without the API key. */
		addItem(set: number, position: number, profile: string, item: NewItem) {
			const {kind, input, snapshot, place, undoes, isUndo, park, knownIds = []} = item;
			const {json, isRedacted} = toStored({input, snapshot, place, knownIds, park} satisfies StoredBody);
			const {lastInsertRowid} = insertItem.run(
				set,
				position,
				hideSecrets(profile),
				kind,
				toStoredText(snapshot?.id),
				toStored(aboutOf(item)).json,
				json,
				Number(isRedacted),
				undoes ?? null,
				isUndo === undefined ? null : Number(isUndo),
				toStored(plannedState(knownIds, isRedacted)).json,
			);
			return {id: Number(lastInsertRowid), isRedacted};
		},
		/** Records that a set has all its items. */
		close(set: number): void {
			sql(
				`UPDATE change SET is_whole = 1, kind = (SELECT CASE WHEN min(told) = max(told) THEN min(told) ELSE 'mixed' END FROM (SELECT CASE WHEN body ->> '$.park' IS NULL THEN kind WHEN kind = 'delete' THEN 'park' ELSE 'resume' END AS told FROM item WHERE change = ?1)) WHERE id = ?1`,
			).run(set);
		},
		addEvent(
			item: number,
			{n, at, event, moment: arrival, source = [null, null, null, null] as never}: StoredEvent,
		): void {
			const moment = arrival ?? ('moment' in event ? event.moment : undefined);
			// The time is rounded up, so that the time since then is never overestimated.
			const time = moment === undefined ? null : Math.ceil(moment.at);
			insertEvent.run(item, n, at, event.kind, moment?.era ?? null, time, toStored(event).json, ...source);
		},
		/** Keeps what the events of an item add up to. */
		setState(item: Item, state: State): void {
			updateItem.run(
				state.phase,
				toStoredText(state.newId),
				toStoredText(state.requests.findLast(({method}) => method === 'POST')?.target),
				Number(hasEffect({...item, ...state})),
				state.endedAt ?? null,
				toStored(state).json,
				item.id,
			);
		},
		/** Remembers what no listing returns of a notification that an event names as created. */
		remember({profile, input, isRedacted}: Item, state: State, event: Event, at: number): void {
			const known =
				event.kind === 'seen' ? (event.newId ?? (event.to === 'failed' ? state.former?.id : undefined)) : undefined;
			if (known !== undefined && input !== undefined && !isRedacted) {
				sent.remember(profile, known, {...unlistedFields(input), at});
			}
		},
	};
}

/** The state of an item before its first event. */
export const plannedState = (knownIds: readonly string[], isRedacted: boolean): State =>
	firstState(knownIds, isRedacted ? [{why: 'has-key'}] : []);

const isOwn = ({isForeign}: Request): boolean => isForeign !== true;

/** See `createChanges`. */
export type Changes = ReturnType<typeof createChanges>;

/** An event without what must not be stored: an answer of the service may quote the recipient. */
function masked(item: Item, event: Event): Event {
	const mask = (text: string) => maskIn(text, contentsOf(item));
	if (event.kind === 'answered' && event.summary !== undefined) {
		return {...event, summary: mask(event.summary)};
	}

	return event.kind === 'seen'
		? {
				...event,
				issues: event.issues?.slice(0, maxIssues).map(({field, message}) => ({
					field: mask(sanitise(field)),
					message: mask(sanitise(message)),
				})),
				reason: event.reason?.map(reason => maskedReason(reason, mask)),
			}
		: event;
}

const contentsOf = ({input, snapshot}: Pick<NewItem, 'input' | 'snapshot'>) =>
	[input, snapshot?.input].filter(contents => contents !== undefined);

/** A reason whose words of the service are masked. */
function maskedReason(reason: Reason, mask: (text: string) => string): Reason {
	if ('text' in reason) {
		return {...reason, text: mask(reason.text)};
	}

	return 'answer' in reason && reason.answer !== undefined ? {...reason, answer: mask(reason.answer)} : reason;
}

function aboutOf(item: NewItem): About {
	const contents = contentsOf(item);
	const {name = '', userId = '', channel = '', recipient = ''} = contents[0] ?? {};
	const shown = maskRecipient(channel, recipient);
	const label = name === '' ? joined([userId, shown], ' → ') : maskIn(name, contents);
	return {label, channel, recipient: shown};
}

/** Who made a change on another machine; nothing for one of this machine. */
const byOf = ({operator, host}: DatabaseRow): Pick<Item, 'by'> =>
	typeof operator === 'string' ? {by: {operator, host: String(host)}} : {};

export const stateOf = (row: DatabaseRow): State => {
	const {former, ...state} = fromStored<State>(row.state);
	return former === undefined ? state : {...state, former: withUnlisted(former)};
};

/** JSON has no undefined, so these members may be missing. */
const withUnlisted = (snapshot: NotificationSnapshot): NotificationSnapshot => ({
	...snapshot,
	...unlistedFields(snapshot),
});

/** What a colleague sent counts from the end of their lease, if that is later than when it came. */
function heldState(state: State, {held_era: era, held_moment: at}: DatabaseRow): State {
	const held = {era: String(era), at: Number(at)};
	const raise = (moment: Moment | undefined) => (moment?.era === held.era && moment.at > held.at ? moment : held);
	return era === null || era === undefined
		? state
		: {
				...state,
				requests: state.requests.map(request =>
					request.isForeign ? {...request, moment: raise(request.moment)} : request,
				),
			};
}

/** Reads an item. `whole`: its contents, if they are stored without the API key. */
export function readItem(row: DatabaseRow, whole?: Pick<NewItem, 'input' | 'snapshot'>): Item {
	const {place, park, ...stored} = fromStored<StoredBody>(row.body);
	const state = heldState(stateOf(row), row);
	const {input, snapshot} = whole ?? {...stored, snapshot: stored.snapshot && withUnlisted(stored.snapshot)};
	return {
		id: Number(row.id),
		set: Number(row.change),
		position: Number(row.position),
		of: Number(row.of),
		profile: String(row.profile),
		profileName: fromStored(row.profile_name),
		startedAt: Number(row.started_at),
		kind: row.kind as OperationKind,
		...state,
		snapshot,
		input: input && state.without ? withoutMembers(input, state.without) : input,
		...(place !== undefined && {place}),
		...(park && {park}),
		...(row.undoes !== null && {undoes: Number(row.undoes)}),
		...(row.is_undo === 1 && {isUndo: true}),
		...(row.is_redacted === 1 && whole === undefined && {isRedacted: true}),
		...byOf(row),
	};
}
