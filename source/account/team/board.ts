import {Buffer} from 'node:buffer';
import * as z from 'zod/mini';
import {tryParseJson} from '../../platform/json.ts';
import {createListeners} from '../../platform/listeners.ts';
import {sha256} from '../../platform/text.ts';
import {BoardError, readBoardUrl, type BoardAddress, type BoardClock} from './address.ts';
import type {Call, Row} from './connection.ts';

export {BoardError};

/** A row of the board: one event of an item, or a slice of a set. `session`: that of the process that made it, whose rows `seq` counts from 1 without gaps. `n`: the number of the event in its item; the board has one row for each `n` of an `item`. `body`: JSON. */
export type BoardEvent = {
	readonly session: string;
	readonly seq: number;
	readonly item: string;
	readonly n: number;
	readonly body: string;
};

/** A row that a member wrote: nothing in it can be relied on but `operator`, the role with which the database took it. `age`: milliseconds since then. */
export type ReceivedEvent = BoardEvent & {readonly operator: string; readonly host: string; readonly age: number};

/** Who has claimed something. `heldFor`: milliseconds since then. `left`: milliseconds until the lease ends, negative once it has ended. */
export type BoardClaim = {
	readonly what: string;
	readonly session: string;
	readonly operator: string;
	readonly host: string;
	readonly heldFor: number;
	readonly left: number;
};

/** What the board has since a cursor. */
export type Pulled = {
	/** Own ones, too, and some that were pulled before. */
	readonly events: readonly ReceivedEvent[];
	/** Those of the account that were neither released nor followed by another one, own ones too. */
	readonly claims: readonly BoardClaim[];
	/** Where the next pull begins. Keep it in the transaction that keeps the events. */
	readonly cursor: string;
	/** Whether there is more than fits into memory at once: pull again with this cursor. */
	readonly isMore: boolean;
	/** Whether the database was restored from a backup since the cursor: this begins with everything. */
	readonly isRestored: boolean;
};

/** The result of a claim: all or none. `until`: when the lease ends, by `withSleep`. */
type Claimed = {readonly pulled: Pulled} & (
	| {readonly granted: true; readonly until: number}
	| {readonly granted: false; readonly holders: readonly BoardClaim[]}
);

export type BoardOptions = {
	/** The name of the environment variable, and the URL that it has; undefined if it is not set. */
	readonly variable: string;
	readonly url: string | undefined;
	/** The name under which the account is shared. */
	readonly account: string;
	/** The name of this machine, for others to see. */
	readonly host: string;
	/** A random ID of this process, never used again. */
	readonly session: string;
	readonly clock: BoardClock;
	/** Milliseconds of silence after which the database counts as lost; two seconds by default. */
	readonly patience?: number | undefined;
};

/** The database that a team shares, as a session sees it. Every method may throw BoardError. */
export type Board = Awaited<ReturnType<typeof openBoard>>;

