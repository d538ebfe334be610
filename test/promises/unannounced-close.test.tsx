import {execFile} from 'node:child_process';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {temporarySandbox} from '../helpers/app.tsx';
import {body, lines} from '../helpers/command-account.ts';
import {environmentOf} from '../helpers/command.ts';
import {startRecordingProxy} from '../helpers/recording-proxy.ts';
import {builtProgram, makeHome} from '../helpers/terminal-home.ts';

/** A service that closes each connection after its response without saying so, and the built program: in one process the FIN would be seen in time. */
async function closing() {
	const sandbox = await temporarySandbox({samples: 3});
	const service = await startRecordingProxy(sandbox, {closesUnannounced: true});
	const home = makeHome();
	onTestFinished(async () => {
		await home[Symbol.asyncDispose]();
		await service[Symbol.asyncDispose]();
		await sandbox[Symbol.asyncDispose]();
	});
	return {
		service,
		methods: () => service.taken().filter(method => !method.startsWith('GET')),
		async run(argv: readonly string[], input = '') {
			const {promise, resolve} = Promise.withResolvers<{readonly exitCode: number; readonly stderr: string}>();
			const child = execFile(
				process.execPath,
				[builtProgram, ...argv, '--yes', '--no-wait'],
				{env: {...home.environment, ...environmentOf(service)}},
				(error, _stdout, stderr) => {
					resolve({exitCode: error === null ? 0 : Number(error.code), stderr});
				},
			);
			child.stdin!.end(input);
			return promise;
		},
	};
}

test('many creates, deletes and their undo succeed there, each sent once', async () => {
	const {run, methods} = await closing();
	expect(
		await run(['create', '-f', '-'], lines(...Array.from({length: 20}, (_, index) => body(`many-${index}`)))),
	).toMatchObject({exitCode: 0});
	expect(methods()).toHaveLength(20);
	expect(await run(['delete', '--query', 'user:many'])).toMatchObject({exitCode: 0});
	expect(methods()).toHaveLength(20);
	expect(await run(['undo', '--last'])).toMatchObject({exitCode: 0});
	expect(methods()).toHaveLength(20);
});
