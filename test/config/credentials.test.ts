import {chmod, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {findApiKey} from '../../source/config/profile.ts';
import type {Environment} from '../../source/config/environment.ts';
import type {ProfileSettings} from '../../source/config/profile-file.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const nodeName = path.basename(process.execPath);

afterEach(() => {
	vi.unstubAllEnvs();
});

const key = 'sk-live-0123456789';

function environmentOf(variables: Readonly<Record<string, string>>): Environment {
	return {
		baseUrl: undefined,
		apiKey: undefined,
		profile: undefined,
		noColour: false,
		editor: undefined,
		get: name => variables[name],
	};
}

const settings = (source: Partial<ProfileSettings>): ProfileSettings => ({
	baseUrl: 'https://a',
	readOnly: false,
	colour: true,
	...source,
});

const find = async (source: Partial<ProfileSettings>, variables: Readonly<Record<string, string>> = {}) =>
	findApiKey(settings(source), environmentOf(variables));

const node = (script: string) => ({apiKeyCommand: [process.execPath, '-e', script]});

describe('from the file', () => {
	test.each(['', ' \n'])('%j is not a key', async apiKey => {
		expect(await find({apiKey})).toEqual({ok: false, problem: 'apiKey is empty'});
	});
});

describe('from the environment', () => {
	test.each<Record<string, string>>([{}, {MY_KEY: ''}, {MY_KEY: ' '}, {OTHER: key}])(
		'%j does not set it',
		async variables => {
			expect(await find({apiKeyEnv: 'MY_KEY'}, variables)).toEqual({
				ok: false,
				problem: 'the environment variable MY_KEY is not set',
			});
		},
	);
});

describe('from a command', () => {
	test('its output, without surrounding white space', async () => {
		expect(await find(node(`console.log(" ${key} ")`))).toEqual({ok: true, value: key});
	});

	test('its first line', async () => {
		expect(await find(node(String.raw`console.log("${key}\nuser: operator")`))).toEqual({ok: true, value: key});
	});

	test.each([
		[
			'fails',
			`console.log("${key}"); console.error("wrong: ${key}"); process.exitCode = 3`,
			'exited with 3: wrong: [API key]',
		],
		['is killed', `console.log("${key}"); process.kill(process.pid, "SIGKILL")`, 'exited with SIGKILL'],
		[
			'prints nothing',
			String.raw`console.error("no such\u001b[31m entry\n\ntry again")`,
			'printed no API key: no such␛[31m entry · try again',
		],
		['prints only white space', 'console.log("  ")', 'printed no API key'],
		['prints without an end', `setInterval(() => console.log("${key}".repeat(2000)), 1)`, 'printed more than 64 KiB'],
	])('that %s gives no key; its stderr is shown, its stdout is not', async (_name, script, problem) => {
		expect(await find(node(script))).toEqual({ok: false, problem: `${nodeName} ${problem}`});
	});

	test('has no input and no API key in its environment', async () => {
		vi.stubEnv('CHAINBELL_API_KEY', key);
		const script = 'process.stdin.resume().on("end", () => console.log("end", "CHAINBELL_API_KEY" in process.env))';
		expect(await find(node(script))).toEqual({ok: true, value: 'end false'});
	});

	test('that does not exist', async () => {
		expect(await find({apiKeyCommand: ['chainbell-no-such-command', key]})).toEqual({
			ok: false,
			problem: 'chainbell-no-such-command was not found',
		});
	});

	test.runIf(process.platform !== 'win32')('that may not be run', async () => {
		await using folder = await temporaryFolder();
		const file = path.join(folder.path, 'command');
		await writeFile(file, `echo ${key}`);
		await chmod(file, 0o600);
		expect(await find({apiKeyCommand: [file]})).toEqual({ok: false, problem: 'command could not be started (EACCES)'});
	});
});
