import fc from 'fast-check';
import {beforeEach, expect, test} from 'vitest';
import {emptyDraft, toInput, writeField} from '../../source/notification/fields.ts';
import {checkDraft} from '../../source/notification/check.ts';
import {
	eventOfTopic,
	eventTexts,
	learnEvents,
	parseEvent,
	readAbi,
	readTopics,
	settledTopics,
	topicTexts,
} from '../../source/notification/events.ts';
import type {Topics} from '../../source/notification/notification.ts';

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const padded = `0x${'0'.repeat(24)}${vitalik.slice(2).toLowerCase()}`;

beforeEach(() => {
	learnEvents('abis', []);
	learnEvents('--abi', []);
});

/** The topics of a signature and an indexed argument. */
const read = (...[event = '', first = '', second = '', third = '']: readonly string[]) =>
	readTopics([event, first, second, third]).readings;

/** The hashes that explorers and libraries publish. */
const published: ReadonlyArray<readonly [signature: string, topic: string]> = [
	['Transfer(address,address,uint256)', transfer],
	['Approval(address,address,uint256)', '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'],
	['ApprovalForAll(address,address,bool)', '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'],
	[
		'TransferSingle(address,address,address,uint256,uint256)',
		'0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
	],
	[
		'TransferBatch(address,address,address,uint256[],uint256[])',
		'0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
	],
	[
		'Swap(address,uint256,uint256,uint256,uint256,address)',
		'0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
	],
	[
		'Swap(address,address,int256,int256,uint160,uint128,int24)',
		'0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
	],
	['Sync(uint112,uint112)', '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'],
	['Mint(address,uint256,uint256)', '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f'],
	[
		'Mint(address,address,int24,int24,uint128,uint256,uint256)',
		'0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
	],
	['Burn(address,uint256,uint256,address)', '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'],
	[
		'Burn(address,int24,int24,uint128,uint256,uint256)',
		'0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c',
	],
	['Deposit(address,uint256)', '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'],
	['Withdrawal(address,uint256)', '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'],
	['OwnershipTransferred(address,address)', '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'],
	['RoleGranted(bytes32,address,address)', '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'],
	['RoleRevoked(bytes32,address,address)', '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b'],
	['Paused(address)', '0x62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258'],
	['Unpaused(address)', '0x5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa'],
	['Upgraded(address)', '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'],
	['Initialized(uint8)', '0x7f26b83ff96e1f2b6a682f133852f6798a09c465da95921460cefb3847402498'],
	['Initialized(uint64)', '0xc7f505b2f371ae2175ee4913f4499e1f2633a7b5936321eed1cdaeb6115181d2'],
];

test('every usual event has the topic that is published for it', () => {
	const usual = eventTexts()
		.map(text => parseEvent(text))
		.flatMap(event => (event.ok ? [event.value] : []));
	expect(new Map(usual.map(({signature, topic}) => [signature, topic]))).toEqual(new Map(published));
	expect(published.map(([, topic]) => eventOfTopic(topic.toUpperCase().replace('X', 'x'))?.signature)).toEqual(
		published.map(([signature]) => signature),
	);
});

test.each([
	['event Moved ( uint indexed id , int , address to ) ;', 'Moved(uint256,int256,address)'],
	[
		'Order((address maker, uint[2][] amounts)[] orders, tuple(bool) indexed last)',
		'Order((address,uint256[2][])[],(bool))',
	],
	['Nothing()', 'Nothing()'],
	['_$a1(bytes, bytes32 indexed, string s, uint8 indexed)', '_$a1(bytes,bytes32,string,uint8)'],
])('%s is hashed as %s', (text, signature) => {
	expect(parseEvent(text)).toMatchObject({
		ok: true,
		value: {signature, text: text.replace('event ', '').replace(' ;', '')},
	});
});

