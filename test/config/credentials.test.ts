import {chmod, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {findApiKey} from '../../source/config/credentials.ts';
import type {Environment} from '../../source/config/environment.ts';
import type {ProfileSettings} from '../../source/config/profile-file.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const key = 'sk-live-0123456789';

function environmentOf(variables: Readonly<Record<string, string>>): Environment {
	return {
		baseUrl: undefined, apiKey: undefined, profile: undefined, noColour: false, editor: undefined, get: name => variables[name],
	};
}

const settings = (source: Partial<ProfileSettings>): ProfileSettings => ({baseUrl: 'https://a', readOnly: false, colour: true, ...source});

const find = async (source: Partial<ProfileSettings>, variables: Readonly<Record<string, string>> = {}) => findApiKey(settings(source), environmentOf(variables));

const node = (script: string) => ({apiKeyCommand: [process.execPath, '-e', script]});

describe('from the file', () => {
	test('without surrounding white space', async () => {
		expect(await find({apiKey: ` ${key}\n`})).toEqual({ok: true, value: key});
	});

	test.each(['', ' \n'])('%j is not a key', async apiKey => {
		expect(await find({apiKey})).toEqual({ok: false, problem: 'apiKey is empty'});
	});
});

describe('from the environment', () => {
	test('without surrounding white space', async () => {
		expect(await find({apiKeyEnv: 'MY_KEY'}, {MY_KEY: ` ${key}\n`})).toEqual({ok: true, value: key});
	});

	test.each<Record<string, string>>([{}, {MY_KEY: ''}, {MY_KEY: ' '}, {OTHER: key}])('%j does not set it', async variables => {
		expect(await find({apiKeyEnv: 'MY_KEY'}, variables)).toEqual({ok: false, problem: 'the environment variable MY_KEY is not set'});
	});
});

describe('from a command', () => {
	test('its output, without surrounding white space', async () => {
		expect(await find(node(`console.log(" ${key} ")`))).toEqual({ok: true, value: key});
	});

	test('is run without a shell', async () => {
		expect(await find({apiKeyCommand: [process.execPath, '-e', 'console.log(process.argv[1])', '$HOME;*|`x`']})).toEqual({ok: true, value: '$HOME;*|`x`'});
	});

	test.each([
		['fails', `console.log("${key}"); console.error("${key}"); process.exitCode = 3`, 'exited with 3'],
		['is killed', `console.log("${key}"); process.kill(process.pid, "SIGKILL")`, 'exited with SIGKILL'],
		['prints nothing', `console.error("${key}")`, 'printed no API key'],
		['prints only white space', 'console.log("  ")', 'printed no API key'],
		['prints without an end', `for (let i = 0; i < 100; i++) console.log("${key}".repeat(2000))`, 'exited with ERR_CHILD_PROCESS_STDIO_MAXBUFFER'],
	])('that %s gives no key, and its output is not quoted', async (_name, script, problem) => {
		expect(await find(node(script))).toEqual({ok: false, problem: `${process.execPath} ${problem}`});
	});

	test('that does not exist', async () => {
		expect(await find({apiKeyCommand: ['chainbell-no-such-command', key]})).toEqual({ok: false, problem: 'chainbell-no-such-command was not found'});
	});

	test.runIf(process.platform !== 'win32')('that may not be run', async () => {
		await using folder = await temporaryFolder();
		const file = path.join(folder.path, 'command');
		await writeFile(file, `echo ${key}`);
		await chmod(file, 0o600);
		expect(await find({apiKeyCommand: [file]})).toEqual({ok: false, problem: `${file} exited with EACCES`});
	});

	test('with an empty name', async () => {
		const found = await find({apiKeyCommand: ['', key]});
		expect(found.ok).toBe(false);
		expect(JSON.stringify(found)).not.toContain(key);
	});
});
