import {randomUUID} from 'node:crypto';
import * as z from 'zod/mini';
import type {Clock} from '../platform/clock.ts';
import {
	BoardError,
	type BoardChange,
	type BoardClaim,
	type BoardPull,
	type ClaimResult,
	type PublishedChange,
} from './board.ts';
import type {BoardAddress} from './board-address.ts';
import {createBoardConnection} from './board-connection.ts';
import type {Call, Row} from './board-client.ts';
import {boardVersion} from './schema.ts';
import {beginning, statements} from './statements.ts';
import {fromStoredKey, toStoredKey} from './stored-text.ts';

/** The lease of a claim is measured by `withSleep`. */
export type BoardClock = Pick<Clock, 'elapsed' | 'every' | 'sleep' | 'withSleep'>;

export type PostgresBoardOptions = {
	readonly address: BoardAddress;
	/** The name under which the account is shared. */
	readonly account: string;
	/** The name of this machine, for others to see. */
	readonly host: string;
	/** What claims are told by: no two sessions have the same. */
	readonly owner: string;
	readonly clock: BoardClock;
	/** Milliseconds without a byte from the database after which it counts as gone; two seconds by default. */
	readonly patience?: number | undefined;
};

const text = z.string();
const finite = z.number().check(z.refine(Number.isFinite));

const changeSchema = z.object({
	uuid: text,
	revision: z.int().check(z.positive()),
	body: text,
	operator: text,
	host: text,
	age: finite,
	at: text,
	maker: text,
	maker_host: text,
});
const claimSchema = z.object({what: text, owner: text, operator: text, host: text, held_for: finite, left_for: finite});
const versionSchema = z.object({version: z.number(), program: text});
const uuidSchema = z.object({uuid: text});
const revisionSchema = z.object({uuid: text, revision: z.int(), is_pruned: z.boolean()});
const cursorSchema = z.object({cursor: text});

/** The number of revisions that are pulled at once. */
const pageLength = 4000;

/** Milliseconds for which hints are collected. */
const hintDelay = 200;

/** The database that a team shares, as one session sees it. Every method may throw BoardError. */
export type Board = ReturnType<typeof createPostgresBoard>;