/**
Opens the board of an account. Nothing is sent before the first call.

@throws BoardError if its variable is not set, or has no URL of a board.
*/
export async function openBoard({account, host, session, clock, patience, ...where}: BoardOptions) {
	const address = addressOf(where);
	const {createConnection} = await import('./connection.ts');
	const hints = createListeners();
	const ownHint = `${account} ${session}`;
	let attempts = 0;

	const call = (name: keyof typeof statements, ...values: Call['values']) => ({
		text: statements[name],
		values: [account, ...values],
	});

	const connection = createConnection({
		address,
		clock,
		patience,
		onNotification(text) {
			if (text.startsWith(`${account} `) && text !== ownHint) {
				hints.notify();
			}
		},
		// What is sent for the first time on a connection takes a round trip more: nobody waits for these.
		greeting: [
			{text: 'LISTEN chainbell', values: []},
			call('publish', '[]', host),
			call('claim', '[]', session, 0, host, 0, 0),
		],
	});

	/** Runs statements, after a look at the version. */
	const run = async (calls: () => readonly Call[]) => {
		const [version = [], ...answers] = await connection.run(() => [versionCall, ...calls()]);
		checkVersion(version, address);
		return answers;
	};

	const hint = call('hint', session);

	const pullCalls = (cursor: Cursor | undefined) => {
		const {life, past, newest, after, isPart} = cursor ?? firstCursor;
		return [call('pull', life, past, newest, ...after, isPart ? 'part' : ''), call('claims')];
	};

	return {
		/** Claims all of these or none, and pulls, in one round trip. `lasts`: milliseconds. `after`: milliseconds that must have passed since the end of an earlier claim that was not released. */
		async claim(
			whats: readonly string[],
			{
				lasts,
				after,
				cursor: text,
			}: {readonly lasts: number; readonly after: number; readonly cursor: string | undefined},
		): Promise<Claimed> {
			const stored = storedWhats(whats);
			const cursor = readCursor(text);
			let sentAt = 0;
			const [rows = [], ...answers] = await run(() => {
				attempts++;
				sentAt = clock.withSleep();
				const claiming = call('claim', JSON.stringify(stored), session, attempts, host, lasts, after);
				return [claiming, ...pullCalls(cursor), hint];
			});
			const pulled = toPulled(answers, cursor);
			const holders = parsed(claimSchema, rows).map(row => toClaim(row));
			if (holders.length > 0) {
				return {granted: false, holders, pulled};
			}

			if (rows.length < stored.length) {
				throw new BoardError('refused', `The team's board (${address.shown}) did not grant a claim. Try again.`);
			}

			return {granted: true, until: sentAt + lasts, pulled};
		},
		/** Makes claims last longer from now. Returns when the lease ends; undefined if one of them was lost, or taken and released by another one. */
		async renew(whats: readonly string[], {lasts}: {readonly lasts: number}) {
			const stored = storedWhats(whats);
			let sentAt = 0;
			const [rows = []] = await run(() => {
				sentAt = clock.withSleep();
				return [call('renew', JSON.stringify(stored), session, lasts)];
			});
			return rows.length < stored.length ? undefined : sentAt + lasts;
		},
		async release(whats: readonly string[]) {
			await run(() => [call('release', JSON.stringify(storedWhats(whats)), session, attempts), hint]);
		},
		/** Stores events, of any session of this operator, up to the first one whose `n` another row has. Returns that and what follows. @throws BoardError `conflict` if the board has another event with the same session and `seq` */
		async publish(events: readonly BoardEvent[]): Promise<{readonly taken: readonly BoardEvent[]}> {
			let count = 0;
			for (const slice of slicesOf(events)) {
				const [rows = []] = await run(() => [call('publish', JSON.stringify(slice), host), hint]);
				if (rows.some(({is_conflict: isConflict}) => isConflict === true)) {
					throw new BoardError(
						'conflict',
						`The team's board (${address.shown}) has another event under a number of this ledger. Was it copied from another machine?`,
					);
				}

				count += slice.length - rows.length;
				if (rows.length > 0) {
					break;
				}
			}

			return {taken: events.slice(count)};
		},
		async pull(text: string | undefined) {
			const cursor = readCursor(text);
			return toPulled(await run(() => pullCalls(cursor)), cursor);
		},
		/** How many rows the board has of each of these sessions of this operator, and the highest `seq` of them. A session without rows is left out. */
		async heads(sessions: readonly string[]) {
			const [rows] = await run(() => [call('heads', JSON.stringify(sessions))]);
			return new Map(parsed(headSchema, rows).map(({session: owner, ...head}) => [owner, head]));
		},
		/** Calls a listener when another session may have changed something. Returns a function that ends it. */
		onHint: hints.add,
		close: connection.close,
	};
}