test.each([
	['Transfer(', 'column 10: a type is expected'],
	['Transfer(uin256 a)', 'column 10: "uin256" is no type of an ABI. Did you mean uint256?'],
	['Transfer(uint7 a)', 'column 10: "uint7" is no type'],
	['Transfer(bytes33)', 'column 10: "bytes33" is no type'],
	['Staked(IERC20 indexed token)', 'column 8: "IERC20" is no type of an ABI. A contract is an address'],
	['Transfer(address a b)', 'column 20: , or ) is expected, not "b"'],
	['Transfer(address,)', 'column 18: ")" is no type'],
	['Transfer(address) x', 'column 19: the end is expected, not "x"'],
	['1a(address)', 'column 1: the name of an event is expected, not "1a"'],
	['A(uint[a] b)', 'column 7: ] or a number and ] is expected, not "["'],
	['A(bool indexed, bool indexed, bool indexed, bool indexed)', 'column 50: at most three'],
	['A(bool a) anonymous', 'column 11: an anonymous event has no topic of its signature'],
	['('.repeat(2001), 'longer than 2000 characters'],
])('%s: %s', (text, problem) => {
	expect(parseEvent(text)).toMatchObject({ok: false, problem: expect.stringContaining(problem) as string});
});

const zeros = (digits: string) => `0x${digits.padStart(64, '0')}`;

test.each([
	['address', vitalik, padded],
	['address', vitalik.toLowerCase(), padded],
	['uint256', '1e18', zeros('de0b6b3a7640000')],
	['uint', '10 gwei', zeros('2540be400')],
	['uint8', '255', zeros('ff')],
	['uint16', '0xff', zeros('ff')],
	['int8', '-128', `0x${'f'.repeat(62)}80`],
	['bool', 'true', zeros('1')],
	['bool', 'false', zeros('')],
	['bytes4', '0xA9059cbb', `0xA9059cbb${'0'.repeat(56)}`],
	['string', transfer, transfer],
])('an indexed %s, %s, is sent as %s', (type, text, sent) => {
	expect(read(`A(${type} indexed a)`, text)[1]).toMatchObject({sent, argument: {name: 'a'}});
	expect(read(`A(${type} indexed a)`, text)[1]!.problem).toBeUndefined();
});

test.each([
	['address', '0x12', 'must be an address'],
	['address', 'vitalik.eth', 'must be an address'],
	['uint8', '256', 'must be a whole number that fits into uint8'],
	['uint8', '-1', 'fits into uint8'],
	['int8', '128', 'fits into int8'],
	['uint256', '1.5', 'fits into uint256'],
	['uint256', '9'.repeat(90), 'fits into uint256'],
	['bool', '1', 'must be true or false'],
	['bytes4', '0xa9059c', 'must be bytes4: 0x and 8 hexadecimal digits'],
	['string', 'hello', 'of string a topic has only the Keccak-256 hash'],
	['uint256[]', '[1]', 'of uint256[] a topic has only'],
	['(bool)', 'true', 'of (bool) a topic has only'],
])('an indexed %s cannot be %s', (type, text, problem) => {
	expect(read(`A(${type} indexed a)`, text)[1]).toMatchObject({
		sent: text,
		problem: expect.stringContaining(problem) as string,
	});
});

test('numbers of every size are 32 bytes, negative ones as their two’s complement', () => {
	fc.assert(
		fc.property(fc.integer({min: 1, max: 32}), fc.bigInt({min: -(2n ** 256n), max: 2n ** 256n}), (bytes, value) => {
			const bits = bytes * 8;
			const [, signed, unsigned] = read(`A(int${bits} indexed a, uint${bits} indexed b)`, String(value), String(value));
			for (const [reading, asBits] of [
				[signed, BigInt.asIntN],
				[unsigned, BigInt.asUintN],
			] as const) {
				const fits = asBits(bits, value) === value;
				expect(reading!.problem === undefined).toBe(fits);
				expect(fits ? asBits(bits, BigInt(reading!.sent)) : reading!.sent).toBe(fits ? value : String(value));
			}
		}),
	);
});

