import fc from 'fast-check';
import {expect, test} from 'vitest';
import {account, body, createOne, lines} from '../helpers/command-account.ts';
import type {CommandRun} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {startRawService, type Behaviour} from '../changes/raw-service.ts';

/** The results that a command printed with --json. */
const resultsOf = ({stdout}: Pick<CommandRun, 'stdout'>): ReadonlyArray<Readonly<Record<string, unknown>>> =>
	JSON.parse(stdout) as ReadonlyArray<Readonly<Record<string, unknown>>>;

/** The one object that a failed command printed on stderr. */
function errorOf({errors}: Pick<CommandRun, 'errors'>): Readonly<Record<string, unknown>> {
	expect(errors).toHaveLength(1);
	return JSON.parse(errors[0]!) as Readonly<Record<string, unknown>>;
}

const statuses = (run: Pick<CommandRun, 'stdout'>) => resultsOf(run).map(({status}) => status);

/** An account of a service that refuses what has the template `short`. */
async function strictAccount(change: Behaviour = {}) {
	const service = await startRawService([], {
		refused: ({template}) => (template === 'short' ? {template: ['Too short.']} : undefined),
		...change,
	});
	return {service, place: await account(0, 100, service)};
}

const five = [body('u-1'), body('u-2'), body('u-3', {template: 'short'}), body('u-4'), body('u-5')];

test('create of five of which one is refused: a result for each line, in the order of the input, and one error', async () => {
	const {place} = await strictAccount();
	const run = await place.run(['create', '-f', '-', '--json', '-j', '1'], {input: lines(...five)});
	expect(run.exitCode).toBe(3);
	expect(resultsOf(run)).toMatchObject([
		{place: 'line 1', action: 'create', status: 'done', id: '1', oldId: null, issues: []},
		{place: 'line 2', status: 'done', id: '2'},
		{
			place: 'line 3',
			status: 'failed',
			id: null,
			message: expect.stringMatching(/\(400\)\. The service said: "template: Too short\."$/v) as unknown,
			issues: [{field: 'template', message: 'Too short.'}],
		},
		{place: 'line 4', status: 'done'},
		{place: 'line 5', status: 'done'},
	]);
	expect(errorOf(run)).toEqual({
		code: 'incomplete',
		message: 'Created 4 of 5 (1 failed).',
		hint: 'Run chainbell recover 1 --retry to send what failed again.',
		outcome: 'unknown',
		status: null,
		requestId: null,
		issues: [{field: 'template', message: 'line 3: Too short.'}],
		notices: [],
	});
});

test('-o jsonl prints a result a line, and without either a line for each new ID', async () => {
	const {place} = await strictAccount();
	const run = await place.run(['create', '-f', '-', '-o', 'jsonl', '-j', '1'], {input: lines(...five)});
	expect(run.lines.map(line => (JSON.parse(line) as {place: string}).place)).toEqual([
		'line 1',
		'line 2',
		'line 3',
		'line 4',
		'line 5',
	]);
	expect(run.errors.slice(0, 2)).toEqual(['Created 4 of 5 (1 failed).', '  ✗ line 3: u-3: template: Too short.']);
	expect(
		await place.run(['create', '-f', '-', '-j', '1'], {input: lines(body('u-6'), body('u-7', {template: 'short'}))}),
	).toMatchObject({exitCode: 3, lines: ['5']});
	expect(await place.run([...createOne, '--json', '-o', 'jsonl'])).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringContaining('--json cannot be combined with -o jsonl.') as unknown,
	});
	expect(await place.run([...createOne, '-o', 'yaml'])).toMatchObject({exitCode: 2});
});

test('the outcome of several is rejected only if none of them is done', async () => {
	const {place} = await strictAccount();
	const run = await place.run(['create', '-f', '-', '--json'], {
		input: lines(body('u-1', {template: 'short'}), body('u-2', {template: 'short'})),
	});
	expect(statuses(run)).toEqual(['failed', 'failed']);
	expect(errorOf(run)).toMatchObject({code: 'incomplete', outcome: 'rejected'});
});