/** Creates the tables of the board, or completes them. `program`: the version of this chainbell. @throws BoardError */
export async function initialiseBoard(
	{clock, ...where}: Pick<BoardOptions, 'variable' | 'url' | 'clock'>,
	program: string,
) {
	const address = addressOf(where);
	const {createConnection} = await import('./connection.ts');
	const connection = createConnection({address, clock, onNotification: () => undefined, greeting: []});
	try {
		const execute = async (statement: string, ...values: Call['values']) =>
			connection.run(() => [{text: statement, values}]);
		for (const statement of versionTable) {
			await execute(statement);
		}

		await execute(
			'INSERT INTO chainbell.board (id, version, program) VALUES (1, $1::int, $2) ON CONFLICT (id) DO NOTHING',
			boardVersion,
			program,
		);
		const [rows = []] = await connection.run(() => [versionCall]);
		checkVersion(rows, address);
		for (const statement of schema) {
			await execute(statement);
		}
	} finally {
		await connection.close();
	}
}

/** The address of a board without its password, safe to show. @throws BoardError if its variable is not set, or has no URL of a board. */
export const boardShown = (where: Pick<BoardOptions, 'variable' | 'url'>): string => addressOf(where).shown;

/** Reads where the board is. @throws BoardError if its variable is not set, or has no URL of a board. */
function addressOf({variable, url}: Pick<BoardOptions, 'variable' | 'url'>): BoardAddress {
	const read = url === undefined ? ', which config.yaml names as its URL, is not set' : readBoardUrl(url);
	if (typeof read === 'string') {
		throw new BoardError(
			'refused',
			`The team's board cannot be used: the environment variable ${variable}${url === undefined ? '' : ' '}${read}.`,
		);
	}

	return read;
}

/** @throws BoardError if the board has another version, or is not complete */
function checkVersion(rows: readonly Row[], {shown}: BoardAddress) {
	const [board] = parsed(versionSchema, rows);
	if (board !== undefined && board.version < boardVersion) {
		throw new BoardError(
			'refused',
			`The team's board (${shown}) is that of chainbell 0.2.0. Name another database in its URL, and run chainbell team init.`,
		);
	}

	if (board === undefined) {
		throw new BoardError('refused', `The team's board (${shown}) is not complete. Run chainbell team init once more.`);
	}

	if (board.version > boardVersion) {
		const program = /^\d{1,4}(?:\.\d{1,4}){1,2}$/v.test(board.program) ? board.program : 'of a newer version';
		throw new BoardError('newer', `The team's board (${shown}) needs chainbell ${program} or later: update chainbell.`);
	}

	if (board.isolation !== 'serializable') {
		throw new BoardError(
			'refused',
			`The team's board (${shown}) cannot be used: its database, or a connection pool in front of it, does not use the isolation level that was asked for. Name the database itself in the URL.`,
		);
	}
}

/** What claims are stored by, without repetitions. It is JSON, because a database accepts neither U+0000 nor half a surrogate pair in a text, and an ID may have them; a hash if it is too long for an index. */
const storedWhats = (whats: readonly string[]) =>
	[...new Set(whats)].map(what => {
		const stored = JSON.stringify(what);
		return Buffer.byteLength(stored) > 1000 ? `"hash ${sha256(stored)}"` : stored;
	});

const toClaim = ({what, held_for: heldFor, left_for: left, ...claim}: z.infer<typeof claimSchema>): BoardClaim => {
	const text = tryParseJson(what);
	return {...claim, what: typeof text === 'string' ? text : what, heldFor, left};
};

/** The bytes that are sent at once. */
const sliceBytes = 4_000_000;

function slicesOf(events: readonly BoardEvent[]): BoardEvent[][] {
	const slices: BoardEvent[][] = [];
	let bytes = Infinity;
	for (const event of events) {
		bytes += event.body.length + 100;
		if (bytes > sliceBytes) {
			slices.push([]);
			bytes = 0;
		}

		slices.at(-1)!.push(event);
	}

	return slices;
}

