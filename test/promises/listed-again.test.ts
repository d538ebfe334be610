import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {body, clock, pass} from '../helpers/command-account.ts';
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
