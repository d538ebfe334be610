import {chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {plainUser, runBuilt} from '../helpers/built-command.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {body, clock, createOne, lines} from '../helpers/command-account.ts';
import {startKillableService} from '../helpers/killable-service.ts';
import {makeHome} from '../helpers/terminal-home.ts';

/** Gives a folder and all in it to the user as whom the program runs. */
function handOver(folder: string): void {
	if (plainUser === undefined) {
		return;
	}

	for (const entry of readdirSync(folder, {recursive: true})) {
		chownSync(path.join(folder, String(entry)), plainUser, plainUser);
	}

	chownSync(folder, plainUser, plainUser);
}

/** Takes the right to write to a folder away from what runs as that user, or gives it back. */
function setWritable(folder: string, isWritable: boolean): void {
	for (const entry of readdirSync(folder)) {
		const ofFile = isWritable ? 0o600 : 0o400;
		const at = path.join(folder, entry);
		chmodSync(at, statSync(at).isDirectory() ? 0o700 : ofFile);
	}

	chmodSync(folder, isWritable ? 0o700 : 0o500);
}

describe.skipIf(process.platform === 'win32')('a state folder without permission to write', () => {
	const open = async () => {
		const sandbox = await temporarySandbox({samples: 0});
		const home = makeHome();
		const env: Readonly<Record<string, string>> = {...home.environment, ...environmentOf(sandbox)};
		const state = path.join(home.path, 'state', 'chainbell');
		mkdirSync(state, {recursive: true});
		handOver(home.path);
		const run = async (...argv: readonly string[]) => runBuilt(argv, {env, user: plainUser});
		return {
			sandbox,
			home,
			env,
			state,
			run,
			async [Symbol.asyncDispose]() {
				await sandbox[Symbol.asyncDispose]();
				await home[Symbol.asyncDispose]();
			},
		};
	};

	test('with a pending create in it nothing is sent again, and the commands say why, the folder and the variable', async () => {
		await using at = await open();
		const {sandbox, state, run} = at;
		// It is created, and the answer is lost: nobody knows yet.
		sandbox.faults.add({name: 'create-drop-after', count: 1});
		expect(
			await runCommand([...createOne, '--no-wait'], {
				home: at.home.path,
				ledgerFile: path.join(state, 'ledger.sqlite'),
				env: environmentOf(sandbox),
				clock,
				settlingTime: 60_000,
			}),
		).toMatchObject({exitCode: 8});
		handOver(at.home.path);
		setWritable(state, false);

		const why = new RegExp(
			String.raw`Nothing was sent: the ledger cannot be written \(no permission to write ${state}/ledger\.sqlite\)[\s\S]*Make the folder ${state} writable[\s\S]*XDG_STATE_HOME`,
			'v',
		);
		for (const argv of [
			createOne,
			[...createOne, '--allow-duplicate'],
			['delete', '1', '--yes'],
			['recover', '1', '--roll-back'],
		]) {
			const refused = await run(...argv);
			expect(refused, argv.join(' ')).toMatchObject({
				exitCode: 1,
				stdout: '',
				stderr: expect.stringMatching(why) as unknown,
			});
			expect(refused.stderr).not.toMatch(/bug|TypeError|kept in the journal/v);
		}

		expect(await run(...createOne, '--json')).toMatchObject({
			exitCode: 1,
			stderr: expect.stringMatching(/"outcome":"not-sent"/v) as unknown,
		});
		// What only reads goes on, and shows what is pending.
		expect(await run('recover')).toMatchObject({exitCode: 8, stdout: expect.stringMatching(/^1\tcreate/v) as unknown});
		expect(await run('list')).toMatchObject({
			exitCode: 0,
			stdout: expect.stringMatching(/^1\t[^\n]*u-1[^\n]*\n$/v) as unknown,
		});
		expect(await run('history')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('POST') as unknown});
		expect(await run(...createOne, '--dry-run', '--allow-duplicate')).toMatchObject({exitCode: 0});
		setWritable(state, true);
	});

	test('a job with a read-only home works once XDG_STATE_HOME names a folder that can be written', async () => {
		await using at = await open();
		const {home, state, run} = at;
		const {XDG_STATE_HOME: _unset, ...env} = at.env;
		chmodSync(home.path, 0o500);
		expect(await runBuilt(createOne, {env, user: plainUser})).toMatchObject({
			exitCode: 1,
			stderr: expect.stringMatching(/Make the folder \S+\.local\/state\/chainbell writable/v) as unknown,
		});
		expect(await run('list')).toMatchObject({exitCode: 0, stdout: ''});
		expect(
			await runBuilt(createOne, {env: {...env, XDG_STATE_HOME: path.dirname(state)}, user: plainUser}),
		).toMatchObject({exitCode: 0, stdout: '1\n'});
		chmodSync(home.path, 0o700);
	});
});

describe('a state folder that cannot be made', () => {
	const open = async (key: string) => {
		const service = await startKillableService();
		service.reset([body('u-1'), body('u-2')]);
		const folder = await temporaryFolder();
		const file = path.join(folder.path, 'file');
		writeFileSync(file, '');
		return {
			service: {baseUrl: service.baseUrl, apiKey: key},
			home: folder.path,
			state: path.join(file, 'chainbell'),
			writes: () => service.requestsOf(key).filter(request => request !== 'GET'),
			async [Symbol.asyncDispose]() {
				await folder[Symbol.asyncDispose]();
			},
		};
	};

	test('bulk commands send nothing, and doctor says that it is no folder', async () => {
		await using at = await open('fourth-key-0004');
		const options = {
			home: at.home,
			ledgerFile: path.join(at.state, 'ledger.sqlite'),
			env: environmentOf(at.service),
			input: lines(body('u-3'), body('u-4')),
		};
		for (const argv of [
			['delete', '--all', '--yes'],
			['edit', '--all', '--set', 'name=x', '--yes'],
			['create', '-f', '-'],
		]) {
			expect(await runCommand(argv, options), argv.join(' ')).toMatchObject({
				exitCode: 1,
				stderr: expect.stringContaining(
					`Nothing was sent: the ledger cannot be written (${at.state} is not a directory)`,
				) as unknown,
			});
		}

		expect(at.writes()).toStrictEqual([]);
		expect(await runCommand(['doctor'], options)).toMatchObject({
			exitCode: 1,
			stdout: expect.stringMatching(/✗ ledger .*is not a directory[\s\S]*XDG_STATE_HOME/v) as unknown,
		});
	});
});
