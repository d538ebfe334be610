import {afterAll, beforeAll, expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {clock} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer, type HttpServer} from '../helpers/http-server.ts';

/*
--timeout of a listing, which is for all attempts, and what is said of them where standard error is no terminal.
*/

let server: HttpServer;
let home: Awaited<ReturnType<typeof temporaryFolder>>;
/** How the service answers a request, by its number from 1. */
let reply: (number: number, respond: (status: number, body: unknown) => void) => void = () => undefined;
let requests = 0;

beforeAll(async () => {
	home = await temporaryFolder();
	server = await createHttpServer((_request, response) => {
		requests++;
		reply(requests, (status, body) => {
			answer(response, status, body, status === 429 ? {'retry-after': '40'} : {});
		});
	});
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
	await home[Symbol.asyncDispose]();
});

const run = async (argv: readonly string[]) => {
	requests = 0;
	return runCommand(argv, {home: home.path, env: environmentOf(server), clock});
};

test.each([[['list']], [['delete', '--all', '--yes']], [['export']]])(
	'%j of a silent service is one request, and ends after the timeout',
	async argv => {
		reply = () => undefined;
		const {exitCode, stdout, stderr} = await run([...argv, '--timeout', '0.3']);
		expect({exitCode, stdout, requests}).toEqual({exitCode: 7, stdout: '', requests: 1});
		expect(stderr).toContain('within 0.3 s');
	},
);

test('a retry that would begin after the timeout is not made', async () => {
	reply = (_number, respond) => {
		respond(503, {});
	};

	const {exitCode} = await run(['list', '--timeout', '0.4']);
	// The first pause is half a second.
	expect(exitCode).not.toBe(0);
	expect(requests).toBe(1);
});

test('--timeout is kept where the service asks to wait longer; without it a listing waits', async () => {
	reply = (number, respond) => {
		respond(number === 1 ? 429 : 200, number === 1 ? undefined : []);
	};

	const {exitCode, errors} = await run(['list', '--timeout', '5']);
	expect({exitCode, errors, requests}).toEqual({
		exitCode: 1,
		errors: ['Rate limited (429).', 'Wait 40 s before trying again.'],
		requests: 1,
	});
	const hand = createHandClock();
	requests = 0;
	const waiting = runCommand(['list'], {home: home.path, env: environmentOf(server), clock: hand});
	await hand.asleep();
	hand.pass(40_000);
	expect(await waiting).toMatchObject({exitCode: 0});
	expect(requests).toBe(2);
});
