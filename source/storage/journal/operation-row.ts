import type {Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {LedgerError} from '../ledger-error.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from '../stored-json.ts';
import {maskIn, maskRecipient} from './mask.ts';
import type {NotificationSnapshot, Operation, OperationKind, OperationState} from './operation.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** What an operation is begun with. */
export type NewOperation = Pick<Operation, 'profile' | 'profileName' | 'kind'> & Partial<Pick<Operation, 'input' | 'snapshot' | 'knownIds'>>;

/** What may change while an operation goes on; what is left out stays. */
export type OperationChange = {
	readonly state?: OperationState | undefined;
	readonly newId?: string | undefined;
	readonly knownIds?: readonly string[] | undefined;
	readonly detail?: string | undefined;
};

/** What an operation is about, for people: nothing in it is secret. */
export type About = {
	readonly profileName: string;
	/** The notification's name, or else its user and recipient. */
	readonly label: string;
	readonly channel: string;
	/** Masked. */
	readonly recipient: string;
};

/** The JSON of the `body` column. Its member names are those of schema version 2, and must stay. */
type StoredBody = {readonly input?: Operation['input']; readonly old?: NotificationSnapshot | undefined};

/** The JSON of the `progress` column, likewise. */
type StoredProgress = Pick<Operation, 'knownIds'> & Partial<Pick<Operation, 'newId'>> & {readonly note?: string};

const incompleteDetail = 'It holds the API key, which is not kept: from the journal alone it cannot be sent again.';

/** What is stored of a new operation: its columns, in the order of `insertOperation`. */
export function toColumns(operation: NewOperation) {
	const {profile, kind, input, snapshot, knownIds = []} = operation;
	const {json: body, isIncomplete} = toStored({input, old: snapshot} satisfies StoredBody);
	const progress: StoredProgress = isIncomplete ? {knownIds, note: incompleteDetail} : {knownIds};
	const about = toStored(aboutOf(operation)).json;
	return [hideSecrets(profile), kind, toStoredText(snapshot?.id), about, body, toStored(progress).json, Number(isIncomplete)] as const;
}

export const insertOperation = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, state, started_at, owner_pid, owner_started)
	VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?)
`;

export const insertItem = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, state, started_at, batch)
	VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?)
`;

function aboutOf({profileName, input, snapshot}: NewOperation): About {
	const {name = '', userId = '', channel = '', recipient = ''} = input ?? snapshot?.input ?? {};
	const masked = maskRecipient(channel, recipient);
	const label = name === '' ? [userId, masked].filter(text => text !== '').join(' → ') : maskIn(name, addressed(input, snapshot?.input));
	return {profileName, label, channel, recipient: masked};
}

/** A sentence about an operation, with its recipients masked as History masks them. */
export function maskFor({input, snapshot}: Pick<NewOperation, 'input' | 'snapshot'>, sentence: string): string {
	return maskIn(sentence, addressed(input, snapshot?.input));
}

const addressed = <T>(...contents: ReadonlyArray<T | undefined>): T[] => contents.filter(content => content !== undefined);

export function toOperation(row: DatabaseRow): Operation {
	const {input, old} = fromStored<StoredBody>(row.body);
	return {
		id: Number(row.id),
		profile: String(row.profile),
		profileName: fromStored<About>(row.about).profileName,
		kind: row.kind as OperationKind,
		state: row.state as OperationState,
		startedAt: Number(row.started_at),
		endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
		input,
		// JSON leaves out what is undefined.
		snapshot: old && {...old, template: old.template, topics: old.topics},
		...progressOf(row),
		...(row.batch !== null && {batch: Number(row.batch)}),
		...(row.is_incomplete === 1 && {isIncomplete: true}),
	};
}

/** How far the operation of a row has come. */
export function progressOf(row: DatabaseRow): Pick<Operation, 'newId' | 'knownIds' | 'detail'> {
	const {newId, knownIds, note: detail} = fromStored<StoredProgress>(row.progress);
	return {newId, knownIds, detail};
}

/** What is stored of an operation's progress once it has changed, the sentence masked as History masks it. */
export function changedProgress(row: DatabaseRow, {newId, knownIds, detail}: OperationChange): string {
	const masked = detail === undefined ? undefined : maskFor(toOperation(row), detail);
	const given = Object.entries({newId, knownIds, note: masked}).filter(([, value]) => value !== undefined);
	return toStored({...fromStored<StoredProgress>(row.progress), ...Object.fromEntries(given)}).json;
}

export const oldIdOf = (row: DatabaseRow): string | undefined => fromStoredText(row.old_id);

/**
The row of an operation.

@throws LedgerError when there is no such operation.
*/
export function requireRow(database: Database, id: number): DatabaseRow {
	const row = database.prepare('SELECT * FROM operations WHERE id = ?').get(id);
	if (row === undefined) {
		throw new LedgerError(`The ledger has no operation ${id}.`);
	}

	return row;
}
