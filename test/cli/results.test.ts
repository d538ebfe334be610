import {signals} from '../helpers/command.ts';
import {expect, test} from 'vitest';
import {account, body, createCommand, lines} from '../helpers/command-account.ts';
import type {CommandRun} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {startRawService, type Behaviour} from '../changes/raw-service.ts';
import {containing, matching} from '../helpers/texts.ts';

/** The results that a command printed with --json. */
const resultsOf = ({stdout}: Pick<CommandRun, 'stdout'>): ReadonlyArray<Readonly<Record<string, unknown>>> =>
	JSON.parse(stdout) as ReadonlyArray<Readonly<Record<string, unknown>>>;

/** The one object that a failed command printed on stderr. */
function errorOf({errors}: Pick<CommandRun, 'errors'>) {
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
	const run = await place.run('create -f - --json -j 1', {input: lines(...five)});
	expect(run.exitCode).toBe(3);
	expect(resultsOf(run)).toMatchObject([
		{place: 'line 1', action: 'create', status: 'done', id: '1', oldId: null, issues: []},
		{place: 'line 2', status: 'done', id: '2'},
		{
			place: 'line 3',
			status: 'failed',
			id: null,
			message: matching(/\(400\)\. The service said: "template: Too short\."$/v),
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

test('without --json a line for each new ID is printed; -o takes jsonl, and not with --json', async () => {
	const {place} = await strictAccount();
	const input = lines(body('u-6'), body('u-7', {template: 'short'}));
	await place.says(3, 'create -f - -j 1', {lines: ['1']}, {input});
	await place.says(2, `${createCommand} --json -o jsonl`, '--json cannot be combined with -o jsonl.');
	await place.ends(2, `${createCommand} -o yaml`);
});

test('the outcome of several is rejected only if none of them is done', async () => {
	const {place} = await strictAccount();
	const run = await place.run('create -f - --json', {
		input: lines(body('u-1', {template: 'short'}), body('u-2', {template: 'short'})),
	});
	expect(statuses(run)).toEqual(['failed', 'failed']);
	expect(errorOf(run)).toMatchObject({code: 'incomplete', outcome: 'rejected'});
});

test('one change that is refused has a result, too, with what the service said of each field', async () => {
	const {place} = await strictAccount();
	await place.creates(body('u-1'));
	const refused = await place.ends(5, 'create -f - -o json', {input: lines(body('u-2', {template: 'short'}))});
	expect(resultsOf(refused)).toMatchObject([
		{
			place: 'line 1',
			status: 'failed',
			message: containing('template: Too short.'),
			issues: [{field: 'template', message: 'Too short.'}],
		},
	]);
	expect(errorOf(refused)).toMatchObject({
		code: 'invalid',
		outcome: 'rejected',
		status: 400,
		issues: [{field: 'template', message: 'Too short.'}],
	});
	expect(resultsOf(await place.run('edit 1 --set template=short --yes --json'))).toMatchObject([
		{action: 'replace', status: 'failed', id: null, oldId: '1', issues: [{field: 'template'}]},
	]);
	await place.ends(0, 'delete 1 --yes');
	expect(resultsOf(await place.run('undo --last --yes --json'))).toMatchObject([
		{action: 'recreate', status: 'done', id: '2', oldId: '1'},
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
	const run = await place.run('create -f - --json -j 1', {input: lines(...five)});
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
	const run = await place.run('create -f - --json --no-wait --retries 1 -j 1', {
		input: lines(body('u-1'), body('u-2', {template: 'short'})),
	});
	expect(statuses(run)).toEqual(['pending', 'failed']);
	expect(errorOf(run)).toMatchObject({
		code: 'pending',
		outcome: 'unknown',
		notices: [matching(/^Rate limited \(429\).*Wait until 20/v)],
	});
});

test('an interrupted batch, and an outcome that is unknown', async () => {
	await using place = await account(0, 60_000);
	const {send, onSignals} = signals();
	const post = place.sandbox.faults.hold({on: 'create', count: 1});
	const running = place.run('create -f - -j 1 --json', {
		input: lines(body('u-1'), body('u-2'), body('u-3')),
		onSignals,
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
		hint: containing('recover 1'),
	});

	const listed = await place.run('recover --json');
	expect(listed).toMatchObject({exitCode: 8, stderr: ''});
	expect(resultsOf(listed)).toMatchObject([
		{number: '1.2', place: 'line 2', status: 'not sent', recipient: 'u-2@example.com'},
		{number: '1.3', place: 'line 3', status: 'not sent'},
	]);
	place.fault('create-drop-before');
	const finished = await place.run('recover --finish --json --no-wait -j 1');
	expect(finished.exitCode).toBe(8);
	expect(resultsOf(finished)).toMatchObject([
		{number: '1.1', place: 'line 1', status: 'done'},
		{place: 'line 2', status: 'pending'},
		{place: 'line 3', status: 'done'},
	]);
	expect(errorOf(finished)).toMatchObject({code: 'pending', outcome: 'unknown'});
	const rolledBack = await place.run('recover --roll-back -o jsonl --no-wait');
	expect(rolledBack.lines).toHaveLength(3);
});
