import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {commands} from '../../source/cli/commands.ts';
import {completeWords} from '../../source/cli/completion.ts';
import {systemHost} from '../../source/cli/command-host.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentWith} from '../helpers/environment.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {answering, createHttpServer} from '../helpers/http-server.ts';

/** The candidates for the last of these words, which may be empty. */
const complete = async (words: string, host = systemHost) => {
	const candidates = await completeWords(words.split(' '), {commands, host});
	return candidates.map(({value}) => value);
};

test('commands, the second words of commands, and nothing for an unknown one', async () => {
	const names = await complete('');
	expect(names).toEqual(expect.arrayContaining(['list', 'get', 'profile', 'doctor', 'completion']));
	expect(names).not.toContain('');
	expect(await complete('li')).toEqual(['list']);
	expect(await complete('--sandbox li')).toEqual(['list']);
	expect(await complete('--profile x hist')).toEqual(['history']);
	expect(await complete('profile ')).toEqual(['list', 'show', 'add', 'use', 'remove']);
	expect(await complete('profile s')).toEqual(['show']);
	expect(await complete('help wat')).toEqual(['watch']);
	expect(await complete('nothing ')).toEqual([]);
});

test('options of the command and of every command, once each, without those that it refuses', async () => {
	expect(await complete('list --')).toEqual(
		expect.arrayContaining(['--output', '--raw', '--json', '--profile', '--help']),
	);
	expect(await complete('list --json --j')).toEqual([]);
	expect(await complete('--re')).toEqual(['--read-only']);
	expect(await complete('--dry')).toEqual([]);
	expect(await complete('sandbox --fault any-503 --fau')).toEqual(['--fault']);
	expect(await complete('sandbox --j')).toEqual([]);
	expect(await complete('list -- --')).toEqual([]);
});

test('values: choices, query prefixes and channels', async () => {
	expect(await complete('list -o js')).toEqual(['json', 'jsonl']);
	expect(await complete('list --output=y')).toEqual(['--output=yaml']);
	expect(await complete('get -o ')).toEqual(['yaml', 'json', 'jsonl']);
	expect(await complete('completion ')).toEqual(['bash', 'zsh', 'fish']);
	expect(await complete('list --columns id,na')).toEqual(['id,name']);
	expect(await complete('list --columns=us')).toEqual(['--columns=user']);
	expect(await complete('list chan')).toEqual(['channel:']);
	expect(await complete('list not:chan')).toEqual(['not:channel:']);
	expect(await complete('list not:channel:em')).toEqual(['not:channel:email']);
	expect(await complete('edit 1 --set temp')).toEqual(['template=']);
	expect(await complete('edit 1 --set channel=sl')).toEqual(['channel=slack']);
	expect(await complete('list channel:')).toEqual([
		'channel:email',
		'channel:webhook',
		'channel:telegram',
		'channel:slack',
	]);
	expect(await complete('sandbox --file ')).toEqual([]);
});

test('profiles are those of config.yaml', async () => {
	await using home = await temporaryFolder();
	const configFile = path.join(home.path, 'config.yaml');
	const host = {...systemHost, paths: () => ({...systemHost.paths(), configFile})};
	const profiles = async (current: string) => complete(`profile use ${current}`, host);
	expect(await profiles('')).toEqual([]);
	await writeFile(
		configFile,
		'profiles:\n  a b: {baseUrl: https://x/, apiKeyEnv: A}\n  "c:d": {baseUrl: https://x/, apiKeyEnv: A}\n',
		{
			mode: 0o600,
		},
	);
	expect(await profiles('')).toEqual(['a b', 'c:d']);
	expect(await profiles('a')).toEqual(['a b']);
	expect(await complete('list --profile=c', host)).toEqual(['--profile=c:d']);
	await writeFile(configFile, 'profiles: [');
	expect(await profiles('')).toEqual([]);
});

test('IDs are those of the remembered listing; nothing is requested', async () => {
	await using home = await temporaryFolder();
	await using server = await createHttpServer(answering(200, [{id: 41, notification_name: 'a\u{1B}'}, {id: 42}]));
	const env = environmentOf(server);
	const host = {
		...systemHost,
		environment: () => environmentWith({baseUrl: server.baseUrl}),
		paths: () => ({
			configFile: path.join(home.path, 'config.yaml'),
			ledgerFile: path.join(home.path, 'ledger.sqlite'),
			sandboxFile: '',
			compiledFolder: '',
		}),
	};
	const ids = async (...options: readonly string[]) => completeWords([...options, 'get', ''], {commands, host});
	expect(await ids()).toEqual([]);
	await remember(home.path, env);
	const count = server.requests.length;
	expect(await ids()).toEqual([
		{value: '41', summary: 'a␛'},
		{value: '42', summary: ''},
	]);
	expect(await ids('--sandbox')).toEqual([]);
	expect(await ids('--profile', 'another')).toEqual([]);
	expect(server.requests).toHaveLength(count);
});

/** Caches a listing, as the screens do. */
async function remember(home: string, env: Readonly<Record<string, string>>) {
	const {openSession} = await import('../../source/cli/open-session.ts');
	const {defineCommands} = await import('../../source/cli/command.ts');
	const table = defineCommands({
		remember: {
			summary: '',
			options: {},
			examples: {},
			exitCodes: [],
			load: async () => async run => {
				await using opened = await openSession(run);
				const {listing} = opened.session;
				const listed = new Promise<void>(resolve => {
					listing.onListing(() => {
						resolve();
					});
				});
				listing.start();
				await listed;
				return 0;
			},
		},
	});
	expect(await runCommand(['remember'], {home, env, table})).toMatchObject({exitCode: 0});
}
