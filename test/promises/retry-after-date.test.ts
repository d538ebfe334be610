import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {body, createOne, lines} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

// A Retry-After date that is two seconds after the response, by clocks that are far from this one's.
const clocks = {ahead: '2050', behind: '2001'} as const;
const dates = (year: string) => ({
	date: `Fri, 01 Jan ${year} 12:00:00 GMT`,
	'retry-after': `Fri, 01 Jan ${year} 12:00:02 GMT`,
});

/** Runs a command on a service that limits the rate of the first request of a method. */
async function runLimited(
	argv: readonly string[],
	{
		limited,
		headers,
		input,
	}: {readonly limited: 'GET' | 'POST'; readonly headers: Record<string, string>; readonly input?: string},
) {
	await using home = await temporaryFolder();
	const listed: object[] = [];
	let isLimited = false;
	await using server = await createHttpServer(({method, body: sent}, response) => {
		if (method === limited && !isLimited) {
			isLimited = true;
			answer(response, 429, undefined, headers);
			return;
		}

		if (method === 'POST') {
			listed.push({...(JSON.parse(sent) as object), id: listed.length + 1});
		}

		answer(response, 200, method === 'POST' ? {id: listed.length} : listed);
	});
	const run = await runCommand(argv, {
		home: home.path,
		env: environmentOf(server),
		clock: createHandClock(),
		...(input !== undefined && {input}),
	});
	return run;
}

test.each(Object.entries(clocks))(
	'a Retry-After date counts from the Date of its response: a service whose clock is %s is waited for as long as it asks',
	async (_name, year) => {
		const headers = dates(year);
		expect(await runLimited(['list'], {limited: 'GET', headers})).toMatchObject({
			exitCode: 0,
			stderr: expect.stringContaining('waiting 2 s') as string,
		});
		expect(await runLimited([...createOne, '--template', 'words', '--yes'], {limited: 'GET', headers})).toMatchObject({
			exitCode: 0,
			stderr: expect.stringContaining('waiting 2 s') as string,
		});
		expect(await runLimited([...createOne, '--template', 'words', '--yes'], {limited: 'POST', headers})).toMatchObject({
			stderr: expect.stringMatching(/Wait 2 s before/v) as string,
		});
		expect(
			await runLimited(['create', '-f', '-', '--yes'], {limited: 'POST', headers, input: lines(body('a'), body('b'))}),
		).toMatchObject({exitCode: 0});
	},
);

test('without a Date that can be read it counts from the clock of this machine', async () => {
	expect(
		await runLimited(['list'], {
			limited: 'GET',
			headers: {date: 'yesterday', 'retry-after': dates('2050')['retry-after']},
		}),
	).toMatchObject({exitCode: 1, stderr: expect.stringContaining('Wait until 2050-01-01') as string});
});
