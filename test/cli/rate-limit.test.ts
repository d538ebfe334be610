import {expect, test} from 'vitest';
import {temporaryFolder, stillClock} from '../helpers/app.tsx';
import {runOn, body} from '../helpers/command-account.ts';
import {signals, environmentOf, runCommand, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import type {ServerResponse} from 'node:http';

test.each(['list', 'get 7', 'delete 7 --yes'])(
	'%s waits for the time that the service named, and says so',
	async command => {
		const methods: string[] = [];
		const {stderr, exitCode} = await runOn(
			({method}, response) => {
				methods.push(method);
				if (methods.length === 1) {
					answer(response, 429, undefined, {'retry-after': '2'});
				} else {
					answer(response, method === 'GET' ? 200 : 403, method === 'GET' ? [{id: 7}] : {});
				}
			},
			command,
			{clock: createHandClock()},
		);
		expect(stderr).toContain('Rate limited (429): waiting 2 s …\n');
		expect(methods.slice(0, 2)).toEqual(['GET', 'GET']);
		expect(exitCode).toBe(command.startsWith('delete') ? 4 : 0);
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
	const {send, onSignals} = signals();
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
		onSignals,
	});
	expect(server.requests.some(({method}) => method === 'DELETE')).toBe(true);
	expect(run).toMatchObject({exitCode: 130, stdout: ''});
	expect(JSON.parse(run.errors.at(-1)!)).toMatchObject({
		outcome: 'rejected',
		hint: 'Nothing was changed: the service processed none of the requests.',
	});
	expect(await runCommand('recover', options)).toMatchObject({exitCode: 0, stdout: ''});
});

/** Runs a command on a service whose first listing fails. Returns what was on standard error before the second one was answered. */
async function runFailing(command: CommandLine, change: Partial<CommandOptions>) {
	const second = Promise.withResolvers<ServerResponse>();
	const record = {...body('u-1'), id: 7};
	let count = 0;
	let stderr = '';
	const running = runOn(
		({method}, response) => {
			count++;
			if (count === 1) {
				answer(response, 503);
			} else if (count === 2) {
				second.resolve(response);
			} else {
				answer(response, method === 'GET' ? 200 : 204, method === 'GET' ? [] : undefined);
			}
		},
		command,
		{
			clock: stillClock,
			...change,
			onError(text) {
				stderr += text;
			},
		},
	);
	const again = await second.promise;
	const shown = stderr;
	answer(again, 200, [record]);
	return {shown, ...(await running)};
}

test.each(['list', 'get 7', 'delete 7 --yes'])(
	'%s says on a terminal that it tries again, and which attempt it is',
	async command => {
		const run = await runFailing(command, {columns: {errors: 80}});
		expect(run.shown).toMatch(/\r\u{1B}\[KService failed \(503\) · attempt 2 of 4 in 1 s/v);
		expect(run.exitCode).toBe(0);
		// The line is erased before anything else is printed.
		expect(run.stderr.slice(run.stderr.lastIndexOf('attempt'))).toContain('\r\u{1B}[K');
	},
);

test.each([
	['where standard error is no terminal', 'list', {}],
	['with --quiet', 'delete 7 --yes --quiet', {columns: {errors: 80}}],
])('nothing is said %s', async (_where, command, change) => {
	const {stderr} = await runFailing(command, change);
	expect(stderr).not.toMatch(/attempt|\r/v);
});
