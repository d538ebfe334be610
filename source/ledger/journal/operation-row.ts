import {unlistedFields} from '../../notification/spec.ts';
import type {NamedIssue, OperationKind} from '../../notification/operation-texts.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import type {Moment} from '../../platform/clock.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {MissingEntryError} from '../ledger-error.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from '../stored-json.ts';
import {maskIn, maskRecipient} from './mask.ts';
import {finalStates, type NotificationSnapshot, type Operation, type OperationState} from './operation.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Runs the work in one transaction. When it returns, the changes are synced to disk. Throws LedgerError if the ledger is not writable. */
export type Commit = <T>(work: () => T) => T;

/** The initial values of an operation. */
export type NewOperation = Pick<Operation, 'profile' | 'profileName' | 'kind'> &
	Partial<Pick<Operation, 'input' | 'snapshot' | 'knownIds'>> & {
		readonly place?: string | undefined;
		readonly undoes?: number | undefined;
		readonly isPriorRecent?: true | undefined;
	};

/** An update of an operation's progress. A property that is undefined keeps its value. */
export type OperationChange = {
	readonly state?: OperationState | undefined;
	readonly newId?: string | undefined;
	readonly knownIds?: readonly string[] | undefined;
	readonly detail?: string | undefined;
	/** See `Operation`; null: it is listed. */
	readonly missingSince?: Moment | null | undefined;
	/** See `Operation`; null: it was gone before the POST was sent again. */
	readonly overwritten?: NotificationSnapshot | null | undefined;
	/** The refused fields that belong to a new detail, as received. A new detail without them clears earlier ones. */
	readonly issues?: readonly NamedIssue[] | undefined;
};

/** The notification of an operation as history shows it, without secrets. */
export type About = {
	readonly profileName: string;
	/** The notification's name, or else its user and recipient. */
	readonly label: string;
	readonly channel: string;
	/** The masked recipient. */
	readonly recipient: string;
};

/** The JSON of the `body` column. Its names are part of the file format: `old` is the snapshot. */
type StoredBody = {
	readonly input?: Operation['input'];
	readonly old?: NotificationSnapshot | undefined;
	readonly place?: string | undefined;
};

/** The JSON of the `progress` column. Its names are part of the file format: `note` is the detail. */
type StoredProgress = Pick<Operation, 'knownIds'> &
	Partial<Pick<Operation, 'newId' | 'overwritten' | 'isPriorRecent'>> & {
		readonly note?: string;
		readonly missingSince?: Moment | null;
		readonly issues?: Operation['issues'] | undefined;
	};

const redactedDetail =
	'It contains the API key, which is never saved: after a restart, it cannot be sent again from the journal.';

/** The values of a new operation, in the order of `insertOperation` and `insertItem`. */
export function toColumns(operation: NewOperation) {
	const {profile, kind, input, snapshot, place, knownIds = [], isPriorRecent, undoes = null} = operation;
	const {json: body, isRedacted} = toStoredBody({input, snapshot, place});
	const progress: StoredProgress = {
		knownIds,
		...(isPriorRecent && {isPriorRecent}),
		...(isRedacted && {note: redactedDetail}),
	};
	const about = toStored(aboutOf(operation)).json;
	return [
		hideSecrets(profile),
		kind,
		toStoredText(snapshot?.id),
		about,
		body,
		toStored(progress).json,
		Number(isRedacted),
		undoes,
		undoes,
	] as const;
}

/** The JSON of the `body` column. */
export const toStoredBody = ({
	input,
	snapshot,
	place,
}: Partial<Pick<Operation, 'input' | 'snapshot'>> & Pick<NewOperation, 'place'>) =>
	toStored({input, old: snapshot, place} satisfies StoredBody);

/** The statement that inserts an operation. The column `is_incomplete` is 1 if the API key was redacted: the stored body then differs from what was to be sent. */
export const insertOperation = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, undoes, is_undo, state, started_at, owner_pid, owner_started)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT 1 - is_undo FROM operations WHERE id = ?), 0), 'planned', ?, ?, ?)
`;

export const insertItem = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, undoes, is_undo, state, started_at, batch)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT 1 - is_undo FROM operations WHERE id = ?), 0), 'planned', ?, ?)
`;

/**
An SQL condition on a row of operations, named `change`: the operation had an effect, and no later operation has undone it or is undoing it.

- A delete took effect or, since its DELETE was sent, may have. A recreation of its notification counts as its undo, whichever deletion it refers to: two deletions could be of the same notification.
- A replacement that failed or was rolled back has sent a DELETE of the old notification, which may have taken effect afterwards.
- The service overwrote another notification.
- Any other operation has ended, and its new notification is known.

A bulk undo counts as soon as it has all its items.
*/
export const undoableSql = `
	(CASE
		WHEN change.kind = 'delete' OR (change.kind = 'replace' AND change.state IN ('failed', 'rolled-back') AND change.progress -> '$.overwritten' IS NULL) THEN (
			(change.kind = 'delete' AND change.state = 'done') OR (change.state <> 'planned' AND EXISTS (
				SELECT 1 FROM requests AS sent WHERE sent.operation = change.id AND sent.method = 'DELETE' AND sent.target = change.old_id
					AND sent.outcome IN ('sent', 'ok', 'unknown')
			))
		) AND NOT EXISTS (
			SELECT 1 FROM operations AS later LEFT JOIN batches ON batches.id = later.batch
			WHERE later.profile = change.profile AND later.kind = 'recreate' AND later.old_id = change.old_id
				AND later.id > change.id AND later.state NOT IN ('failed', 'rolled-back')
				AND coalesce(batches.is_whole, 1) = 1
		)
		WHEN change.state = 'failed' THEN change.progress -> '$.overwritten' IS NOT NULL
		ELSE change.state = 'done' AND change.progress -> '$.newId' IS NOT NULL
	END)
	AND NOT EXISTS (
		SELECT 1 FROM operations AS undo LEFT JOIN batches ON batches.id = undo.batch
		WHERE undo.undoes = change.id AND undo.state NOT IN ('failed', 'rolled-back') AND coalesce(batches.is_whole, 1) = 1
	)
`;