test('an address with a wrong checksum is an error that can be accepted, and is padded then', () => {
	const typed: Topics = ['Transfer', vitalik.replace('d8dA', 'D8dA'), '', ''];
	const draft = {...emptyDraft, channel: 'WEBHOOK', eventType: 'GRAPHQL', topics: typed};
	const issues = checkDraft(draft).filter(({field}) => field.startsWith('topic.'));
	expect(issues).toEqual([
		{
			field: 'topic.1',
			severity: 'error',
			message: 'fails its EIP-55 checksum: a digit may be wrong',
			canOverride: true,
		},
	]);
	expect(settledTopics(typed)).toEqual(typed);
	expect(toInput(draft).topics).toEqual([transfer, padded, '', '']);
});

test('what is typed is sent as it is encoded, and what it means is known afterwards', () => {
	const draft = writeField({...emptyDraft, topics: [' Transfer ', '', vitalik, '']}, 'topic.3', '7');
	expect(toInput(draft).topics).toEqual([transfer, '', padded, zeros('7')]);
	expect(topicTexts(draft.topics)).toEqual([
		`Transfer(address,address,uint256) ${transfer}`,
		'',
		`to ${vitalik} = ${padded}`,
		`tokenId 7 = ${zeros('7')}`,
	]);
	expect(topicTexts(toInput(draft).topics)).toEqual([
		`Transfer(address,address,uint256) ${transfer}`,
		'',
		`to ${padded}`,
		`tokenId ${zeros('7')}`,
	]);
});

test('a signature without indexed has the arguments of the known event', () => {
	expect(read('Transfer(address,address,uint256)', vitalik).map(({sent}) => sent)).toEqual([transfer, padded, '', '']);
	expect(read('Transfer(address indexed from, address to, uint256 value)', vitalik, vitalik)[2]!.problem).toBe(
		'must be empty: Transfer has 1 indexed argument',
	);
});

test('a name must have one signature', () => {
	expect(read('Swap')[0]!.problem).toMatch(
		/^Swap has several signatures, give one of them: Swap\(address indexed sender, uint256 .*; Swap\(.*int24 tick\)$/v,
	);
	expect(read('Transfre')[0]!.problem).toBe('is no event that chainbell knows. Did you mean Transfer?');
	expect(read('Foo')[0]!.problem).toContain('Write its signature, such as Transfer(address indexed from');
	expect(read('', vitalik)[1]!.problem).toMatch(/^must be 0x and 64/v);
});

test('the events of an ABI are found by name before the usual ones, and by topic', () => {
	const inputs = [
		{name: 'pool', type: 'tuple[]', components: [{name: 'a', type: 'address'}, {type: 'uint256'}], indexed: false},
		{name: 'user', type: 'address', indexed: true},
	];
	const abi = [
		{type: 'function', name: 'f', inputs: []},
		{type: 'event', name: 'Deposit', inputs},
		{type: 'event', name: 'Hidden', inputs, anonymous: true},
		'event Left(address indexed who)',
	];
	for (const json of [abi, {contractName: 'Pool', abi}]) {
		const events = readAbi(JSON.stringify(json));
		expect(events).toMatchObject({value: [{signature: 'Deposit((address,uint256)[],address)'}, {name: 'Left'}]});
		learnEvents('abis', events.ok ? events.value : []);
	}

	const [topic, user] = read('Deposit', vitalik);
	expect(user).toMatchObject({sent: padded, argument: {name: 'user'}});
	expect(eventOfTopic(topic!.sent)?.signature).toBe('Deposit((address,uint256)[],address)');
	expect(read('Deposit(address,uint256)', vitalik)[1]!.sent).toBe(padded);
});

test.each([
	['{}', 'it is no ABI'],
	['not JSON', 'it is no ABI'],
	['['.repeat(200), 'it is no ABI'],
	[JSON.stringify([{type: 'event', name: 'A\u001B[2J', inputs: []}]), 'has a mistake at column 2'],
	[
		JSON.stringify([{type: 'event', name: 'A', inputs: [{type: {toString: 1}, name: {}}]}]),
		'has a mistake at column 3',
	],
	[JSON.stringify(Array.from({length: 1001}, () => 'event A()')), 'more than 1000 events'],
])('an ABI such as %s is refused', (text, problem) => {
	expect(readAbi(text)).toMatchObject({ok: false, problem: expect.stringContaining(problem) as string});
});
