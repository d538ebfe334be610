import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {body, createOne} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

/** Runs a command on a service that limits the rate of the first listing. */
async function runLimited(argv: readonly string[], retryAfter: string) {
	await using home = await temporaryFolder();
	await using server = await createHttpServer(({method}, response) => {
		if (server.requests.length === 1) {
			answer(response, 429, undefined, {'retry-after': retryAfter});
		} else {
			answer(response, method === 'GET' ? 200 : 403, method === 'GET' ? [{id: 7}] : {});
		}
	});
	const run = await runCommand(argv, {home: home.path, env: environmentOf(server), clock: createHandClock()});
	return {...run, methods: server.requests.map(({method}) => method)};
}

test.each([['list'], ['get', '7'], ['delete', '7', '--yes'], [...createOne]])(
	'%s waits for the time that the service named, and says so',
	async (...argv) => {
		const {stderr, methods, exitCode} = await runLimited(argv, '2');
		expect(stderr).toContain('Rate limited (429): waiting 2 s …\n');
		expect(methods.slice(0, 2)).toEqual(['GET', 'GET']);
		expect(exitCode).toBe(argv[0] === 'list' || argv[0] === 'get' ? 0 : 4);
	},
);

test.each([['list'], ['delete', '7', '--yes']])(
	'%s sends nothing more where that time is far away, and names the date',
	async (...argv) => {
		expect(await runLimited(argv, 'Sat, 01 Jan 2050 12:30:00 GMT')).toMatchObject({
			exitCode: 1,
			methods: ['GET'],
			errors: [
				'Rate limited (429).',
				expect.stringMatching(/^(?:Nothing was sent\. )?Wait until 2050-01-01 \d\d:30 before trying again\.$/v),
			],
		});
	},
);

test('a long wait is said once, however many seconds it takes', async () => {
	await using home = await temporaryFolder();
	await using server = await createHttpServer((_request, response) => {
		const isFirst = server.requests.length === 1;
		answer(response, isFirst ? 429 : 200, isFirst ? undefined : [{id: 7}], isFirst ? {'retry-after': '20'} : {});
	});
	const clock = createHandClock();
	const running = runCommand(['delete', '7', '--dry-run'], {home: home.path, env: environmentOf(server), clock});
	await clock.asleep();
	for (let second = 0; second < 20; second++) {
		clock.pass(1000);
	}

	const {stderr, exitCode} = await running;
	expect(stderr.match(/Rate limited/gv)).toHaveLength(1);
	expect(exitCode).toBe(0);
});

test('--quiet does not say it', async () => {
	expect(await runLimited(['list', '--quiet'], '2')).toMatchObject({exitCode: 0, stderr: ''});
});

test('a batch that is interrupted while the service processes no request says so, and is not followed', async () => {
	await using home = await temporaryFolder();
	await using server = await createHttpServer(({method}, response) => {
		answer(
			response,
			method === 'GET' ? 200 : 429,
			method === 'GET'
				? [
						{...body('u-1'), id: 7},
						{...body('u-2'), id: 8},
					]
				: {},
		);
	});
	let send: (signal: 'SIGINT') => void = () => undefined;
	const clock = {
		...createHandClock(),
		async sleep() {
			send('SIGINT');
		},
	};
	const options = {home: home.path, env: environmentOf(server)};
	const run = await runCommand(['delete', '--all', '--yes', '--json', '-j', '1'], {
		...options,
		clock,
		onSignals(sender) {
			send = sender;
		},
	});
	expect(server.requests.some(({method}) => method === 'DELETE')).toBe(true);
	expect(run).toMatchObject({exitCode: 130, stdout: ''});
	expect(JSON.parse(run.errors.at(-1)!)).toMatchObject({
		outcome: 'rejected',
		hint: 'Nothing was changed: the service processed none of the requests.',
	});
	expect(await runCommand(['recover'], options)).toMatchObject({exitCode: 0, stdout: ''});
});
