import {noValues, type KnownValues} from '../notification/suggest.ts';
import type {Draft} from '../notification/fields.ts';
import type {Unlisted} from '../notification/notification.ts';
import {arrangementOf, type ArrangedSearch} from '../query/sort.ts';
import {inTransaction, statementOf, type Database, type Statement} from '../platform/sqlite.ts';
import {hasSecret, hideSecrets} from '../terminal/secrets.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from './stored-json.ts';

/*
What the ledger keeps besides changes: values by the `profileKey` of an account, without API keys. Every method may throw LedgerError; the program can do without all of it.
*/

type DraftPurpose = 'create' | 'edit';

/** A saved draft: a form that was not sent. */
export type DraftEntry = {
	readonly id: number;
	/** The content, with `[API key]` in place of an API key, which is never saved. */
	readonly draft: Draft;
	/** The ID of the notification that the draft edits or clones. */
	readonly origin: string | undefined;
	readonly purpose: DraftPurpose;
	/** When it was last saved, in milliseconds since the epoch. */
	readonly at: number;
};

/** A draft to save: under an existing ID, or as a new one. */
export type UnsavedDraft = {
	readonly id?: number | undefined;
	readonly draft: Draft;
	readonly origin?: string;
	readonly purpose: DraftPurpose;
};

/** The drafts. */
export type DraftStore = {
	/** Saves a draft. Returns its ID, to save it again later. Runs one statement of a few milliseconds, so it can run at every pause in typing. */
	readonly save: (profile: string, draft: UnsavedDraft) => number;
	/** Lists the drafts, newest first. */
	readonly list: (profile: string) => DraftEntry[];
	readonly discard: (id: number) => void;
};

/** The last search and arrangement of the list, by profile. */
export type ViewSettingsStore = {
	readonly read: (profile: string) => ArrangedSearch | undefined;
	/** Saves the view. A query that contains the API key is saved as an empty one. */
	readonly write: (profile: string, view: ArrangedSearch) => void;
};

/** A file on this machine in the state in which it was planned. */
export type PlannedFile = {
	/** The absolute path. */
	readonly path: string;
	/** The size in bytes, and the time of the last change in milliseconds since the epoch: by these a later change is seen. */
	readonly size: number;
	readonly modified: number;
};

/** The place of a notification in a file that was planned. */
export type ManagedPlace = PlannedFile & {readonly line: number};

/** The files that were planned or applied on this machine, and the notifications that they describe. */
export type PlannedFileStore = {
	/** Saves a file with the lines of its notifications, in place of what was known of it. The oldest of many files are forgotten. */
	readonly remember: (
		profile: string,
		file: PlannedFile,
		lines: ReadonlyArray<{readonly id: string; readonly line: number}>,
	) => void;
	/** The paths of the files, the last one first. */
	readonly paths: (profile: string) => string[];
	/** The places of a notification, that in the file planned last first. */
	readonly placesOf: (profile: string, id: string) => ManagedPlace[];
	/** The places in a file, with the IDs of their notifications. */
	readonly placesIn: (profile: string, path: string) => Array<ManagedPlace & {readonly id: string}>;
};

/** The most files that are kept for an account, and notifications for a file. */
const mostFiles = 20;
const mostLines = 10_000;

/** Values that the service accepted from this machine, for suggestions. */
export type LearnedValueStore = {
	readonly read: (profile: string) => KnownValues;
	/** Adds values. A value that contains the API key is not saved. */
	readonly write: (profile: string, values: KnownValues) => void;
};

/** The fields of a notification that listings never return (interface.md), as sent from this machine. An empty text was sent as empty. */
export type SentContent = Unlisted & {
	/** Milliseconds since the epoch. */
	readonly at: number;
};

/** The sent content by notification. `id`: the ID as the service sent it. */
export type SentContentStore = {
	/** Saves the content of a notification. If it contains the API key, it is not saved, and earlier content is deleted because it is outdated. */
	readonly remember: (profile: string, id: string, content: SentContent) => void;
	/** Reads the content; undefined if it is not known on this machine. */
	readonly get: (profile: string, id: string) => SentContent | undefined;
	/** Reads the content of all notifications of an account. */
	readonly all: (profile: string) => ReadonlyArray<SentContent & {readonly id: string}>;
};

/** The stores, each of whose methods runs a statement or two. */
export type SmallStores = {
	readonly drafts: DraftStore;
	readonly views: ViewSettingsStore;
	readonly planned: PlannedFileStore;
	readonly learned: LearnedValueStore;
	readonly sent: SentContentStore;
};