/** Reads the answers to `pull` and `claims`. */
function toPulled([rows = [], claims]: ReadonlyArray<readonly Row[]>, cursor: Cursor | undefined): Pulled {
	const state = stateSchema.parse(rows[0]);
	const last = rows.at(-1)!;
	const isMore = rows.length === pageLength || rows.length < Number(last.counted);
	const {past, newest, isPart} = cursor !== undefined && state.is_valid ? cursor : firstCursor;
	// What follows the first page belongs to it: a transaction that ends meanwhile is pulled the next time.
	const upTo = isPart ? {past, newest} : upToOf(state);
	const next: Cursor = {
		life: state.life,
		...upTo,
		after: isMore
			? [String(last.tx), Number(last.seq), String(last.session)]
			: [upTo.past, Number.MAX_SAFE_INTEGER, ''],
		isPart: isMore,
	};
	return {
		events: parsed(eventSchema, rows),
		claims: parsed(claimSchema, claims).map(row => toClaim(row)),
		cursor: JSON.stringify(next),
		isMore,
		isRestored: cursor !== undefined && !state.is_valid,
	};
}

const readCursor = (text: string | undefined): Cursor | undefined =>
	text === undefined ? undefined : cursorSchema.safeParse(tryParseJson(text)).data;

const text = z.string();
const finite = z.number().check(z.refine(Number.isFinite));
const versionSchema = z.object({version: z.number(), program: text, isolation: text});
const claimSchema = z.object({
	what: text,
	session: text,
	operator: text,
	host: text,
	held_for: finite,
	left_for: finite,
});
const headSchema = z.object({session: text, count: z.int(), last: z.int()});
const stateSchema = z.object({life: text, is_valid: z.boolean(), oldest: text, newest: text});
const eventSchema = z.object({
	session: text,
	seq: z.int(),
	item: text,
	n: z.int(),
	body: text,
	operator: text,
	host: text,
	age: finite,
});

/** How far an account was pulled (`statements.pull`). */
const cursorSchema = z.object({
	life: text,
	past: text,
	newest: text,
	after: z.tuple([text, z.int(), text]),
	isPart: z.boolean(),
});

type Cursor = z.infer<typeof cursorSchema>;

const firstCursor: Cursor = {life: '', past: '0', newest: '0 ', after: ['0', 0, ''], isPart: false};

/** The transaction up to which a pull has everything: all before the oldest one that has not ended, and none after the last row, as the database may be restored and have that again. */
function upToOf({oldest, newest}: z.infer<typeof stateSchema>) {
	const [past, last] = [BigInt(oldest) - 1n, BigInt(newest.split(' ')[0]!)];
	return {past: String(past < last ? past : last), newest};
}

/** The rows of an answer that are as they should be: others can only have been made by hand. */
const parsed = <Schema extends z.ZodMiniType>(schema: Schema, rows: readonly Row[] = []): Array<z.infer<Schema>> =>
	rows
		.map(row => schema.safeParse(row))
		.filter(({success}) => success)
		.map(({data}) => data!);

/** The version of the tables that this chainbell reads and writes. */
const boardVersion = 2;

const versionTable = [
	'CREATE SCHEMA IF NOT EXISTS chainbell',
	`CREATE TABLE IF NOT EXISTS chainbell.board (
		id int PRIMARY KEY CHECK (id = 1),
		version int NOT NULL,
		program text NOT NULL
	)`,
];