test('one change has one result, also if it is refused', async () => {
	const {place} = await strictAccount();
	expect(resultsOf(await place.run(['create', '-f', '-', '--json'], {input: lines(body('u-1'))}))).toEqual([
		{
			place: 'line 1',
			change: 1,
			number: '1',
			action: 'create',
			status: 'done',
			id: '1',
			oldId: null,
			message: '',
			issues: [],
		},
	]);
	const refused = await place.run(['create', '-f', '-', '-o', 'json'], {
		input: lines(body('u-2', {template: 'short'})),
	});
	expect(refused.exitCode).toBe(5);
	expect(resultsOf(refused)).toMatchObject([
		{
			place: 'line 1',
			status: 'failed',
			message: expect.stringContaining('template: Too short.') as unknown,
			issues: [{field: 'template', message: 'Too short.'}],
		},
	]);
	expect(errorOf(refused)).toMatchObject({
		code: 'invalid',
		outcome: 'rejected',
		status: 400,
		issues: [{field: 'template', message: 'Too short.'}],
	});

	expect(resultsOf(await place.run(['clone', '1', '--set', 'user=u-3', '--json']))).toMatchObject([
		{action: 'create', status: 'done', id: '2'},
	]);
	expect(resultsOf(await place.run(['edit', '1', '--set', 'name=x', '--yes', '--json']))).toEqual([
		{
			place: null,
			change: 4,
			number: '4',
			action: 'replace',
			status: 'done',
			id: '3',
			oldId: '1',
			message: '',
			issues: [],
		},
	]);
	const edit = await place.run(['edit', '3', '--set', 'template=short', '--yes', '--json']);
	expect(resultsOf(edit)).toMatchObject([
		{action: 'replace', status: 'failed', id: null, oldId: '3', issues: [{field: 'template'}]},
	]);
	expect(errorOf(edit)).toMatchObject({code: 'invalid'});
	expect(resultsOf(await place.run(['delete', '3', '--yes', '--json']))).toEqual([
		{
			place: null,
			change: 6,
			number: '6',
			action: 'delete',
			status: 'done',
			id: '3',
			oldId: null,
			message: '',
			issues: [],
		},
	]);
	expect(resultsOf(await place.run(['undo', '--last', '--yes', '--json']))).toMatchObject([
		{action: 'recreate', status: 'done', id: '4', oldId: '3'},
	]);
});

test('an edit has a result for what had the value already', async () => {
	await using place = await account();
	await place.run(['create', '-f', '-', '-j', '1'], {
		input: lines(body('u-1'), body('u-2', {notification_name: 'x'}), body('u-3')),
	});
	const run = await place.run(['edit', '3', '2', '1', '--set', 'name=x', '--yes', '--json', '-j', '1']);
	expect(run).toMatchObject({exitCode: 0, stderr: ''});
	expect(resultsOf(run)).toMatchObject([
		{status: 'done', oldId: '3'},
		{status: 'skipped', id: '2', oldId: '2', message: expect.stringContaining('Nothing to change') as unknown},
		{status: 'done', oldId: '1'},
	]);
	expect(statuses(await place.run(['edit', '2', '--set', 'name=x', '--yes', '--json']))).toEqual(['skipped']);
});

