import type {BoardConnection} from './board-connection.ts';

/** The version of the tables that this chainbell reads and writes. */
export const boardVersion = 1;

/** Creates the tables, each statement on its own, in SQL that PostgreSQL, CockroachDB and YugabyteDB have. What is there already stays. */
const schema: readonly string[] = [
	'CREATE SCHEMA IF NOT EXISTS chainbell',
	`CREATE TABLE IF NOT EXISTS chainbell.board (
		id int PRIMARY KEY CHECK (id = 1),
		version int NOT NULL,
		program text NOT NULL
	)`,
	// Every revision is a row, which nobody changes: so each says who made it.
	`CREATE TABLE IF NOT EXISTS chainbell.change (
		account text NOT NULL,
		uuid text NOT NULL,
		revision int8 NOT NULL,
		body text NOT NULL,
		operator text NOT NULL DEFAULT session_user,
		host text NOT NULL,
		at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (account, uuid, revision)
	)`,
	'CREATE INDEX IF NOT EXISTS change_at ON chainbell.change (account, at, uuid, revision)',
	// Every claim of one thing has the next number; the last one counts.
	`CREATE TABLE IF NOT EXISTS chainbell.claim (
		account text NOT NULL,
		what text NOT NULL,
		number int8 NOT NULL,
		owner text NOT NULL,
		attempt int8 NOT NULL,
		operator text NOT NULL DEFAULT session_user,
		host text NOT NULL,
		at timestamptz NOT NULL DEFAULT now(),
		until timestamptz NOT NULL,
		is_released boolean NOT NULL DEFAULT false,
		PRIMARY KEY (account, what, number)
	)`,
	'CREATE INDEX IF NOT EXISTS claim_held ON chainbell.claim (account, until) WHERE NOT is_released',
	`CREATE TABLE IF NOT EXISTS chainbell.sent (
		account text NOT NULL,
		notification text NOT NULL,
		content text NOT NULL,
		operator text NOT NULL DEFAULT session_user,
		host text NOT NULL,
		at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (account, notification, at)
	)`,
];

/** Creates the tables of the board, or completes them. `program`: the version of this chainbell. @throws BoardError */
export async function initialiseBoard(connection: Pick<BoardConnection, 'run'>, program: string): Promise<void> {
	for (const text of schema) {
		await connection.run(() => [{text, values: []}]);
	}

	await connection.run(() => [
		{
			text: 'INSERT INTO chainbell.board (id, version, program) VALUES (1, $1::int, $2) ON CONFLICT (id) DO NOTHING',
			values: [boardVersion, program],
		},
	]);
}

/** The roles of operators and readers, with their rights. Nobody deletes, and nobody sets who made a row. */
export const grants: readonly string[] = [
	'CREATE ROLE chainbell_readers',
	'CREATE ROLE chainbell_operators IN ROLE chainbell_readers',
	'GRANT USAGE ON SCHEMA chainbell TO chainbell_readers',
	'GRANT SELECT ON chainbell.board, chainbell.change, chainbell.claim, chainbell.sent TO chainbell_readers',
	'GRANT INSERT (account, uuid, revision, body, host) ON chainbell.change TO chainbell_operators',
	'GRANT INSERT (account, what, number, owner, attempt, host, until) ON chainbell.claim TO chainbell_operators',
	'GRANT UPDATE (until, is_released) ON chainbell.claim TO chainbell_operators',
	'GRANT INSERT (account, notification, content, host) ON chainbell.sent TO chainbell_operators',
];
