import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readExport, type ImportSource} from '../../source/files/import-from.ts';
import {rawOf} from '../../source/notification/notification.ts';
import {setField} from '../../source/notification/edit.ts';
import {topicNames} from '../../source/notification/spec.ts';
import {member} from '../../source/platform/json.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/import/${name}`, import.meta.url), 'utf8');

/** Each notification in a line, and what it does not say. */
function read(service: ImportSource, source: string) {
	const {file, mistakes, notes} = readExport(source, 'file', service, [setField('userId', 'ops')]);
	expect(mistakes).toStrictEqual([]);
	const lines = file.entries.map(({record, isParked}) => {
		const {userId, channel, recipient, network, eventType, addresses, name} = record;
		const graphql = member(member(rawOf(record), 'event_details'), 'graphql');
		const topics = topicNames.flatMap(topic => (member(graphql, topic) as string | undefined) ?? []);
		const parked = isParked === true ? ['parked'] : [];
		return [userId, name, channel, recipient, network, eventType, ...addresses, ...topics, ...parked].join(' ');
	});
	return {lines, notes, places: file.entries.map(({place}) => place.line)};
}

const one = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const two = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

test('Alchemy: an address activity becomes a notification for each address; other types are told, and an inactive one is parked', () => {
	expect(read('alchemy', fixture('alchemy.json'))).toStrictEqual({
		lines: [one, two]
			.map(address => `ops Treasury WEBHOOK https://hooks.example.com/treasury ETH_MAINNET ADDRESS_ACTIVITY ${address}`)
			.concat(`ops  WEBHOOK https://hooks.example.com/off ETH_MAINNET ADDRESS_ACTIVITY ${one} parked`),
		notes: [
			'webhook wh_2: left out: its type is NFT_ACTIVITY',
			`webhook wh_2: nft_filters: [{"contract_address":"${one}"}]`,
			'webhook wh_3: it is paused: apply creates it once you remove parked: true',
			'webhook wh_4: left out: none of its networks is known here',
			'webhook wh_4: auth_token: "…"',
			'webhook wh_4: network: "SOLANA_MAINNET"',
		],
		places: [3, 3, 25],
	});
});

test('Moralis: a stream becomes a notification for each chain, address and event', () => {
	const line = (network: string, event: string) =>
		`ops Transfers WEBHOOK https://hooks.example.com/transfers ${network} ${event}`;
	const [first, second, third] = (JSON.parse(fixture('moralis.json')) as {result: ReadonlyArray<{id: string}>}).result;
	expect(read('moralis', fixture('moralis.json'))).toMatchObject({
		lines: ['ETH_MAINNET', 'MATIC_MAINNET']
			.flatMap(network => [line(network, `ADDRESS_ACTIVITY ${one}`), line(network, `GRAPHQL ${one} ${transfer}`)])
			.concat(`ops Paused WEBHOOK https://hooks.example.com/paused ETH_MAINNET ADDRESS_ACTIVITY ${two} parked`),
		notes: [
			...[
				'tag: "treasury"',
				'includeContractLogs: true',
				'advancedOptions: [{"topic0":"Transfer(address,address,uint256)","filter":{"gt":["value","1000"]}}]',
				'network: "0xa86a"',
				'event: "Odd(number)"',
			].map(text => `stream ${first!.id} "Transfers": ${text}`),
			`stream ${second!.id} "Paused": it is paused: apply creates it once you remove parked: true`,
			`stream ${third!.id} "Without addresses": left out: add its addresses, from streams/evm/ID/address`,
		],
	});
});

test('QuickNode: webhooks made from templates become notifications; a stream is a program, and is told', () => {
	expect(read('quicknode', fixture('quicknode.json'))).toMatchObject({
		lines: [
			`ops Wallets WEBHOOK https://hooks.example.com/wallets ETH_MAINNET ADDRESS_ACTIVITY ${one}`,
			`ops Events WEBHOOK https://hooks.example.com/events BASE_MAINNET GRAPHQL ${one} ${transfer}`,
		],
		notes: [
			'webhook q-1 "Wallets": notification_email: "ops@example.com"',
			'webhook q-1 "Wallets": compression: "gzip"',
			'webhook s-1 "A stream": left out: it watches neither wallets nor events of contracts',
			'webhook s-1 "A stream": dataset: "block"',
			'webhook s-1 "A stream": filter_function: "ZnVuY3Rpb24gbWFpbigpIHt9"',
		],
	});
});

test('OpenZeppelin: monitors of serverless.yml, whose references are followed; no secret of a channel is told', () => {
	const {lines, notes, places} = read('openzeppelin', fixture('openzeppelin.yml'));
	expect(lines).toStrictEqual([
		`ops Owner changes EMAIL ops@example.com ETH_MAINNET GRAPHQL ${one} 0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0`,
		`ops Any transaction TELEGRAM -1001234567890 ETH_SEPOLIA ADDRESS_ACTIVITY ${two}`,
	]);
	expect(notes).toStrictEqual([
		...[
			'risk-category: "TECHNICAL"',
			'alert-threshold: {"amount":2,"window-seconds":3600}',
			'message: "Look at the owner"',
			'channel: {"type":"pager-duty","name":"Pager","config":{"token":"…"},"paused":false}',
			`condition: OwnershipTransferred(address,address) previousOwner=${two}`,
			'condition: gasPrice > 0',
		].map(text => `monitor "Owner changes": ${text}`),
		'monitor "Any transaction": address: "${self:custom.missing}"',
		'monitor "Calls": left out: it watches calls of functions',
		'monitor "Calls": condition: renounceOwnership()',
	]);
	expect(places).toStrictEqual([35, 54]);
});

test('what is not what the service returns is refused with its place', () => {
	for (const [service, source, message] of [
		[
			'alchemy',
			'{"data": [{"addresses": "0x"}]}',
			'line 1, column 26: this is not what alchemy returns: data.0.addresses',
		],
		['moralis', fixture('alchemy.json'), 'this is not what moralis returns: result'],
		['openzeppelin', 'a: 1\n', 'this is not what openzeppelin returns: resources'],
		['quicknode', '', 'this is not what quicknode returns'],
		['quicknode', '[{}, {}]', 'this is not what quicknode returns'],
		['quicknode', '{"data": []}\n{"data": []}', 'one document is expected'],
	] as const) {
		expect(() => readExport(source, 'file', service, [])).toThrow(message);
	}
});

test('references that lead in a circle end, and more notifications than can be planned are refused', () => {
	const circle =
		'resources:\n  a: ${self:resources.b}\n  b: ${self:resources.a}\n  monitors:\n    m: {network: mainnet, addresses: ["${self:resources.a}"]}\n';
	expect(read('openzeppelin', circle).notes).toContain('monitor "m": left out: it has no addresses');
	const many = {
		data: [
			{
				network: 'ETH_MAINNET',
				webhook_type: 'ADDRESS_ACTIVITY',
				webhook_url: 'https://example.com/',
				addresses: Array.from({length: 100_001}, () => one),
			},
		],
	};
	expect(() => readExport(JSON.stringify(many), 'file', 'alchemy', [])).toThrow('more than 100,000 notifications');
});
