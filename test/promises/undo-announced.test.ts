import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {body, clock, pass} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test('an undo recreates no more than it announced, although one listing is empty by mistake', async () => {
	type Listed = {readonly id: number; readonly external_user_id?: unknown};
	let records: readonly Listed[] = users.map((user, index) => ({...body(user), id: index + 1}));
	/** The listing that is empty, counted from here on. */
	let empty = Infinity;
	await using server = await createHttpServer(({method, url, body: sent}, response) => {
		if (method === 'GET') {
			empty--;
			answer(response, 200, empty === 0 ? [] : records);
		} else if (method === 'POST') {
			const id = Math.max(0, ...records.map(record => record.id)) + 1;
			records = [...records, {...(JSON.parse(sent) as object), id}];
			answer(response, 201, {id});
		} else {
			const id = Number(url.split('/').at(-2));
			// These two stay, although their DELETE may have taken effect for all that its answer says.
			records = id <= 2 ? records : records.filter(record => record.id !== id);
			answer(response, id <= 2 ? 500 : 204);
		}
	});
	await using home = await temporaryFolder();
	const run = async (...argv: readonly string[]) =>
		runCommand(argv, {home: home.path, env: environmentOf(server), settlingTime: 5000, clock});
	expect(await run('delete', '--all', '--yes')).toMatchObject({exitCode: 3});
	expect(records).toHaveLength(2);
	pass(10_000);
	empty = 2;
	await run('undo', '1', '--yes');
	expect(
		records.map(record => record.external_user_id).toSorted((one, other) => String(one).localeCompare(String(other))),
	).toStrictEqual(users);
});