/** Opens the board of an account in a database that has the tables of `schema`. Nothing is sent before the first call. */
export function createPostgresBoard({address, account, host, owner, clock, patience}: PostgresBoardOptions) {
	const listeners = new Set<() => void>();
	const session = randomUUID();
	let isHinted = false;
	let attempts = 0;
	let isChecked = false;

	const onNotification = (from: string) => {
		if (from === session || isHinted || listeners.size === 0) {
			return;
		}

		isHinted = true;
		void (async () => {
			await clock.sleep(hintDelay);
			isHinted = false;
			for (const listener of listeners) {
				listener();
			}
		})();
	};

	const hint = call(statements.hint, session);
	// What is sent for the first time on a connection takes a round trip more: nobody waits for these.
	const greeting = [
		call(statements.listen),
		call(statements.publish, account, '[]', host),
		call(statements.claim, account, '[]', owner, 0, host, 0, 0, boardVersion),
		call(statements.renew, account, '[]', owner, 0),
		call(statements.release, account, '[]', owner, 0),
	];
	const connection = createBoardConnection({address, clock, patience, onNotification, greeting});

	const checkVersion = (rows: readonly Row[] | undefined) => {
		const [board] = parsed(versionSchema, rows);
		if (board?.version !== boardVersion) {
			throw board !== undefined && board.version > boardVersion
				? new BoardError(
						'newer',
						`The team's board (${address.shown}) needs chainbell ${shownVersion(board.program)} or later: update chainbell.`,
					)
				: new BoardError(
						'refused',
						`The team's board (${address.shown}) is not complete: run chainbell team init once more.`,
					);
		}

		isChecked = true;
	};

	/** Runs statements, with a look at the version before the first ones. */
	const run = async (calls: () => readonly Call[]): Promise<ReadonlyArray<readonly Row[]>> => {
		if (isChecked) {
			return connection.run(calls);
		}

		const [version, ...answers] = await connection.run(() => [call(statements.version), ...calls()]);
		checkVersion(version);
		return answers;
	};

	const tell = () => {
		void connection.run(() => [hint]).catch(() => undefined);
	};

	const pullCalls = (cursor: string | undefined): Call[] => [
		call(statements.pull, account, cursor ?? beginning, pageLength),
		call(statements.claims, account),
		call(statements.cursor),
	];

	/** Reads the answers to `pullCalls`, and the pages after the first. */
	const toPulled = async ([first = [], claims, cursors]: ReadonlyArray<readonly Row[]>): Promise<BoardPull> => {
		const pages = [parsed(changeSchema, first)];
		for (let page = first; page.length === pageLength || page.length < Number(page[0]?.counted);) {
			const {at, uuid, revision} = page.at(-1)!;
			[page = []] = await run(() => [
				call(statements.pullOn, account, String(at), String(uuid), Number(revision), pageLength),
			]);
			pages.push(parsed(changeSchema, page));
		}

		const [next] = parsed(cursorSchema, cursors);
		return {
			changes: pages
				.flat()
				.filter(({body}) => body !== '')
				.map(row => toChange(row)),
			claims: parsed(claimSchema, claims).map(row => toClaim(row)),
			cursor: next?.cursor ?? beginning,
		};
	};

	return {
		/** Claims all of these, or none, and pulls, in one round trip. `lasts`: milliseconds. `after`: milliseconds that must have passed since the end of an earlier claim that was not released. */
		async claim(
			whats: readonly string[],
			{lasts, after, cursor}: {readonly lasts: number; readonly after: number; readonly cursor: string | undefined},
		): Promise<ClaimResult> {
			const list = listOf(whats);
			let sentAt = 0;
			const answers = await run(() => {
				attempts++;
				sentAt = clock.withSleep();
				return [
					call(statements.claim, account, list, owner, attempts, host, lasts, after, boardVersion),
					...pullCalls(cursor),
				];
			});
			const rows = answers[0] ?? [];
			if (!rows.some(({version}) => version === boardVersion)) {
				const [version] = await connection.run(() => [call(statements.version)]);
				checkVersion(version);
			}

			const pulled = await toPulled(answers.slice(1));
			const granted = new Set(rows.filter(row => row.is_granted === true).map(({what}) => String(what)));
			if (granted.size === new Set(whats).size) {
				tell();
				return {granted: true, until: sentAt + lasts, pulled};
			}

			const holders = parsed(claimSchema, rows).map(row => toClaim(row));
			if (holders.length === 0) {
				throw new BoardError(
					'unreachable',
					`The team's board (${address.shown}) did not grant a claim, because others claimed at the same time. Try again.`,
				);
			}

			return {granted: false, holders, pulled};
		},
		/** Makes claims last longer from now, unless another session has taken one of them, or took and released it. Returns when the lease ends; undefined if it was lost. */
		async renew(whats: readonly string[], {lasts}: {readonly lasts: number}) {
			let sentAt = 0;
			const [rows = []] = await run(() => {
				sentAt = clock.withSleep();
				return [call(statements.renew, account, listOf(whats), owner, lasts)];
			});
			return rows.length === new Set(whats).size ? sentAt + lasts : undefined;
		},
		async release(whats: readonly string[]): Promise<void> {
			await run(() => [call(statements.release, account, listOf(whats), owner, attempts)]);
			tell();
		},
		/** Stores changes that the board has not or has with a lower revision. Returns the uuids of those of which it has this revision with another body, or a later one. */
		async publish(changes: readonly PublishedChange[]): Promise<readonly string[]> {
			const [stale] = await run(() => [call(statements.publish, account, JSON.stringify(changes), host)]);
			tell();
			return parsed(uuidSchema, stale).map(({uuid}) => uuid);
		},
		pull: async (cursor: string | undefined) => toPulled(await run(() => pullCalls(cursor))),
		/** The last revisions of all changes, by uuid, for a comparison at the start. `isPruned`: only uuid and revision are left. */
		async revisions(): Promise<ReadonlyMap<string, {readonly revision: number; readonly isPruned: boolean}>> {
			const [rows] = await run(() => [call(statements.revisions, account)]);
			return new Map(
				parsed(revisionSchema, rows).map(({uuid, revision, is_pruned: isPruned}) => [uuid, {revision, isPruned}]),
			);
		},
		/** Returns these changes. */
		async changesOf(uuids: readonly string[]) {
			const [rows] = await run(() => [call(statements.changesOf, account, JSON.stringify(uuids))]);
			return parsed(changeSchema, rows).map(row => toChange(row));
		},
		/** Calls a listener when another session may have changed something. Returns a function that ends it. */
		onHint(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		close: connection.close,
	};
}

const call = (statement: string, ...values: ReadonlyArray<string | number>): Call => ({text: statement, values});

/** The rows of an answer that are as they should be: others can only have been made by hand. */
const parsed = <Schema extends z.ZodMiniType>(schema: Schema, rows: readonly Row[] = []): Array<z.infer<Schema>> =>
	rows
		.map(row => schema.safeParse(row))
		.filter(({success}) => success)
		.map(({data}) => data!);

const toChange = ({
	uuid,
	revision,
	body,
	operator,
	host,
	age,
	maker,
	maker_host: makerHost,
}: z.infer<typeof changeSchema>): BoardChange => ({
	uuid,
	revision,
	body,
	age: Math.max(0, age),
	operator: maker,
	host: makerHost,
	...((operator !== maker || host !== makerHost) && {lastBy: {operator, host}}),
});

const toClaim = ({what, held_for: heldFor, left_for: left, ...claim}: z.infer<typeof claimSchema>): BoardClaim => ({
	...claim,
	what: fromStoredKey(what),
	heldFor,
	left,
});

/** Claims as a list in JSON. */
const listOf = (whats: readonly string[]): string => JSON.stringify([...new Set(whats)].map(what => toStoredKey(what)));

const shownVersion = (program: string): string =>
	/^\d{1,4}(?:\.\d{1,4}){1,2}$/v.test(program) ? program : 'of a newer version';
