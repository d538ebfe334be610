import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {body, createOne} from '../helpers/command-account.ts';
import {environmentOf, runCommand, type CommandLine} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

/** Runs a command on a service that limits the rate of the first listing. */
async function runLimited(argv: CommandLine, retryAfter: string) {
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
	const run = await runCommand('delete --all --yes --json -j 1', {
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
	expect(await runCommand('recover', options)).toMatchObject({exitCode: 0, stdout: ''});
});
