import type {Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {LedgerError} from './ledger-error.ts';
import {maskIn, maskRecipient} from './mask.ts';
import type {OldNotification, Operation, OperationKind, OperationState} from './operation.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from './stored-json.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What an operation is begun with. */
export type NewOperation = Pick<Operation, 'profile' | 'profileName' | 'kind'> & Partial<Pick<Operation, 'input' | 'old' | 'knownIds'>>;

/** What may change while an operation goes on; what is left out stays. */
export type OperationChange = {
	readonly state?: OperationState;
	readonly newId?: string;
	readonly knownIds?: readonly string[];
	readonly note?: string;
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

type Body = {readonly input?: Operation['input']; readonly old?: OldNotification | undefined};

export type Progress = Pick<Operation, 'knownIds'> & Partial<Pick<Operation, 'newId' | 'note'>>;

const incompleteNote = 'It holds the API key, which is not kept: from the journal alone it cannot be sent again.';

/** What is stored of a new operation: its columns, in the order of `insertOperation`. */
export function toColumns(operation: NewOperation) {
	const {profile, kind, input, old, knownIds = []} = operation;
	const {json: body, isIncomplete} = toStored({input, old} satisfies Body);
	const progress: Progress = isIncomplete ? {knownIds, note: incompleteNote} : {knownIds};
	const about = toStored(aboutOf(operation)).json;
	return [hideSecrets(profile), kind, toStoredText(old?.id), about, body, toStored(progress).json, Number(isIncomplete)] as const;
}

export const insertOperation = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, state, started_at, owner_pid, owner_started)
	VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?)
`;

export const insertItem = `
	INSERT INTO operations (profile, kind, old_id, about, body, progress, is_incomplete, state, started_at, batch)
	VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?)
`;

function aboutOf({profileName, input, old}: NewOperation): About {
	const {name = '', userId = '', channel = '', recipient = ''} = input ?? old?.input ?? {};
	const masked = maskRecipient(channel, recipient);
	const label = name === '' ? [userId, masked].filter(text => text !== '').join(' → ') : maskIn(name, addressed(input, old?.input));
	return {profileName, label, channel, recipient: masked};
}

/** A sentence about an operation, with its recipients masked as History masks them. */
export function maskFor(operation: Body, sentence: string): string {
	return maskIn(sentence, addressed(operation.input, operation.old?.input));
}

const addressed = <T>(...contents: ReadonlyArray<T | undefined>): T[] => contents.filter(content => content !== undefined);

export function toOperation(row: Row): Operation {
	const {input, old} = fromStored<Body>(row.body);
	const {newId, knownIds, note} = fromStored<Progress>(row.progress);
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
		old: old && {...old, template: old.template, topics: old.topics},
		newId,
		knownIds,
		note,
		...(row.batch !== null && {batch: Number(row.batch)}),
		...(row.is_incomplete === 1 && {isIncomplete: true}),
	};
}

/** What is stored of an operation's progress once it has changed, the sentence masked as History masks it. */
export function changedProgress(row: Row, {newId, knownIds, note}: OperationChange): string {
	const masked = note === undefined ? undefined : maskFor(fromStored<Body>(row.body), note);
	const given = Object.entries({newId, knownIds, note: masked}).filter(([, value]) => value !== undefined);
	return toStored({...fromStored<Progress>(row.progress), ...Object.fromEntries(given)}).json;
}

export const oldIdOf = (row: Row): string | undefined => fromStoredText(row.old_id);

/**
The row of an operation.

@throws LedgerError when there is no such operation.
*/
export function requireRow(database: Database, id: number): Row {
	const row = database.prepare('SELECT * FROM operations WHERE id = ?').get(id);
	if (row === undefined) {
		throw new LedgerError(`The ledger has no operation ${id}.`);
	}

	return row;
}