/** Creates the tables that are missing. Nobody can set a column that the database fills in, and the limits of a row hold for every member. */
const schema = [
	`CREATE TABLE IF NOT EXISTS chainbell.event (
		account text NOT NULL,
		operator text NOT NULL DEFAULT session_user,
		session text NOT NULL CHECK (octet_length(session) <= 100),
		seq int8 NOT NULL CHECK (seq BETWEEN 1 AND 1000000000000),
		item text NOT NULL CHECK (octet_length(item) <= 100),
		n int4 NOT NULL CHECK (n >= 0),
		body text NOT NULL CHECK (octet_length(body) <= 5000000),
		host text NOT NULL CHECK (octet_length(host) <= 500),
		at timestamptz NOT NULL DEFAULT now(),
		tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
		PRIMARY KEY (account, operator, session, seq),
		UNIQUE (account, item, n)
	)`,
	'CREATE INDEX IF NOT EXISTS event_tx ON chainbell.event (account, tx, seq, session)',
	`CREATE TABLE IF NOT EXISTS chainbell.claim (
		account text NOT NULL,
		what text NOT NULL CHECK (octet_length(what) <= 1000),
		number int8 GENERATED ALWAYS AS IDENTITY,
		session text NOT NULL CHECK (octet_length(session) <= 100),
		attempt int8 NOT NULL,
		operator text NOT NULL DEFAULT session_user,
		host text NOT NULL CHECK (octet_length(host) <= 500),
		at timestamptz NOT NULL DEFAULT now(),
		until timestamptz NOT NULL,
		is_released boolean NOT NULL DEFAULT false,
		PRIMARY KEY (account, what, number)
	)`,
	'CREATE INDEX IF NOT EXISTS claim_held ON chainbell.claim (account, what) WHERE NOT is_released',
	'ALTER TABLE chainbell.claim ENABLE ROW LEVEL SECURITY',
	`DO $$ BEGIN
		CREATE POLICY reading ON chainbell.claim FOR SELECT USING (true);
		CREATE POLICY claiming ON chainbell.claim FOR INSERT WITH CHECK (true);
		CREATE POLICY holding ON chainbell.claim FOR UPDATE USING (operator = session_user);
	EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
];

/** The roles of operators and readers, with their rights: nobody deletes, nobody sets who made a row, and only claims change, by who made them. */
export const grants: readonly string[] = [
	'CREATE ROLE chainbell_readers',
	'CREATE ROLE chainbell_operators IN ROLE chainbell_readers',
	'GRANT USAGE ON SCHEMA chainbell TO chainbell_readers',
	'GRANT SELECT ON chainbell.board, chainbell.event, chainbell.claim TO chainbell_readers',
	'GRANT INSERT (account, session, seq, item, n, body, host) ON chainbell.event TO chainbell_operators',
	'GRANT INSERT (account, what, session, attempt, host, until) ON chainbell.claim TO chainbell_operators',
	'GRANT UPDATE (until, is_released) ON chainbell.claim TO chainbell_operators',
];

/** A list of texts that came as JSON. */
const list = (parameter: string) =>
	`(SELECT value FROM json_array_elements_text(${parameter}::text::json) AS each (value))`;

const milliseconds = (parameter: string) => `${parameter}::float8 * interval '1 millisecond'`;

/** How long ago a row was made, in milliseconds. */
const age = '(extract(epoch FROM now() - c.at) * 1000)::float8';

/** When a claim ends: after a day at the latest, whatever a member wrote. */
const end = "greatest(c.at, least(c.until, c.at + interval '1 day'))";

/** Whether a claim is that of the session $3. */
const isOwn = 'c.session = $3 AND c.operator = session_user';

/** Whether another session claimed the same later. */
const isFollowed = `EXISTS (SELECT 1 FROM chainbell.claim l WHERE l.account = c.account AND l.what = c.what AND l.number > c.number AND (l.session, l.operator) <> (c.session, c.operator))`;

const claimColumns = `c.what, c.session, c.operator, c.host, ${age} AS held_for, (extract(epoch FROM ${end} - now()) * 1000)::float8 AS left_for`;

/** What tells a row from every other one of the table, also after it was pushed again: nobody sets either. */
const rowName = "e.tx || ' ' || e.at";

/** How many rows are pulled at once, and how many bytes of bodies. */
const [pageLength, pageBytes] = [10_000, 32_000_000];

/** Each is a transaction of its own, and can be sent again. 1: the account. */
const statements = {
	/**
	Claims all of a list, or nothing. 2: the list, 3: session, 4: the number of the attempt, 5: host, 6: milliseconds that the claims last, 7: milliseconds after the end of one that was not released.

	Returns the claims of others that prevent it, or what was granted. An attempt that arrives after a later one of its session takes nothing. The rows that prevent it are looked up one by one, because a database without statistics would read all of them.
	*/
	claim: `
		WITH wanted AS (SELECT value AS what FROM ${list('$2')} AS texts),
		held AS MATERIALIZED (
			SELECT c.* FROM wanted CROSS JOIN LATERAL (
				SELECT * FROM chainbell.claim c
				WHERE c.account = $1 AND c.what = wanted.what AND NOT c.is_released AND NOT (${isOwn}) AND ${end} + ${milliseconds('$7')} > now()
				ORDER BY ${end} DESC LIMIT 1
			) c
		),
		granted AS (
			INSERT INTO chainbell.claim (account, what, session, attempt, host, until)
			SELECT $1, what, $3, $4::int8, $5, now() + ${milliseconds('$6')} FROM wanted
			WHERE NOT EXISTS (SELECT 1 FROM held)
				AND NOT EXISTS (SELECT 1 FROM wanted w JOIN chainbell.claim c ON c.account = $1 AND c.what = w.what WHERE ${isOwn} AND c.attempt >= $4::int8)
				AND (SELECT version FROM chainbell.board) = ${boardVersion}
			RETURNING what
		)
		SELECT ${claimColumns}, false AS is_granted FROM held c
		UNION ALL SELECT what, NULL, NULL, NULL, NULL, NULL, true FROM granted
	`,
	/** Makes all claims of a list last longer, if none was lost. 2: the list, 3: session, 4: milliseconds from now. */
	renew: `
		WITH own AS (
			SELECT c.what, c.number FROM chainbell.claim c
			WHERE c.account = $1 AND c.what IN ${list('$2')} AND ${isOwn} AND NOT c.is_released AND c.at > now() - interval '1 day' AND NOT ${isFollowed}
		)
		UPDATE chainbell.claim c SET until = now() + ${milliseconds('$4')} FROM own
		WHERE c.account = $1 AND c.what = own.what AND c.number = own.number
			AND (SELECT count(DISTINCT what) FROM own) = (SELECT count(*) FROM ${list('$2')} AS texts)
		RETURNING c.what
	`,
	/** 2: a list, 3: session, 4: the number of the last attempt: a later one may have claimed the same again. */
	release: `
		UPDATE chainbell.claim c SET is_released = true
		WHERE c.account = $1 AND c.what IN ${list('$2')} AND ${isOwn} AND c.attempt <= $4::int8 AND NOT c.is_released
	`,
	claims: `
		SELECT ${claimColumns} FROM chainbell.claim c
		WHERE c.account = $1 AND NOT c.is_released AND ${end} > now() - interval '1 day' AND NOT ${isFollowed}
		ORDER BY c.number DESC LIMIT 50000
	`,
	/** Inserts rows up to the first one whose number in its item is taken; rows that the board has already, also from when this member had another role, stay. Returns those that were not, and whether that is because the key of one has something else; then none was. 2: a list of objects, 3: host. */
	publish: `
		WITH given AS (
			SELECT * FROM ROWS FROM (json_to_recordset($2::text::json) AS (session text, seq int8, item text, n int4, body text)) WITH ORDINALITY AS x (session, seq, item, n, body, place)
		),
		there AS MATERIALIZED (
			SELECT place, (e.item, e.n, e.body) = (g.item, g.n, g.body) AS is_same FROM given g
			JOIN chainbell.event e ON e.account = $1 AND e.operator = session_user AND e.session = g.session AND e.seq = g.seq
			UNION SELECT place, true FROM given g
			JOIN chainbell.event e ON e.account = $1 AND (e.item, e.n, e.session, e.seq, e.body) = (g.item, g.n, g.session, g.seq, g.body)
		),
		free AS MATERIALIZED (
			SELECT g.* FROM given g WHERE g.place < coalesce((
				SELECT min(t.place) FROM given t JOIN chainbell.event e ON e.account = $1 AND e.item = t.item AND e.n = t.n
				WHERE (e.session, e.seq, e.body) <> (t.session, t.seq, t.body)
			), ${Number.MAX_SAFE_INTEGER})
		),
		inserted AS (
			INSERT INTO chainbell.event (account, session, seq, item, n, body, host)
			SELECT $1, session, seq, item, n, body, $3 FROM free
			WHERE place NOT IN (SELECT place FROM there) AND NOT EXISTS (SELECT 1 FROM there WHERE NOT is_same)
		)
		SELECT place, false AS is_conflict FROM given WHERE place NOT IN (SELECT place FROM free)
		UNION ALL SELECT place, true FROM there WHERE NOT is_same
	`,
	/**
	A page of rows in the order of their transactions, at least one row with the state of the database. 2: the life of the database in which the cursor was made, 3: the transaction up to which all was pulled, 4: the last row then; 5, 6, 7: the transaction, seq and session after which the page begins; 8: `part` if this is not the first page.

	If the table was made again, or has lost that row, or the transaction is still to come, the database was restored from a backup: everything is pulled. Rows from before that may have transactions that are still to come: they are left out of the first page of a later pull.
	*/
	pull: `
		WITH state AS MATERIALIZED (
			SELECT life, snapshot, coalesce(newest, '0 ') AS newest, $2 = life AND $3::text::xid8 < pg_snapshot_xmax(snapshot) AND ($4 = '0 ' OR EXISTS (
				SELECT 1 FROM chainbell.event e WHERE account = $1 AND tx = split_part($4, ' ', 1)::xid8 AND ${rowName} = $4
			)) AS is_valid
			FROM (SELECT tableoid || ' ' || xmin AS life FROM chainbell.board) b
			CROSS JOIN pg_current_snapshot() AS snapshots (snapshot)
			LEFT JOIN LATERAL (
				SELECT ${rowName} AS newest FROM chainbell.event e
				WHERE account = $1 AND tx < pg_snapshot_xmax(snapshot) ORDER BY tx DESC, seq DESC, session DESC LIMIT 1
			) l ON true
		),
		found AS (
			SELECT e.* FROM state CROSS JOIN LATERAL (
				SELECT * FROM chainbell.event e
				WHERE account = $1
					AND (tx, seq, session) > (CASE WHEN is_valid THEN $5 ELSE '0' END::xid8, CASE WHEN is_valid THEN $6::int8 ELSE 0 END, CASE WHEN is_valid THEN $7 ELSE '' END)
					AND (NOT is_valid OR $8::text = 'part' OR tx < pg_snapshot_xmax(snapshot))
				ORDER BY tx, seq, session LIMIT ${pageLength}
			) e
		),
		page AS (SELECT *, sum(octet_length(body)) OVER (ORDER BY tx, seq, session) - octet_length(body) AS before, count(*) OVER ()::float8 AS counted FROM found)
		SELECT life, is_valid, newest, pg_snapshot_xmin(snapshot)::text AS oldest,
			c.session, c.seq::float8 AS seq, c.item, c.n, c.body, c.operator, c.host, ${age} AS age, c.tx::text AS tx, c.counted
		FROM state LEFT JOIN page c ON c.before < ${pageBytes}
		ORDER BY c.tx, c.seq, c.session
	`,
	/** 2: a list of sessions. */
	heads: `
		SELECT session, count(*)::float8 AS count, max(seq)::float8 AS last FROM chainbell.event
		WHERE account = $1 AND operator = session_user AND session IN ${list('$2')} GROUP BY session
	`,
	/** Tells the sessions that listen. 2: session. */
	hint: "SELECT pg_notify('chainbell', $1 || ' ' || $2)",
};

const versionCall: Call = {
	text: "SELECT version, program, current_setting('transaction_isolation') AS isolation FROM chainbell.board",
	values: [],
};
