import {unlistedFields} from '../../notification/spec.ts';
import type {Moment} from '../../platform/clock.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {ownerColumns} from '../journal/claims.ts';
import {finalStates} from '../journal/operation.ts';
import {insertItem, insertOperation, toColumns, type Commit} from '../journal/operation-row.ts';
import {fromStored, fromStoredText, toStored, toStoredText} from '../stored-json.ts';
import type {Colleague} from '../journal/colleague.ts';
import {readChangeBody, type ChangeBody} from './change-body.ts';
import {keyOfRequest, type OutgoingChange} from './outbox.ts';

/** A change of the board. `age`: milliseconds since the board took it, by the board's clock. */
export type IncomingChange = OutgoingChange & Colleague & {readonly age: number};

/** What became of changes of the board. */
export type Received = {
	/** The number of changes that are new here or went on. */
	readonly count: number;
	/** How old the youngest end among them is, in milliseconds; undefined if none has ended. */
	readonly endedFor: number | undefined;
	/** The number of changes that are none, and of those that a newer chainbell wrote. */
	readonly unreadable: number;
	readonly newer: number;
};

/** What is said of a change that was ended elsewhere although something was sent here since. */
export const metText =
	'Something was sent from here as well, which the other machine did not know of: look at what is listed.';

/**
Creates the function that writes changes of the board into the journal of an account. Requests count from `arrival`, because no time of another machine's clock decides anything; those of an ended change from when the board took it.

@returns A function that may throw LedgerError, and then has changed nothing.
*/
export function createReceiver(
	database: Database,
	now: () => number,
	commit: Commit,
): (profile: string, changes: readonly IncomingChange[], arrival: Moment) => Received {
	const sql = (text: string) => statementOf(database, text);
	const byUuid = sql('SELECT * FROM shared JOIN operations ON operations.id = operation WHERE uuid = ?');
	const [insert, insertInBatch] = [sql(insertOperation), sql(insertItem)];

	const batchFor = (
		profile: string,
		{uuid, kind, startedAt, keeps}: NonNullable<ChangeBody['batch']>,
		{operator, host}: Colleague,
	): number => {
		const found = sql(
			'SELECT batch FROM shared_batches JOIN batches ON batches.id = batch WHERE uuid = ? AND profile = ?',
		).get(uuid, profile)?.batch;
		if (found !== undefined) {
			return Number(found);
		}

		const id = Number(
			sql(
				'INSERT INTO batches (profile, kind, started_at, is_whole, keeps, operator, host) VALUES (?, ?, ?, 1, ?, ?, ?)',
			).run(profile, kind, startedAt, keeps.length === 0 ? null : JSON.stringify(keeps), operator, host)
				.lastInsertRowid,
		);
		// A uuid that a batch of another account has is not one of its own.
		sql('INSERT OR IGNORE INTO shared_batches VALUES (?, ?)').run(id, uuid);
		return id;
	};

	/** Inserts a change that the journal does not have. Returns its number. */
	const insertForeign = (profile: string, body: ChangeBody, by: Colleague): number => {
		const {
			kind,
			content: {input, old, place},
			progress: {knownIds},
			profileName,
			startedAt,
			batch,
			undoes,
		} = body;
		const snapshot = old && {...old, ...unlistedFields(old)};
		const columns = toColumns({profile, profileName, kind, input, snapshot, place, knownIds});
		const inserted =
			batch === undefined
				? insert.run(...columns, startedAt, ...ownerColumns())
				: insertInBatch.run(...columns, startedAt, batchFor(profile, batch, by));
		const id = Number(inserted.lastInsertRowid);
		const undone = undoes === undefined ? undefined : byUuid.get(undoes);
		sql(
			'UPDATE operations SET operator = ?, host = ?, undoes = ?, is_undo = ?, is_incomplete = ?, owner_pid = NULL, owner_started = NULL WHERE id = ?',
		).run(
			by.operator,
			by.host,
			undone === undefined ? null : Number(undone.id),
			Number(body.isUndo),
			Number(body.isRedacted),
			id,
		);
		return id;
	};

	/** Adds the requests of a change to those in the journal; of one that was sent from here, this machine knows the answer. Returns whether the journal has others, or one of which the change does not know that it took effect. */
	const addRequests = (
		operation: number,
		{requests, state, progress: {newId}}: ChangeBody,
		machine: string,
		moment: Moment,
	): boolean => {
		const known = new Map(
			sql('SELECT * FROM requests WHERE operation = ? ORDER BY id')
				.all(operation)
				.map(row => [keyOfRequest(row, machine), row]),
		);
		const counted = [moment.era, Math.ceil(moment.at)] as const;
		let isBehind = false;
		for (const {key, at, method, target, outcome, status = null, summary} of requests) {
			const row = known.get(key);
			const answer = [outcome, status, toStoredText(summary)] as const;
			if (row === undefined) {
				sql(
					'INSERT INTO requests (operation, at, method, target, outcome, status, what, key, era, moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
				).run(operation, at, method, toStoredText(target), ...answer, key, ...counted);
			} else if (row.outcome !== outcome && row.key === null && row.outcome !== 'sent') {
				isBehind ||= row.outcome === 'ok' && state !== 'done' && fromStoredText(row.target) !== newId;
			} else if (row.outcome !== outcome || fromStoredText(row.target) !== target) {
				sql('UPDATE requests SET target = ?, outcome = ?, status = ?, what = ?, era = ?, moment = ? WHERE id = ?').run(
					toStoredText(target),
					...answer,
					...counted,
					Number(row.id),
				);
			}

			known.delete(key);
		}

		return isBehind || known.size > 0;
	};

	/** Remembers the template and the topics of a notification that a colleague created. */
	const rememberSent = (
		profile: string,
		{content: {input}, progress: {newId}, isRedacted}: ChangeBody,
		newIdBefore: string | undefined,
	) => {
		if (newId !== undefined && newId !== newIdBefore && input !== undefined && !isRedacted) {
			sql('INSERT OR REPLACE INTO sent (profile, id, content, at) VALUES (?, ?, ?, ?)').run(
				profile,
				toStored(newId).json,
				toStored(unlistedFields(input)).json,
				now(),
			);
		}
	};

	/** Writes one change into the journal. Returns whether it is new here or went on. */
	const receive = (
		profile: string,
		{uuid, revision, age, operator, host}: IncomingChange,
		body: ChangeBody,
		machine: string,
		arrival: Moment,
	): boolean => {
		const row = byUuid.get(uuid);
		const known = row?.published ?? sql('SELECT revision FROM pruned WHERE uuid = ?').get(uuid)?.revision ?? 0;
		if (Number(known) >= revision || (row !== undefined && row.profile !== profile)) {
			return false;
		}

		const id = row === undefined ? insertForeign(profile, body, {operator, host}) : Number(row.id);
		const isEnded = finalStates.includes(body.state);
		const hasOthers = addRequests(id, body, machine, isEnded ? {...arrival, at: arrival.at - age} : arrival);
		// What was sent from here, and the other machine did not know of, may have an effect that nobody has looked for.
		const isMet = hasOthers && isEnded && row?.ended_at === null;
		const before = fromStored<{readonly missingSince?: unknown; readonly newId?: string}>(row?.progress ?? '{}');
		const progress = {
			...body.progress,
			missingSince: before.missingSince,
			...(isMet && {note: `${body.progress.note ?? ''} ${metText}`.trim()}),
		};
		sql('UPDATE operations SET state = ?, progress = ?, ended_at = ? WHERE id = ?').run(
			isMet ? String(row.state) : body.state,
			toStored(progress).json,
			isEnded && !isMet ? now() : null,
			id,
		);
		sql('UPDATE shared SET uuid = ?, revision = ?, published = ? WHERE operation = ?').run(
			uuid,
			hasOthers ? Math.max(revision, Number(row?.revision)) + 1 : revision,
			revision,
			id,
		);
		rememberSent(profile, body, before.newId);
		return true;
	};

	return (profile, changes, arrival) => {
		const read = changes.map(change => ({
			change: {...change, uuid: change.uuid.replaceAll('-', '')},
			body: readChangeBody(change.body),
		}));
		const numberOf = (kind: string) => read.filter(({body}) => body === kind).length;
		return commit(() => {
			const name = hideSecrets(profile);
			const machine = String(sql('SELECT machine FROM teams WHERE profile = ?').get(name)?.machine);
			const received = read.filter(
				({change, body}) => typeof body === 'object' && receive(name, change, body, machine, arrival),
			);
			const ages = received
				.filter(({body}) => finalStates.includes((body as ChangeBody).state))
				.map(({change: {age}}) => age);
			return {
				count: received.length,
				endedFor: ages.length === 0 ? undefined : Math.min(...ages),
				unreadable: numberOf('unreadable'),
				newer: numberOf('newer'),
			};
		});
	};
}