/** Creates the stores of a ledger. `now`: milliseconds since the epoch. */
export function createSmallStores(database: Database, now: () => number): SmallStores {
	const sql = (text: string): Statement => statementOf(database, text);
	const keyOf = (profile: string, id: string) => [hideSecrets(profile), toStored(id).json] as const;
	const sentOf = (row: Row): SentContent => ({...fromStored<Omit<SentContent, 'at'>>(row.content), at: Number(row.at)});
	const managed = 'SELECT * FROM managed JOIN planned_files ON planned_files.id = managed.file WHERE profile = ? AND';

	return {
		drafts: {
			save(profile, {id, draft, origin, purpose}) {
				const row = sql(
					'INSERT OR REPLACE INTO drafts (id, profile, purpose, origin, draft, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
				).get(id ?? null, hideSecrets(profile), purpose, toStoredText(origin), toStored(draft).json, now());
				return Number(row?.id);
			},
			list: profile =>
				sql('SELECT * FROM drafts WHERE profile = ? ORDER BY at DESC, id DESC')
					.all(hideSecrets(profile))
					.map(row => ({
						id: Number(row.id),
						draft: withAddresses(fromStored(row.draft)),
						origin: fromStoredText(row.origin),
						purpose: row.purpose as DraftPurpose,
						at: Number(row.at),
					})),
			discard(id) {
				sql('DELETE FROM drafts WHERE id = ?').run(id);
			},
		},
		views: {
			read(profile) {
				const row = sql('SELECT view FROM views WHERE profile = ?').get(hideSecrets(profile));
				const saved = row && fromStored<ArrangedSearch>(row.view);
				return saved && {query: saved.query, ...arrangementOf(saved)};
			},
			write(profile, view) {
				const stored = toStored(view);
				const {json} = stored.isRedacted ? toStored({...view, query: ''}) : stored;
				sql('INSERT OR REPLACE INTO views (profile, view) VALUES (?, ?)').run(hideSecrets(profile), json);
			},
		},
		planned: {
			remember(profile, {path, size, modified}, lines) {
				const {json, isRedacted} = toStored(path);
				if (isRedacted) {
					return;
				}

				const account = hideSecrets(profile);
				inTransaction(database, () => {
					sql('DELETE FROM planned_files WHERE profile = ? AND path = ?').run(account, json);
					const {id: file = null} =
						sql(
							'INSERT INTO planned_files (profile, path, size, modified, at) VALUES (?, ?, ?, ?, ?) RETURNING id',
						).get(account, json, size, Math.floor(modified), now()) ?? {};
					for (const {id, line} of lines.slice(0, mostLines)) {
						sql('INSERT OR REPLACE INTO managed (notification, file, line) VALUES (?, ?, ?)').run(
							toStored(id).json,
							file,
							line,
						);
					}

					sql(
						'DELETE FROM planned_files WHERE profile = ?1 AND id NOT IN (SELECT id FROM planned_files WHERE profile = ?1 ORDER BY id DESC LIMIT ?2)',
					).run(account, mostFiles);
				});
			},
			paths: profile =>
				sql('SELECT path FROM planned_files WHERE profile = ? ORDER BY id DESC')
					.all(hideSecrets(profile))
					.map(row => fromStored<string>(row.path)),
			placesOf: (profile, id) =>
				sql(`${managed} notification = ? ORDER BY planned_files.id DESC`)
					.all(...keyOf(profile, id))
					.map(row => placeOf(row)),
			placesIn: (profile, path) =>
				sql(`${managed} path = ?`)
					.all(...keyOf(profile, path))
					.map(row => ({...placeOf(row), id: fromStored<string>(row.notification)})),
		},
		learned: {
			read(profile) {
				const rows = sql('SELECT kind, value FROM learned WHERE profile = ? ORDER BY kind, value').all(
					hideSecrets(profile),
				);
				return Object.fromEntries(
					Object.keys(noValues).map(kind => [
						kind,
						rows.filter(row => row.kind === kind).map(row => String(row.value)),
					]),
				);
			},
			write(profile, values) {
				inTransaction(database, () => {
					for (const [kind, texts] of Object.entries(values)) {
						// Text that is not well-formed Unicode would be changed by saving it.
						for (const text of texts.filter(each => each.isWellFormed() && !hasSecret(each))) {
							sql('INSERT INTO learned (profile, kind, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
								hideSecrets(profile),
								kind,
								text,
							);
						}
					}
				});
			},
		},
		sent: {
			remember(profile, id, {template, topics, at}) {
				const {json, isRedacted} = toStored({template, topics});
				if (isRedacted) {
					sql('DELETE FROM sent WHERE profile = ? AND id = ?').run(...keyOf(profile, id));
				} else {
					sql('INSERT OR REPLACE INTO sent (profile, id, content, at) VALUES (?, ?, ?, ?)').run(
						...keyOf(profile, id),
						json,
						at,
					);
				}
			},
			get(profile, id) {
				const row = sql('SELECT content, at FROM sent WHERE profile = ? AND id = ?').get(...keyOf(profile, id));
				return row && sentOf(row);
			},
			all: profile =>
				sql('SELECT id, content, at FROM sent WHERE profile = ?')
					.all(hideSecrets(profile))
					.map(row => ({...sentOf(row), id: fromStored<string>(row.id)})),
		},
	};
}

type Row = NonNullable<ReturnType<Statement['get']>>;

const placeOf = (row: Row): ManagedPlace => ({
	path: fromStored<string>(row.path),
	size: Number(row.size),
	modified: Number(row.modified),
	line: Number(row.line),
});

/** A draft of chainbell 0.2, which has its addresses in one text, as drafts have them now. */
const withAddresses = ({address, ...draft}: Draft & {readonly address?: string}): Draft =>
	address === undefined ? draft : {...draft, addresses: [address]};
