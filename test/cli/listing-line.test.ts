import type {ServerResponse} from 'node:http';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const waits = 'Waiting for the listing … 3 s';
const retries = 'Service failed (503) · attempt 2 of 4 … 2 s';

/** Runs a command on a service whose first listing stalls for three seconds and fails, and whose second one stalls for two. Returns what was on standard error after each of the two. */
async function runStalled(argv: readonly string[], change: Partial<CommandOptions>) {
	const [first, second] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<ServerResponse>()];
	const record = {...body('u-1'), id: 7};
	await using home = await temporaryFolder();
	await using server = await createHttpServer(({method}, response) => {
		const held = [first, second][server.requests.length - 1];
		if (held === undefined) {
			answer(response, method === 'GET' ? 200 : 204, method === 'GET' ? [] : undefined);
		} else {
			held.resolve(response);
		}
	});
	const clock = createHandClock();
	let stderr = '';
	const running = runCommand(argv, {
		home: home.path,
		env: environmentOf(server),
		clock,
		...change,
		onError(text) {
			stderr += text;
		},
	});
	const stalled = await first.promise;
	clock.pass(3000);
	const afterFirst = stderr;
	answer(stalled, 503);
	const again = await second.promise;
	clock.pass(2000);
	const afterSecond = stderr;
	answer(again, 200, [record]);
	return {afterFirst, afterSecond, ...(await running)};
}

test.each([[['list']], [['get', '7']], [['delete', '7', '--yes']]])(
	'%j says on a terminal what it waits for, and which attempt it is',
	async argv => {
		const run = await runStalled(argv, {columns: {errors: 80}});
		expect(run.afterFirst).toContain(`\r\u{1B}[K${waits}`);
		expect(run.afterSecond).toContain(`\r\u{1B}[K${retries}`);
		expect(run.exitCode).toBe(0);
		// The line is erased before anything else is printed.
		expect(run.stderr.slice(run.stderr.lastIndexOf('attempt'))).toContain('\r\u{1B}[K');
	},
);

test.each([
	['where standard error is no terminal', ['list'], {}],
	['with --quiet', ['delete', '7', '--yes', '--quiet'], {columns: {errors: 80}}],
])('nothing is said %s', async (_where, argv, change) => {
	const {stderr} = await runStalled(argv, change);
	expect(stderr).not.toMatch(/Waiting|attempt|\r/v);
});