test('edit and delete of several of which one is forbidden', async () => {
	await using place = await account(0, 1);
	await place.run(['create', '-f', '-', '-j', '1'], {input: lines(body('u-1'), body('u-2'), body('u-3'))});
	place.sandbox.faults.add({name: 'create-403', count: 1});
	const edit = await place.run(['edit', '--all', '--set', 'name=x', '--yes', '--json', '-j', '1']);
	expect(edit.exitCode).toBe(3);
	expect(resultsOf(edit)).toMatchObject([
		{status: 'failed', id: null, oldId: '1', message: expect.stringContaining('may not create') as unknown},
		{status: 'done', oldId: '2'},
		{status: 'done', oldId: '3'},
	]);
	expect(errorOf(edit)).toMatchObject({
		code: 'incomplete',
		outcome: 'unknown',
		status: 403,
		message: expect.stringContaining('Replaced 2 of 3 (1 failed).') as unknown,
	});

	place.sandbox.faults.add({name: 'delete-403', count: 1});
	const deleted = await place.run(['delete', '1', '4', '5', '--yes', '--json', '-j', '1']);
	expect(deleted.exitCode).toBe(3);
	expect(resultsOf(deleted)).toMatchObject([
		{action: 'delete', status: 'failed', id: '1'},
		{status: 'done', id: '4'},
		{status: 'done', id: '5'},
	]);
	expect(errorOf(deleted)).toMatchObject({code: 'incomplete', outcome: 'unknown'});

	place.sandbox.faults.add({name: 'create-403', count: 1});
	const undone = await place.run(['undo', '--last', '--yes', '--json', '-j', '1']);
	expect(resultsOf(undone)).toMatchObject([
		{action: 'recreate', status: 'failed', id: null, oldId: '4'},
		{status: 'done', oldId: '5'},
	]);
	expect(errorOf(undone)).toMatchObject({code: 'incomplete'});
	// The ledger keeps the reason.
	const again = await place.run(['recover', '4', '--retry', '--json']);
	expect(again).toMatchObject({exitCode: 0, stderr: ''});
	expect(resultsOf(again)).toMatchObject([
		{number: '4.1', action: 'recreate', status: 'done', oldId: '4'},
		{number: '4.2', status: 'done'},
	]);
});

test('a key that is refused midway: what was not sent has a result, too', async () => {
	let posts = 0;
	const {place} = await strictAccount({
		created(response, record) {
			posts++;
			answer(response, posts === 1 ? 201 : 401, posts === 1 ? record : {detail: 'Expired key.'});
		},
	});
	const run = await place.run(['create', '-f', '-', '--json', '-j', '1'], {input: lines(...five)});
	expect(run.exitCode).toBe(4);
	expect(resultsOf(run)).toHaveLength(5);
	expect(statuses(run).slice(2)).toEqual(['not sent', 'not sent', 'not sent']);
	expect(errorOf(run)).toMatchObject({code: 'unauthorized', status: 401});
});

test('failed items that cannot be sent again do not hide what was done before', async () => {
	let isLimited = false;
	await using server = await createHttpServer(({method, body: sent}, response) => {
		if (method === 'POST') {
			isLimited = true;
			answer(
				response,
				sent.includes('short') ? 400 : 201,
				sent.includes('short') ? {template: ['Too short.']} : {...(JSON.parse(sent) as object), id: 1},
			);
		} else {
			answer(response, isLimited ? 429 : 200, [], isLimited ? {'retry-after': 'Sat, 01 Jan 2050 12:30:00 GMT'} : {});
		}
	});
	await using place = await account(0, 60_000, {...server, apiKey: 'the-key'});
	const run = await place.run(['create', '-f', '-', '--json', '--no-wait', '--retries', '1', '-j', '1'], {
		input: lines(body('u-1'), body('u-2', {template: 'short'})),
	});
	expect(statuses(run)).toEqual(['pending', 'failed']);
	expect(errorOf(run)).toMatchObject({
		code: 'pending',
		outcome: 'unknown',
		notices: [expect.stringMatching(/^Rate limited \(429\).*Wait until 20/v)],
	});
});

test('an interrupted batch, and an outcome that is unknown', async () => {
	await using place = await account(0, 60_000);
	let send: (name: 'SIGINT') => void = () => undefined;
	const post = place.sandbox.faults.hold({on: 'create', count: 1});
	const running = place.run(['create', '-f', '-', '-j', '1', '--json'], {
		input: lines(body('u-1'), body('u-2'), body('u-3')),
		onSignals(sender) {
			send = sender;
		},
	});
	await post.arrived;
	send('SIGINT');
	post.release();
	const interrupted = await running;
	expect(interrupted.exitCode).toBe(130);
	expect(statuses(interrupted)).toEqual(['done', 'not sent', 'not sent']);
	expect(errorOf(interrupted)).toMatchObject({
		code: 'interrupted',
		message: 'Interrupted. Created 1 of 3 (2 not started).',
		hint: expect.stringContaining('recover 1') as unknown,
	});

	const listed = await place.run(['recover', '--json']);
	expect(listed).toMatchObject({exitCode: 8, stderr: ''});
	expect(resultsOf(listed)).toMatchObject([
		{number: '1.2', place: 'line 2', status: 'not sent', recipient: 'u-2@example.com'},
		{number: '1.3', place: 'line 3', status: 'not sent'},
	]);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	const finished = await place.run(['recover', '--finish', '--json', '--no-wait', '-j', '1']);
	expect(finished.exitCode).toBe(8);
	expect(resultsOf(finished)).toMatchObject([
		{number: '1.1', place: 'line 1', status: 'done'},
		{place: 'line 2', status: 'pending'},
		{place: 'line 3', status: 'done'},
	]);
	expect(errorOf(finished)).toMatchObject({code: 'pending', outcome: 'unknown'});
	const rolledBack = await place.run(['recover', '--roll-back', '-o', 'jsonl', '--no-wait']);
	expect(rolledBack.lines).toHaveLength(3);
});

