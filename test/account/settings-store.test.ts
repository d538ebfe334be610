import {readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createSettingsStore, createRuleStore} from '../../source/account/settings.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {chmodSync, writeFileSync} from 'node:fs';
import {asListed} from '../../source/notification/spec.ts';
import {createProtection, noRules} from '../../source/query/rules.ts';
import {input, temporaryDirectory} from '../ledger/ledgers.ts';
import {containing} from '../helpers/texts.ts';

const configFile = (folder: {readonly path: string}) => path.join(folder.path, 'config.yaml');

test('saving one setting keeps comments and the other settings, is seen at once, and leaves the file to its owner', async () => {
	await using folder = await temporaryFolder();
	await writeFile(
		configFile(folder),
		'# mine\nprofiles:\n  a: {baseUrl: https://a, apiKeyEnv: KEY} # first\nviews:\n  - name: One # kept\n',
		{mode: 0o600},
	);
	const store = createSettingsStore(configFile(folder));
	await store.load();
	let told = 0;
	store.subscribe(() => {
		told++;
	});
	await store.save(['preview'], 'off');
	await store.save(['views', 1], {name: 'Two', query: 'a: b', sort: '-name'});
	expect(told).toBe(2);
	expect(store.get().settings).toEqual({
		preview: 'off',
		views: [
			{name: 'One', query: ''},
			{name: 'Two', query: 'a: b', sort: {field: 'name', isDescending: true}},
		],
	});
	const text = await readFile(configFile(folder), 'utf8');
	expect(text).toContain('# mine');
	expect(text).toContain('# first');
	expect(text).toContain('One # kept');
	const {mode} = await stat(configFile(folder));
	expect(mode % 0o1000).toBe(0o600);
});

test('saving creates the file; a file that is not YAML stays as it is', async () => {
	await using folder = await temporaryFolder();
	const store = createSettingsStore(configFile(folder));
	await store.save(['preview'], 'on');
	expect(await readFile(configFile(folder), 'utf8')).toBe('preview: on\n');
	await writeFile(configFile(folder), 'preview: [');
	await expect(store.save(['preview'], 'off')).rejects.toThrow(/is not YAML/v);
	expect(await readFile(configFile(folder), 'utf8')).toBe('preview: [');
	await writeFile(configFile(folder), '- a');
	await expect(store.save(['preview'], 'off')).rejects.toThrow(/holds no settings/v);
});

function config(...lines: readonly string[]) {
	const file = path.join(temporaryDirectory(), 'config.yaml');
	writeFileSync(file, lines.join('\n'), {mode: 0o600});
	return file;
}

const load = async (file: string, profile?: string) => createRuleStore(file, profile).load();

test('rules for all accounts and those of the profile hold together', async () => {
	const file = config(
		'protect: name:treasury',
		'policies:',
		'  - {refuse: "channel:webhook", say: No webhooks}',
		'profiles:',
		'  work:',
		'    protect: id:7',
		'    policies: [{warn: "network:eth", say: Look twice}]',
		'  other:',
		'    protect: id:8',
	);
	const {protect, policies, problems} = await load(file, 'work');
	expect(problems).toEqual([]);
	expect(protect.map(({text, place}) => [text, place])).toEqual([
		['name:treasury', 'config.yaml line 1'],
		['id:7', 'config.yaml line 6'],
	]);
	expect(policies.map(({effect, say, place}) => [effect, say, place])).toEqual([
		['refuse', 'No webhooks', 'config.yaml line 3'],
		['warn', 'Look twice', 'config.yaml line 7'],
	]);
	expect(await load(file)).toMatchObject({protect: [{text: 'name:treasury'}], policies: [{say: 'No webhooks'}]});
	const protectionOf = createProtection({protect});
	expect(protectionOf(asListed({...input, name: 'Other'}, '7'))?.text).toBe('id:7');
	expect(protectionOf(asListed({...input, name: 'Other'}, '8'))).toBeUndefined();
});

test.each([
	['protect:', 'protect is empty. It must be text'],
	['protect: 7', 'protect must be text; put it in quotes'],
	['protect: ""', 'config.yaml line 1: protect: The query is empty'],
	['protect: "chanel:email"', 'config.yaml line 1: protect: Unknown field "chanel:". Did you mean channel:?'],
	['protect: "user:"', 'config.yaml line 1: protect: "user:" is no condition: it has no value'],
	['protect: "name:/(a+)+/"', 'config.yaml line 1: protect: /(a+)+/ could take very long'],
	['protect: "is:new"', 'config.yaml line 1: protect: "is:new" can be searched only in the list'],
	['policies: {refuse: x}', 'policies must be a list'],
	['policies: [{refuse: "channel:email"}]', 'policies.0.say is missing'],
	['policies: [{say: Why}]', 'policies.0 needs exactly one of refuse and warn'],
	['policies: [{refuse: a, warn: b, say: Why}]', 'policies.0 needs exactly one of refuse and warn'],
	['policies: [{refused: a, say: Why}]', 'policies.0.refused is no setting. Did you mean refuse?'],
	['policies: [{warn: "id:7", say: Why}]', 'config.yaml line 1: warn: id: cannot be used here'],
	['policies: [{warn: "a", say: Why}', 'is not YAML'],
	['protect: *nothing', 'has an alias (*) that is not defined'],
])('a rule that cannot be used is a problem with its line: %s', async (line, problem) => {
	const {protect, policies, problems} = await load(config(line));
	expect({protect, policies, count: problems.length}).toEqual({protect: [], policies: [], count: 1});
	expect(problems[0]).toContain(problem);
	expect(problems[0]).toMatch(/line 1|alias/v);
});

test('a file that is missing has no rules, and one that others can write to stops changes', async () => {
	expect(await load(path.join(temporaryDirectory(), 'none.yaml'))).toBe(noRules);
	const file = config('protect: id:7');
	chmodSync(file, 0o666);
	expect(await load(file)).toMatchObject({protect: [], problems: [containing('chmod')]});
});
