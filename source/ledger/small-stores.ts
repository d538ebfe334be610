import type {KnownValues} from '../notification/suggest.ts';
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
export type DraftEntry = ReturnType<SmallStores['drafts']['list']>[number];

/** A draft to save: under an existing ID, or as a new one. */
export type UnsavedDraft = {
	readonly id?: number | undefined;
	readonly draft: Draft;
	readonly origin?: string;
	readonly purpose: DraftPurpose;
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

/** The most files that are kept for an account, and notifications for a file. */
const mostFiles = 20;
const mostLines = 10_000;

/** The fields of a notification that listings never return (interface.md), as sent from this machine. An empty text was sent as empty. */
export type SentContent = Unlisted & {
	/** Milliseconds since the epoch. */
	readonly at: number;
};

/** The sent content by notification. `id`: the ID as the service sent it. */
export type SentContentStore = SmallStores['sent'];

/** The stores, each of whose methods runs a statement or two. */
type SmallStores = ReturnType<typeof createSmallStores>;

/** Creates the stores of a ledger. `now`: milliseconds since the epoch. */
export function createSmallStores(database: Database, now: () => number) {
	const sql = (text: string): Statement => statementOf(database, text);
	const keyOf = (profile: string, id: string) => [hideSecrets(profile), toStored(id).json] as const;
	const sentOf = (row: Row): SentContent => ({...fromStored<Omit<SentContent, 'at'>>(row.content), at: Number(row.at)});
	const managed = 'SELECT * FROM managed JOIN planned_files ON planned_files.id = managed.file WHERE profile = ? AND';

	return {
		drafts: {
			/** Saves a draft. Returns its ID, to save it again later. Runs one statement of a few milliseconds, so it can run at every pause in typing. */
			save(profile: string, {id, draft, origin, purpose}: UnsavedDraft) {
				const row = sql(
					'INSERT OR REPLACE INTO drafts (id, profile, purpose, origin, draft, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
				).get(id ?? null, hideSecrets(profile), purpose, toStoredText(origin), toStored(draft).json, now());
				return Number(row?.id);
			},
			/** Lists the drafts, newest first. */
			list: (profile: string) =>
				sql('SELECT * FROM drafts WHERE profile = ? ORDER BY at DESC, id DESC')
					.all(hideSecrets(profile))
					.map(row => ({
						id: Number(row.id),
						/** The content, with `[API key]` in place of an API key, which is never saved. */
						draft: withAddresses(fromStored(row.draft)),
						/** The ID of the notification that the draft edits or clones. */
						origin: fromStoredText(row.origin),
						purpose: row.purpose as DraftPurpose,
						/** When it was last saved, in milliseconds since the epoch. */
						at: Number(row.at),
					})),
			/** The accounts that have drafts. */
			profiles: (): string[] =>
				sql('SELECT DISTINCT profile FROM drafts')
					.all()
					.map(row => String(row.profile)),
			discard(id: number) {
				sql('DELETE FROM drafts WHERE id = ?').run(id);
			},
		},
		views: {
			read(profile: string): ArrangedSearch | undefined {
				const row = sql('SELECT view FROM views WHERE profile = ?').get(hideSecrets(profile));
				const saved = row && fromStored<ArrangedSearch>(row.view);
				return saved && {query: saved.query, ...arrangementOf(saved)};
			},
			/** Saves the view. A query that contains the API key is saved as an empty one. */
			write(profile: string, view: ArrangedSearch) {
				const stored = toStored(view);
				const {json} = stored.isRedacted ? toStored({...view, query: ''}) : stored;
				sql('INSERT OR REPLACE INTO views (profile, view) VALUES (?, ?)').run(hideSecrets(profile), json);
			},
		},
		planned: {
			/** Saves a file with the lines of its notifications, in place of what was known of it. The oldest of many files are forgotten. */
			remember(
				profile: string,
				{path, size, modified}: PlannedFile,
				lines: ReadonlyArray<{readonly id: string; readonly line: number}>,
			) {
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
			/** The paths of the files, the last one first. */
			paths: (profile: string) =>
				sql('SELECT path FROM planned_files WHERE profile = ? ORDER BY id DESC')
					.all(hideSecrets(profile))
					.map(row => fromStored<string>(row.path)),
			/** The places of a notification, that in the file planned last first. */
			placesOf: (profile: string, id: string) =>
				sql(`${managed} notification = ? ORDER BY planned_files.id DESC`)
					.all(...keyOf(profile, id))
					.map(row => placeOf(row)),
			/** The places in a file, with the IDs of their notifications. */
			placesIn: (profile: string, path: string) =>
				sql(`${managed} path = ?`)
					.all(...keyOf(profile, path))
					.map(row => ({...placeOf(row), id: fromStored<string>(row.notification)})),
		},
		learned: {
			read(profile: string): KnownValues {
				const rows = sql('SELECT kind, value FROM learned WHERE profile = ? ORDER BY kind, value').all(
					hideSecrets(profile),
				);
				const byKind = Map.groupBy(rows, ({kind}) => String(kind));
				return Object.fromEntries([...byKind].map(([kind, found]) => [kind, found.map(({value}) => String(value))]));
			},
			/** Adds values. A value that contains the API key is not saved. */
			write(profile: string, values: KnownValues) {
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
			/** Saves the content of a notification. If it contains the API key, it is not saved, and earlier content is deleted because it is outdated. */
			remember(profile: string, id: string, {template, topics, at}: SentContent) {
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
			/** Reads the content; undefined if it is not known on this machine. */
			get(profile: string, id: string) {
				const row = sql('SELECT content, at FROM sent WHERE profile = ? AND id = ?').get(...keyOf(profile, id));
				return row && sentOf(row);
			},
			/** Reads the content of all notifications of an account. */
			all: (profile: string) =>
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
