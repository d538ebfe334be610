import type {ServerResponse} from 'node:http';
import {expect, test} from 'vitest';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

/** Runs a command on a service whose first listing fails. Returns what was on standard error before the second one was answered. */
async function runFailing(argv: readonly string[], change: Partial<CommandOptions>) {
	const second = Promise.withResolvers<ServerResponse>();
	const record = {...body('u-1'), id: 7};
	await using home = await temporaryFolder();
	await using server = await createHttpServer(({method}, response) => {
		if (server.requests.length === 1) {
			answer(response, 503);
		} else if (server.requests.length === 2) {
			second.resolve(response);
		} else {
			answer(response, method === 'GET' ? 200 : 204, method === 'GET' ? [] : undefined);
		}
	});
	let stderr = '';
	const running = runCommand(argv, {
		home: home.path,
		env: environmentOf(server),
		clock: stillClock,
		...change,
		onError(text) {
			stderr += text;
		},
	});
	const again = await second.promise;
	const shown = stderr;
	answer(again, 200, [record]);
	return {shown, ...(await running)};
}

test.each([[['list']], [['get', '7']], [['delete', '7', '--yes']]])(
	'%j says on a terminal that it tries again, and which attempt it is',
	async argv => {
		const run = await runFailing(argv, {columns: {errors: 80}});
		expect(run.shown).toMatch(/\r\u{1B}\[KService failed \(503\) · attempt 2 of 4 in 1 s/v);
		expect(run.exitCode).toBe(0);
		// The line is erased before anything else is printed.
		expect(run.stderr.slice(run.stderr.lastIndexOf('attempt'))).toContain('\r\u{1B}[K');
	},
);

test.each([
	['where standard error is no terminal', ['list'], {}],
	['with --quiet', ['delete', '7', '--yes', '--quiet'], {columns: {errors: 80}}],
])('nothing is said %s', async (_where, argv, change) => {
	const {stderr} = await runFailing(argv, change);
	expect(stderr).not.toMatch(/attempt|\r/v);
});
