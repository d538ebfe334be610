import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import postgres from 'postgres';
import {notificationsPath} from '../../../source/service/connection.ts';
import {startSandbox} from '../../../source/sandbox/server.ts';
import {createDatabase, grantRights, initialise, type PostgresServer} from '../../helpers/postgres.ts';
import {builtProgram, makeHome} from '../../helpers/terminal-home.ts';

/** What a command of the program printed, and how it ended. */
export type Ended = {readonly exitCode: number | null; readonly stdout: string; readonly stderr: string};

/** A running command of the program. */
export type Running = {readonly ended: Promise<Ended>; readonly signal: (name: NodeJS.Signals) => void};

/** A machine on which the built program runs, with a home of its own, for one member of the team. */
export type Machine = {
	readonly start: (...argv: readonly string[]) => Running;
	/** Runs a command to its end. */
	readonly run: (...argv: readonly string[]) => Promise<Ended>;
	/** The environment variable with the URL of its board. */
	readonly url: string;
	readonly home: string;
};

/** `port`: that of a relay to the database. `clockChange`: how much its clock is off, in milliseconds. */
export type MachineOptions = {readonly port?: number; readonly clockChange?: number; readonly isRequired?: boolean};

/** The stages of a request to the service, each with the number of such stages before it. */
export type OnRequest = (stage: 'before' | 'after', kind: string, index: number) => Promise<void> | void;

/** Seconds: what was sent takes effect at once here. */
export const settlingTime = 2;

/** Milliseconds after which the claims of a machine that died are followed. */
export const claimsEnd = 120_000 + settlingTime * 1000;

/** A service with notifications, a board on a real PostgreSQL, and machines. */
export type Stage = AsyncDisposable & {
	readonly machine: (operator: string, options?: MachineOptions) => Machine;
	/** The notifications that the service has: user and name. */
	readonly listed: () => Promise<ReadonlyArray<{readonly user: string; readonly name: string}>>;
	readonly setOnRequest: (listener: OnRequest | undefined) => void;
	/** The database, as its owner. */
	readonly url: string;
	readonly sql: (statement: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>;
	/** Lets time pass on the board. */
	readonly pass: (milliseconds: number) => Promise<void>;
	readonly service: {readonly baseUrl: string; readonly apiKey: string};
};

/** Opens a stage on a server, with so many notifications. */
export async function openStage(server: PostgresServer, count = 0): Promise<Stage> {
	const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-trial-'));
	let [onRequest, index]: [OnRequest | undefined, number] = [undefined, 0];
	const sandbox = await startSandbox({
		file: path.join(folder, 'service.sqlite'),
		samples: 0,
		async onRequest(stage, kind) {
			index++;
			await onRequest?.(stage, kind, index);
		},
	});
	const url = await createDatabase(server.url);
	await initialise(url);
	await grantRights(url);
	const request = async (method: string, body?: object) =>
		fetch(new URL(notificationsPath, sandbox.baseUrl), {
			method,
			headers: {authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json'},
			...(body && {body: JSON.stringify(body)}),
		});
	for (let number = 0; number < count; number++) {
		await request('POST', bodyOf(number));
	}

	const sql = async (statement: string) => {
		const connection = postgres(url, {max: 1, onnotice: () => undefined});
		try {
			return await connection.unsafe(statement);
		} finally {
			await connection.end();
		}
	};

	let machines = 0;
	return {
		machine(operator, {port = server.port, clockChange = 0, isRequired = false} = {}) {
			machines++;
			const home = path.join(folder, `home-${machines}`);
			const {environment} = makeHome(home);
			const configFolder = path.join(home, 'config/chainbell');
			mkdirSync(configFolder, {recursive: true, mode: 0o700});
			const settings = `profiles:\n  trial:\n    baseUrl: ${sandbox.baseUrl}\n    apiKeyEnv: TRIAL_KEY\n    settlingTime: ${settlingTime}\nteam:\n  url: {env: TEAM_URL}\n  account: trial\n  required: ${isRequired ? 'yes' : 'no'}\n`;
			writeFileSync(path.join(configFolder, 'config.yaml'), settings, {mode: 0o600});
			const boardUrl = Object.assign(new URL(url), {username: operator, password: 'secret', port: String(port)}).href;
			const start = (...argv: readonly string[]): Running => {
				const child = spawn(process.execPath, [builtProgram, ...argv], {
					cwd: home,
					env: {
						...environment,
						TRIAL_KEY: sandbox.apiKey,
						TEAM_URL: boardUrl,
						...(clockChange !== 0 && {NODE_OPTIONS: `--import=${otherClock(clockChange)}`}),
					},
					stdio: ['ignore', 'pipe', 'pipe'],
				});
				const ended = (async () => {
					const [stdout, stderr, [exitCode]] = await Promise.all([
						text(child.stdout),
						text(child.stderr),
						once(child, 'exit') as Promise<[number | null]>,
					]);
					return {exitCode, stdout, stderr};
				})();
				return {
					ended,
					signal(name) {
						child.kill(name);
					},
				};
			};

			return {start, run: async (...argv) => start(...argv).ended, url: boardUrl, home};
		},
		async listed() {
			const response = await request('GET');
			const all = (await response.json()) as ReadonlyArray<{
				readonly external_user_id: string;
				readonly notification_name?: string;
			}>;
			return all
				.map(({external_user_id: user, notification_name: name = ''}) => ({user, name}))
				.toSorted((a, b) => a.user.localeCompare(b.user));
		},
		setOnRequest(listener) {
			index = 0;
			onRequest = listener;
		},
		url,
		sql,
		async pass(milliseconds) {
			const back = `- interval '${milliseconds} milliseconds'`;
			await sql(
				`UPDATE chainbell.claim SET at = at ${back}, until = until ${back}; UPDATE chainbell.event SET at = at ${back}`,
			);
		},
		service: sandbox,
		async [Symbol.asyncDispose]() {
			await sandbox.close();
			rmSync(folder, {recursive: true, force: true, maxRetries: 3});
		},
	};
}

/** The user of the notification with a number. */
export const userOf = (number: number): string => `user-${String(number).padStart(3, '0')}`;

/** A notification as a request has it. */
export const bodyOf = (number: number, name = 'Before'): object => ({
	external_user_id: userOf(number),
	notification_name: name,
	channel: 'EMAIL',
	delivery_location: `${userOf(number)}@example.com`,
	template: 'words',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	},
});

/** The arguments of an edit of all notifications whose user begins with a text. */
export const editAll = (name: string, user = 'user-'): readonly string[] => [
	'edit',
	'--query',
	`user:${user}`,
	'--set',
	`name=${name}`,
	'--accept-unknown-template',
	'--yes',
	'-j',
	'1',
];

/** A module that a process loads first, and that changes its clock. */
const otherClock = (milliseconds: number): string =>
	`data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${milliseconds};`)}`;

/** What is listed twice, and what is missing of so many. */
export function faultsIn(listed: ReadonlyArray<{readonly user: string}>, count: number): readonly string[] {
	const users = listed.map(({user}) => user);
	return [
		...users.filter((user, index) => users.indexOf(user) !== index).map(user => `${user} twice`),
		...Array.from({length: count}, (_, number) => userOf(number))
			.filter(user => !users.includes(user))
			.map(user => `${user} missing`),
	];
}
