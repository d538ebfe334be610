import type {Draft} from '../domain/fields.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from './stored-json.ts';

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

/** The drafts. `profile` is a `profileKey`. Every method may throw LedgerError. */
export type DraftStore = {
	/** Saves a draft. Returns its ID, to save it again later. Runs one statement of a few milliseconds, so it can run at every pause in typing. */
	readonly save: (profile: string, draft: UnsavedDraft) => number;
	/** Lists the drafts, newest first. */
	readonly list: (profile: string) => DraftEntry[];
	readonly discard: (id: number) => void;
};

export function createDraftStore(database: Database, now: () => number): DraftStore {
	const upsert = statementOf(
		database,
		`
		INSERT INTO drafts (id, profile, purpose, origin, draft, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, purpose = excluded.purpose, origin = excluded.origin, draft = excluded.draft, at = excluded.at
		RETURNING id
	`,
	);
	const list = statementOf(database, 'SELECT * FROM drafts WHERE profile = ? ORDER BY at DESC, id DESC');
	const discard = statementOf(database, 'DELETE FROM drafts WHERE id = ?');

	return {
		save(profile, {id, draft, origin, purpose}) {
			const row = upsert.get(
				id ?? null,
				hideSecrets(profile),
				purpose,
				toStoredText(origin),
				toStored(draft).json,
				now(),
			);
			return Number(row?.id);
		},
		list: profile =>
			list.all(hideSecrets(profile)).map(row => ({
				id: Number(row.id),
				draft: withAddresses(fromStored(row.draft)),
				origin: fromStoredText(row.origin),
				purpose: row.purpose as DraftPurpose,
				at: Number(row.at),
			})),
		discard(id) {
			discard.run(id);
		},
	};
}

/** A draft of chainbell 0.2, which has its addresses in one text, as drafts have them now. */
const withAddresses = ({address, ...draft}: Draft & {readonly address?: string}): Draft =>
	address === undefined ? draft : {...draft, addresses: [address]};
