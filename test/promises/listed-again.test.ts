import process from 'node:process';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {body, clock, createOne, lines, pass} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

type Listed = {readonly id: number};

const listedAs = (id: number, sent: object): Listed => {
	const {template: _template, ...listed} = sent as {readonly template?: unknown};
	return {...listed, id};
};

/** A service that gives a new notification the first ID after those that are listed, or answers a create with 500 and creates nothing. A test can list what it wants. */
async function startStage({canCreate = true} = {}) {
	let records: readonly Listed[] = [];
	const server = await createHttpServer(({method, url, body: sent}, response) => {
		if (method === 'GET') {
			answer(response, 200, records);
		} else if (method === 'DELETE') {
			records = records.filter(({id}) => String(id) !== url.split('/').at(-2));
			answer(response, 204);
		} else if (canCreate) {
			const id = Math.max(0, ...records.map(record => record.id)) + 1;
			records = [...records, listedAs(id, JSON.parse(sent) as object)];
			answer(response, 201, {id});
		} else {
			answer(response, 500, {});
		}
	});
	const home = await temporaryFolder();
	return {
		list(...listed: readonly Listed[]) {
			records = listed;
		},
		run: async (argv: readonly string[], change: Partial<CommandOptions> = {}) =>
			runCommand(argv, {home: home.path, env: environmentOf(server), settlingTime: 5000, clock, ...change}),
		async [Symbol.asyncDispose]() {
			await server[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

/** The processor time of a command, and the longest part of it in which the event loop did not turn; in milliseconds. */
async function measured(run: () => Promise<unknown>) {
	const time = () => {
		const {user, system} = process.cpuUsage();
		return (user + system) / 1000;
	};

	const start = time();
	let [last, longest, isOver] = [start, 0, false];
	const turn = () => {
		const now = time();
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) {
			setImmediate(turn);
		}
	};

	setImmediate(turn);
	await run();
	isOver = true;
	return {longest, whole: time() - start};
}

test('creates that failed do not slow down or block a listing, however many there are', async () => {
	await using stage = await startStage({canCreate: false});

	/** The same account on a machine where this many creates were answered with 500 and had no effect. */
	const afterFailed = async (count: number) => {
		const home = await temporaryFolder();
		stage.list();
		const input = lines(...Array.from({length: count}, (_value, index) => body(`new-${index}`)));
		expect(await stage.run(['create', '-f', '-'], {input, home: home.path})).toMatchObject({exitCode: 3});
		return {
			...home,
			async list() {
				expect(await stage.run(['list', '--limit', '1'], {home: home.path})).toMatchObject({exitCode: 0, stderr: ''});
			},
		};
	};

	await using few = await afterFailed(2);
	await using many = await afterFailed(200);
	stage.list(...Array.from({length: 20_000}, (_value, index) => listedAs(index + 1, body(`user-${index}`))));
	await few.list();
	const before = await measured(few.list);
	// A collection of garbage counts as a block, so the best of three is taken.
	const runs = [await measured(many.list), await measured(many.list), await measured(many.list)];
	expect(Math.min(...runs.map(({longest}) => longest))).toBeLessThan(before.whole);
	expect(Math.min(...runs.map(({whole}) => whole))).toBeLessThan(5 * before.whole);
});

test('a deleted notification that is listed again with its content is told once, by every command that lists', async () => {
	await using stage = await startStage();
	stage.list(listedAs(1, body('a')), listedAs(2, body('b')), listedAs(3, body('c')));
	expect(await stage.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 0});
	expect(await stage.run(['delete', '2', '3', '--yes'])).toMatchObject({exitCode: 0});
	pass(6000);
	expect(await stage.run(['list'])).toMatchObject({exitCode: 0, stdout: '', stderr: ''});

	// What has its ID and another content is another one.
	stage.list(listedAs(1, body('somebody-else')));
	expect(await stage.run(['list'])).toMatchObject({stderr: ''});
	stage.list(listedAs(1, body('a')));
	let interrupt: (signal: 'SIGINT') => void;
	const watched = await stage.run(['watch', '--every', '5'], {
		onSignals(send) {
			interrupt = send;
		},
		onError() {
			interrupt('SIGINT');
		},
	});
	expect(watched.errors).toContain('Change 1 (delete 1): It counted as deleted, but is listed again.');
	expect(await stage.run(['list'])).toMatchObject({stderr: ''});
	stage.list(listedAs(1, body('a')), listedAs(2, body('b')), listedAs(3, body('c')));
	expect(await stage.run(['recover'])).toMatchObject({
		exitCode: 3,
		errors: [
			expect.stringContaining('(delete 3): It counted as deleted'),
			expect.stringContaining('(delete 2): It counted as deleted'),
		],
	});
	expect(await stage.run(['recover'])).toMatchObject({exitCode: 0, stderr: ''});
});

test('the replaced notification of an edit that is listed again is told', async () => {
	await using stage = await startStage();
	stage.list(listedAs(1, body('a')));
	expect(await stage.run(['edit', '1', '--set', 'name=New', '--set', 'template=words', '--yes'])).toMatchObject({
		exitCode: 0,
	});
	pass(6000);
	stage.list(listedAs(1, body('a')), listedAs(2, body('a', {notification_name: 'New'})));
	expect(await stage.run(['get', '2'])).toMatchObject({
		errors: [
			'Change 1 (edit 1 with 2): It counted as replaced, but 1 is listed again beside 2. Delete the one that is not wanted.',
		],
	});
	expect(await stage.run(['list'])).toMatchObject({stderr: ''});
});

test('what was created again under the ID of a deleted notification, with its content, is not told', async () => {
	await using stage = await startStage();
	expect(await stage.run(createOne)).toMatchObject({exitCode: 0, stdout: '1\n'});
	expect(await stage.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 0});
	expect(await stage.run(createOne)).toMatchObject({exitCode: 0, stdout: '1\n'});
	pass(6000);
	expect(await stage.run(['list'])).toMatchObject({exitCode: 0, stderr: ''});
});

test('no other end of a change is told anew: a create that failed and is listed later is in the list', async () => {
	await using stage = await startStage({canCreate: false});
	expect(await stage.run(createOne)).toMatchObject({exitCode: 1});
	stage.list(listedAs(1, body('u-1', {template: undefined})));
	expect(await stage.run(['list'])).toMatchObject({exitCode: 0, stderr: ''});
});
