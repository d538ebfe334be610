import {expect, test} from 'vitest';
import {member} from '../../source/platform/json.ts';
import {startRawService} from '../changes/raw-service.ts';
import {account, address, body, createCommand, lines} from '../helpers/command-account.ts';

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
const graphql = {external_user_id: 'u-1', channel: 'WEBHOOK', delivery_location: 'https://a.example/'};
const create = `${createCommand.replace('email', 'webhook').replace('u-1@example.com', 'https://a.example/')} --event GRAPHQL`;

const sentTopics = ({records}: Awaited<ReturnType<typeof startRawService>>) =>
	member(member(records.at(-1), 'event_details'), 'graphql');

test('--topic takes an event and its arguments, by name or signature, of --abi and config.yaml, and so do --set and files', async () => {
	const service = await startRawService();
	await using place = await account(0, 5000, service);
	const topicsOf = async (options: string) => {
		await place.says(0, `${create} --allow-duplicate ${options}`, {stderr: ''});
		return sentTopics(service);
	};

	expect(await topicsOf(`--topic Transfer --topic "" --topic ${address}`)).toEqual({
		topic_0: transfer,
		topic_2: word,
	});
	const abi = place.write(JSON.stringify(['event Left(address indexed who, int8 indexed reason)']), 'pool.json');
	const left = await topicsOf(`--abi ${abi} --topic Left --topic ${address} --topic -1`);
	expect(left).toEqual({
		topic_0: expect.stringMatching(/^0x/v) as string,
		topic_1: word,
		topic_2: `0x${'f'.repeat(64)}`,
	});
	place.write(JSON.stringify({abi: ['event Joined(address indexed who)']}), 'joined.json');
	place.write('abis: [joined.json]\n', 'config.yaml');
	expect(await topicsOf(`--topic Joined --set topic.1=${address}`)).toMatchObject({topic_1: word});
	const details = {network: 'ETH_MAINNET', event_type: 'GRAPHQL', addresses: [address]};
	const typed = {topic_0: 'Transfer(address indexed from, address to, uint256 value)', topic_1: address};
	await place.says(
		0,
		'create -f -',
		{stderr: ''},
		{
			input: lines(body('u-2', {...graphql, external_user_id: 'u-2', event_details: {...details, graphql: typed}})),
		},
	);
	expect(sentTopics(service)).toEqual({topic_0: transfer, topic_1: word});
});

test('a mistake in a signature, an argument or an ABI is said before anything is sent', async () => {
	const service = await startRawService();
	await using place = await account(0, 5000, service);
	const run = async (options: string) => {
		const {exitCode, stderr} = await place.run(`${create} ${options}`);
		return `${exitCode} ${stderr}`;
	};

	expect(await run('--topic "Foo(uint7 a)"')).toContain('5 Nothing was sent. --topic 1 has a mistake at column 5:');
	expect(await run('--topic Transfer --topic bob')).toContain('--topic 2 must be an address');
	expect(await run('--topic Swap')).toContain('--topic 1 Swap has several signatures, give one of them: Swap(');
	const abi = place.write(JSON.stringify([{type: 'event', name: '\u{1B}[2J', inputs: []}]), 'pool.json');
	const refused = await run(`--topic Transfer --abi ${abi}`);
	expect(refused).toContain('pool.json cannot be used: its event');
	expect(refused).not.toContain('\u{1B}');
	place.write('abis:\n  - none.json\n', 'config.yaml');
	expect(await run('--topic Transfer --dry-run')).toContain(
		'Warning: config.yaml line 2: abis.0 cannot be read: there is no such file.',
	);
	expect(service.records).toEqual([]);
});
