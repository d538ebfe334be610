import {statSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {setTimeout as pause} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {runBuilt} from '../helpers/built-command.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {body} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {makeHome} from '../helpers/terminal-home.ts';

/** Resolves when a file has this size. */
async function reaches(file: string, size: number): Promise<void> {
	while ((statSync(file, {throwIfNoEntry: false})?.size ?? 0) < size) {
		await pause(1);
	}
}

test.skipIf(process.platform === 'win32')(
	'a bulk change whose process is killed while it is written down never began: nothing refuses because of it',
	async () => {
		let records = Array.from({length: 4000}, (_value, index) => {
			const {template: _template, ...listed} = body(`user-${index}`, {notification_name: 'x'.repeat(200)});
			return {...listed, id: index + 1};
		});
		await using server = await createHttpServer(({method, url}, response) => {
			if (method === 'GET') {
				answer(response, 200, records);
				return;
			}

			records = records.filter(({id}) => String(id) !== url.split('/').at(-2));
			answer(response, 204);
		});
		await using home = makeHome();
		const service = {baseUrl: server.baseUrl, apiKey: 'key-for-the-test'};
		const env = {...home.environment, ...environmentOf(service)};
		const state = path.join(home.path, 'state', 'chainbell');
		const ledgerFile = path.join(state, 'ledger.sqlite');
		const deleting = runBuilt(['delete', '--all', '--yes'], {
			env,
			onStart(pid) {
				void (async () => {
					// All of it takes several times as much.
					await reaches(`${ledgerFile}-wal`, 1_000_000);
					process.kill(pid, 'SIGKILL');
				})();
			},
		});
		expect(await deleting).toMatchObject({exitCode: null});
		expect(records).toHaveLength(4000);

		const options = {home: home.path, ledgerFile, env: environmentOf(service)};
		expect(await runCommand(['doctor'], options)).toMatchObject({
			exitCode: 0,
			stdout: expect.not.stringContaining('pending') as unknown,
		});
		expect(await runCommand(['recover'], options)).toMatchObject({exitCode: 0, stdout: '', stderr: ''});
		expect(await runCommand(['delete', '1', '--yes'], options)).toMatchObject({exitCode: 0});
		await using app = await startApp({service, home: home.path, ledgerFile, size: '120x30'});
		await app.waitFor('3,999 notifications');
		await app.press('d');
		await app.waitFor('y delete');
		await app.press('y');
		await app.waitFor('✓ Deleted 2');
	},
);
