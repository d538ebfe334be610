import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {stringify} from 'yaml';
import {sampleEvent} from '../../source/notification/try-filters.ts';
import {systemHost} from '../../source/cli/command-host.ts';
import {completeWords} from '../../source/cli/completion.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {commands} from '../../source/cli/commands.ts';
import {account, address, body} from '../helpers/command-account.ts';
import {containing} from '../helpers/texts.ts';

const filter = (value: string, operator = 'gt', field = 'value', type = 'int') => ({
	field_name: field,
	operator,
	value,
	value_type: type,
});
const watching = (user: string, filters: readonly object[], change: object = {}) =>
	body(user, {
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address], filters, ...change},
	});
let at: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	at = await account();
	const bodies = [
		watching('high', [filter('10'), filter('ETH', 'eq', 'asset', 'str')]),
		watching('all', []),
		watching('low', [filter('0.1', 'gt', 'value', 'float')], {addresses: [address.toLowerCase()]}),
		watching('far', [filter('10'), filter('USDC', 'eq', 'asset', 'str')]),
		watching('base', [filter('0.1', 'gt', 'value', 'float')], {network: 'BASE_MAINNET'}),
		watching('base-high', [filter('10')], {network: 'BASE_MAINNET'}),
		watching('other', [], {addresses: ['0x00000000000000000000000000000000000000aa']}),
	];
	await at.creates(...bodies);
});

afterAll(async () => {
	await at[Symbol.asyncDispose]();
});

const match = async (event: unknown, options = '') =>
	at.run(`match - ${options}`, {input: typeof event === 'string' ? event : JSON.stringify(event)});

test('match lists what fires and then the near misses with the reason; another address is not near', async () => {
	expect(await match(sampleEvent)).toMatchObject({
		exitCode: 0,
		lines: [
			'2\tyes\t\tall\t',
			'3\tyes\t\tlow\t',
			'1\tnear\t\thigh\tvalue > 10 (int): it is 0.5',
			'4\tnear\t\tfar\tvalue > 10 (int): it is 0.5; asset = USDC (str): it is ETH',
			'5\tnear\t\tbase\tnetwork BASE_MAINNET: it is ETH_MAINNET',
		],
		errors: ['2 of 7 would fire, 3 near misses. Evaluated by chainbell; the service may differ.'],
	});
	expect(await match(sampleEvent, '-o name')).toMatchObject({exitCode: 0, stdout: '2\n3\n'});
	expect(await match(sampleEvent, 'user:=high -o jsonl')).toMatchObject({
		stdout: `${JSON.stringify({id: '1', fires: false, name: '', user: 'high', channel: 'EMAIL', failed: [{condition: 'filter', wanted: 'value > 10 (int)', reason: 'it is 0.5'}], notCompared: []})}\n`,
	});
});

test('an event may be YAML, one activity or a list of them; what it does not say is not compared', async () => {
	const [activity] = sampleEvent.event.activity;
	// Without quotes an address is text, and a number stays as it is written.
	expect(
		await match(stringify(sampleEvent, {defaultStringType: 'PLAIN'}).replaceAll('"', ''), '-o name'),
	).toMatchObject({stdout: '2\n3\n'});
	expect(
		await match(
			[
				{...activity, value: '11'},
				{...activity, toAddress: '', fromAddress: '0x00000000000000000000000000000000000000AA'},
			],
			'-o name',
		),
	).toMatchObject({stdout: '1\n2\n3\n5\n6\n7\n'});
	expect(await match({value: 5}, 'user:=low')).toMatchObject({
		lines: ['3\tyes\t\tlow\tnot compared: network, event type, address'],
	});
	expect(await match({...sampleEvent, type: 'GRAPHQL'}, 'user:=all')).toMatchObject({
		lines: ['2\tnear\t\tall\tevent type ADDRESS_ACTIVITY: it is GRAPHQL'],
	});
	expect(await match({...sampleEvent, event: {activity: []}}, '--json')).toMatchObject({
		exitCode: 0,
		stdout: '[]\n',
		errors: [containing('The event contains no activity. None of 7 would fire, 0 near misses.')],
	});
});

test.each([
	['broken JSON', '{\n  "event": {"network" "ETH"}\n}', 'event.json:2:'],
	['broken YAML', 'event:\n  activity: [\n', 'event.json:3:1:'],
	['two documents', 'a: 1\n---\nb: 1\n', 'event.json:3:1: a second document begins here'],
	['a text', 'hello', 'event.json:1:1: this is no event'],
	['nothing', '', 'event.json:1:1: this is no event'],
	['deep nesting', '['.repeat(100_000), 'event.json:1:100: it is nested deeper than'],
])('%s is refused with file, line and column', async (_name, text, words) => {
	const file = path.join(at.home, 'event.json');
	writeFileSync(file, text);
	const run = await at.run(`match ${file}`);
	expect(run).toMatchObject({exitCode: 5});
	expect(run.errors[0]).toContain(words);
});

test('after the file a query is completed, and after --from in place of files', async () => {
	await using home = await temporaryFolder();
	const configFile = path.join(home.path, 'config.yaml');
	writeFileSync(configFile, 'profiles:\n  staging: {baseUrl: https://x/, apiKeyEnv: A}\n', {mode: 0o600});
	const host = {...systemHost, paths: () => ({...systemHost.paths(), configFile})};
	const complete = async (words: string) => {
		const found = await completeWords(words.split(' '), {commands, host});
		return found.map(({value}) => value);
	};

	expect(await complete('match ')).toStrictEqual([]);
	expect(await complete('match event.json us')).toStrictEqual(['user:']);
	expect(await complete('plan --from st')).toStrictEqual(['staging']);
	expect(await complete('plan us')).toStrictEqual([]);
	expect(await complete('plan --from staging us')).toStrictEqual(['user:']);
});