/** Creates a function that applies a change to the operation of a row; a final state ends it. Call it in a transaction. */
export function createUpdate(
	database: Database,
	now: () => number,
): (row: DatabaseRow, change: OperationChange) => void {
	const update = statementOf(database, 'UPDATE operations SET state = ?, progress = ?, ended_at = ? WHERE id = ?');

	return (
		row,
		{
			state = row.state as OperationState,
			newId,
			knownIds,
			detail,
			issues = [],
			overwritten,
			missingSince = state === row.state ? undefined : null,
		},
	) => {
		const {overwritten: earlier, ...stored} = fromStored<StoredProgress>(row.progress);
		const changed = Object.entries({
			newId,
			knownIds,
			missingSince,
			overwritten: overwritten === undefined ? earlier : (overwritten ?? undefined),
		}).filter(([, value]) => value !== undefined);
		const noted = detail === undefined ? {} : toNoted(toOperation(row), detail, issues);
		const progress = toStored({...stored, ...Object.fromEntries(changed), ...noted}).json;
		update.run(state, progress, finalStates.includes(state) ? now() : null, Number(row.id));
	};
}

/** The maximum number of refused fields that are stored of an operation. */
const maxIssues = 20;

function toNoted(operation: Operation, detail: string, issues: readonly NamedIssue[]): Partial<StoredProgress> {
	const mask = (text: string) => maskFor(operation, text);
	const masked = issues
		.slice(0, maxIssues)
		.map(({field, message}) => ({field: mask(sanitise(field)), message: mask(sanitise(message))}));
	return {note: mask(detail), issues: masked.length === 0 ? undefined : masked};
}

function aboutOf({profileName, input, snapshot}: NewOperation): About {
	const {name = '', userId = '', channel = '', recipient = ''} = input ?? snapshot?.input ?? {};
	const masked = maskRecipient(channel, recipient);
	const label =
		name === '' ? [userId, masked].filter(text => text !== '').join(' → ') : maskFor({input, snapshot}, name);
	return {profileName, label, channel, recipient: masked};
}

/** Masks the recipients of an operation in a sentence, as history does. */
export function maskFor({input, snapshot}: Pick<NewOperation, 'input' | 'snapshot'>, sentence: string): string {
	return maskIn(
		sentence,
		[input, snapshot?.input].filter(contents => contents !== undefined),
	);
}

/** Converts a row of `operations` to an operation. */
export function toOperation(row: DatabaseRow): Operation {
	const {input, old, place} = fromStored<StoredBody>(row.body);
	return {
		id: Number(row.id),
		profile: String(row.profile),
		profileName: fromStored<About>(row.about).profileName,
		kind: row.kind as OperationKind,
		state: row.state as OperationState,
		startedAt: Number(row.started_at),
		endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
		input,
		// JSON has no undefined, so these members may be missing.
		snapshot: old && {...old, ...unlistedFields(old)},
		...progressOf(row),
		...(place !== undefined && {place}),
		...(row.undoes !== null && {undoes: Number(row.undoes)}),
		...(row.is_undo === 1 && {isUndo: true}),
		...(row.batch !== null && {batch: Number(row.batch)}),
		...(row.is_incomplete === 1 && {isRedacted: true}),
		...byOf(row),
	};
}

/** Reads the progress of the operation in a row. */
export function progressOf(
	row: DatabaseRow,
): Pick<Operation, 'newId' | 'knownIds' | 'isPriorRecent' | 'detail' | 'issues' | 'missingSince' | 'overwritten'> {
	const {
		newId,
		knownIds,
		isPriorRecent,
		note: detail,
		issues,
		missingSince,
		overwritten,
	} = fromStored<StoredProgress>(row.progress);
	return {
		newId,
		knownIds,
		detail,
		...(isPriorRecent && {isPriorRecent}),
		...(issues !== undefined && {issues}),
		...(missingSince && {missingSince}),
		...(overwritten && {overwritten: {...overwritten, ...unlistedFields(overwritten)}}),
	};
}

/** Who made an operation on another machine, as a member of it; nothing for one of this machine. */
export const byOf = ({operator, host}: DatabaseRow): Pick<Operation, 'by'> =>
	typeof operator === 'string' ? {by: {operator, host: String(host)}} : {};

export const oldIdOf = (row: DatabaseRow): string | undefined => fromStoredText(row.old_id);

/**
Finds the row of an operation or a batch.

@throws LedgerError when it does not exist.
*/
export function requireRow(database: Database, table: 'operations' | 'batches', id: number): DatabaseRow {
	const row = statementOf(database, `SELECT * FROM ${table} WHERE id = ?`).get(id);
	if (row === undefined) {
		throw new MissingEntryError(`The ledger has no ${table === 'operations' ? 'operation' : 'bulk operation'} ${id}.`);
	}

	return row;
}
