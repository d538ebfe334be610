import {Buffer} from 'node:buffer';
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {environmentOf} from '../helpers/command.ts';
import {sharedPostgres} from '../helpers/postgres.ts';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';

const sandbox = await temporarySandbox({samples: 2});

afterAll(async () => sandbox[Symbol.asyncDispose]());

/** A message about the login, as PostgreSQL sends it. */
function login(kind: number, text: string | Buffer = ''): Buffer {
	const body = Buffer.from(text);
	const message = Buffer.alloc(9);
	message.write('R');
	message.writeUInt32BE(8 + body.length, 1);
	message.writeUInt32BE(kind, 5);
	return Buffer.concat([message, body]);
}

const isScram = login(10, 'SCRAM-SHA-256\0\0');

/** Asks for a password that is hashed in so many rounds, whatever the nonce of the client. */
const scramOf = (rounds: string) => login(11, `r=nonce,s=${Buffer.from('salt').toString('base64')},i=${rounds}`);

/** Somebody at the board's address: answers the first message with the first of these, and so on. `received`: all that came. */
async function stranger(...answers: readonly Buffer[]) {
	const received: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		let count = 0;
		sockets.add(socket);
		socket
			.on('error', () => undefined)
			.on('data', bytes => {
				received.push(bytes.toString('latin1'));
				const answer = answers[count];
				count++;
				if (answer !== undefined) {
					socket.write(answer);
				}
			});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		for (const socket of sockets) {
			socket.destroy();
		}
	});
	return {url: `postgres://ann:hunter22@127.0.0.1:${(server.address() as AddressInfo).port}/team`, received};
}

/** A machine whose config.yaml has a team, and the built program there. A program that does not end is killed with the test. */
async function machine(url: string) {
	const home = await temporaryFolder();
	const config = path.join(home.path, 'chainbell');
	await mkdir(config, {mode: 0o700});
	await writeFile(
		path.join(config, 'config.yaml'),
		'team: {url: {env: TEAM_URL}, account: payments, required: true}\n',
		{mode: 0o600},
	);
	onTestFinished(async () => home[Symbol.asyncDispose]());
	const env = {
		PATH: process.env.PATH ?? '',
		HOME: home.path,
		XDG_CONFIG_HOME: home.path,
		TEAM_URL: url,
		...environmentOf(sandbox),
	};
	return {
		env,
		home: home.path,
		async run(argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
			const {promise, resolve} = Promise.withResolvers<{readonly exitCode: number; readonly stderr: string}>();
			const child = execFile(
				process.execPath,
				[builtProgram, ...argv],
				{env: {...env, ...more}},
				(error, _stdout, stderr) => {
					resolve({exitCode: error === null ? 0 : Number(error.code), stderr});
				},
			);
			child.stdin!.end();
			onTestFinished(() => {
				child.kill('SIGKILL');
			});
			return promise;
		},
	};
}

test.each([
	['more than a million rounds', [isScram, scramOf('1000001')], 'wants the password hashed more than 1,000,000 times'],
	[
		'two thousand million rounds',
		[isScram, scramOf('2000000000')],
		'wants the password hashed more than 1,000,000 times',
	],
	['no number of rounds', [isScram, scramOf('x')], 'does not log in as PostgreSQL does'],
	[
		'a second login after the first',
		[Buffer.concat([isScram, login(0)]), Buffer.concat([login(0), scramOf('2000000000')])],
		'does not log in as PostgreSQL does',
	],
	['a message without a kind', [Buffer.from('R\0\0\0\u{4}')], 'does not log in as PostgreSQL does'],
	['a salt for MD5 that is missing', [login(5)], 'does not log in as PostgreSQL does'],
	['a password in plain text', [login(3)], 'wants the password in plain text, which is sent only with TLS'],
])(
	"whoever answers at the board's address with %s is refused at once, and gets no password",
	async (_name, answers, reason) => {
		const {url, received} = await stranger(...answers);
		const {run} = await machine(url);
		expect(await run(['team', 'status'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining(reason) as string,
		});
		expect(received.join('')).not.toContain('hunter22');
	},
);

test('nothing is sent to the service meanwhile, where the team is required', async () => {
	const {url} = await stranger(login(3));
	const {run} = await machine(url);
	expect(await run(['delete', '1', '--yes'])).toMatchObject({
		exitCode: 7,
		stderr: expect.stringContaining('wants the password in plain text') as string,
	});
});

test('a certificate that cannot be checked is refused whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
	const url = new URL(await sharedPostgres());
	url.searchParams.set('sslmode', 'verify-full');
	const {run} = await machine(url.href);
	expect(await run(['team', 'status'], {NODE_TLS_REJECT_UNAUTHORIZED: '0'})).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining('its TLS certificate was not accepted') as string,
	});
});

test("the screens answer keys and signals while somebody at the board's address misbehaves", async () => {
	const {url} = await stranger(isScram, scramOf('2000000000'));
	for (const end of ['q', 'SIGTERM'] as const) {
		const {env, home} = await machine(url);
		await using terminal = startTerminal({home, env: {...env, XDG_CONFIG_HOME: home}, columns: 120});
		await terminal.waitFor('2 notifications');
		await terminal.waitFor('wants the password hashed more');
		if (end === 'q') {
			terminal.press('q');
		} else {
			terminal.kill(end);
		}

		await terminal.exit;
	}
});