test('several changes that stay pending end with one error, and a result for each', async () => {
	await using place = await account(0, 3_600_000);
	for (const user of ['u-1', 'u-2']) {
		place.sandbox.faults.add({name: 'create-drop-before', count: 1});
		expect(await place.run([...createOne.map(word => word.replace('u-1', user)), '--no-wait'])).toMatchObject({
			exitCode: 8,
		});
	}

	const run = await place.run(['recover', '--finish', '--json', '--no-wait']);
	expect(run.exitCode).toBe(8);
	expect(resultsOf(run)).toMatchObject([
		{number: '1', action: 'create', status: 'pending'},
		{number: '2', status: 'pending'},
	]);
	expect(errorOf(run)).toMatchObject({
		code: 'pending',
		outcome: 'unknown',
		message: expect.stringContaining('Change 1 is pending.') as unknown,
	});
	expect(resultsOf(await place.run(['recover', '1', '--roll-back', '--json', '--no-wait']))).toMatchObject([
		{number: '1'},
	]);
});

test('a command that ends before anything is planned prints no results, and one error with its notices', async () => {
	await using place = await account();
	await place.run(createOne);
	const duplicates = await place.run(['create', '-f', '-', '--json'], {
		input: lines(body('u-2', {colour: 'red'}), body('u-2', {colour: 'red'})),
	});
	expect(duplicates).toMatchObject({exitCode: 5, stdout: ''});
	expect(errorOf(duplicates)).toMatchObject({
		code: 'duplicate',
		outcome: 'not-sent',
		issues: [{message: 'line 2 is identical to line 1'}],
		notices: [expect.stringContaining('colour')],
	});
	expect(errorOf(await place.run(['delete', '1', '--json']))).toMatchObject({
		code: 'unconfirmed',
		notices: expect.arrayContaining([expect.stringContaining('1')]) as unknown,
	});
	// On success notices are lines.
	const accepted = await place.run(['create', '-f', '-', '--json', '--accept-invalid'], {
		input: lines(body('u-3', {delivery_location: 'nobody'}), body('u-4')),
	});
	expect(accepted).toMatchObject({
		exitCode: 0,
		errors: [
			expect.stringMatching(
				/^Warning: the standard input, line 1, column \d+: delivery_location is not an e-mail address, such as someone@example\.com \(accepted\)\.$/v,
			),
		],
	});
	expect(
		resultsOf(await place.run(['create', '-f', '-', '--json', '--dry-run'], {input: lines(body('u-5'), body('u-6'))})),
	).toHaveLength(2);
});

test('there are as many results as inputs, in their order, whatever the service refuses', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), {minLength: 1, maxLength: 6}),
			fc.integer({min: 1, max: 4}),
			async (refused, concurrency) => {
				const {place} = await strictAccount();
				await using _ = place;
				const run = await place.run(['create', '-f', '-', '--json', '-j', String(concurrency)], {
					input: lines(...refused.map((isRefused, index) => body(`u-${index}`, isRefused ? {template: 'short'} : {}))),
				});
				expect(resultsOf(run).map(({place: at, status}) => [at, status])).toEqual(
					refused.map((isRefused, index) => [`line ${index + 1}`, isRefused ? 'failed' : 'done']),
				);
				expect(run.errors).toHaveLength(refused.includes(true) ? 1 : 0);
			},
		),
		{numRuns: 12},
	);
});
