import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {body, clock, lines} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

/** Creates notifications that are to begin as paused, on a service that begins each as active. Returns how often the command said that the service did not keep that. */
async function createPaused(...users: readonly string[]): Promise<number> {
	let records: readonly object[] = [];
	await using server = await createHttpServer(({method, body: sent}, response) => {
		if (method === 'GET') {
			answer(response, 200, records);
			return;
		}

		const record = {...(JSON.parse(sent) as object), status: 'active', id: records.length + 1};
		records = [...records, record];
		answer(response, 201, record);
	});
	await using home = await temporaryFolder();
	const input = lines(...users.map(user => body(user, {status: 'paused'})));
	const {stderr} = await runCommand(['create', '-f', '-'], {
		home: home.path,
		env: environmentOf(server),
		settlingTime: 5000,
		clock,
		input,
	});
	expect(records).toHaveLength(users.length);
	return stderr.split('status: "active" ("paused" was sent)').length - 1;
}

test('a create of several says of each what the service changed of what was sent', async () => {
	expect(await createPaused('a', 'b')).toBe(2);
});
