import {expect, test} from 'vitest';
import {channels, findChannel, recipientHint} from '../../source/notification/channels.ts';
import {readAddress, severalAddresses, explorerLink} from '../../source/notification/address.ts';

test.each([
	['EMAIL', 'a.b+c@sub.example.co', true],
	['EMAIL', 'a@example', false],
	['EMAIL', '@example.com', false],
	['WEBHOOK', 'https://example.com/hook?x=1', true],
	['WEBHOOK', 'http://127.0.0.1:8080/', true],
	['WEBHOOK', 'http://example.com/', false],
	['WEBHOOK', 'ftp://example.com/', false],
	['TELEGRAM', '-1001234567890', true],
	['TELEGRAM', '@some_user', true],
	['TELEGRAM', 'some user', false],
	['SLACK', 'https://hooks.slack.com/services/T0/B0/x', true],
	['SLACK', '#alerts', true],
	['SLACK', 'C024BE91L', true],
	['SLACK', 'alerts', false],
])('a recipient on %s: %s is valid: %s', (name, recipient, isValid) => {
	expect(findChannel(name)?.check(recipient) === undefined).toBe(isValid);
});

test('a name that is not in the table is no channel, even one that every object has', () => {
	expect(findChannel('PIGEON')).toBeUndefined();
	expect(findChannel('constructor')).toBeUndefined();
	expect(recipientHint('PIGEON')).toBe('depends on the channel');
});

test.each(channels)(
	'$name: the sample recipient passes the check and is in the hint',
	({name, check, sampleRecipient}) => {
		expect(check(sampleRecipient)).toBeUndefined();
		expect(recipientHint(name)).toContain(sampleRecipient);
	},
);

test('no two channels share a name or a letter', () => {
	for (const key of ['name', 'letter'] as const) {
		expect(new Set(channels.map(channel => channel[key])).size).toBe(channels.length);
	}

	expect(channels.map(({name, letter}) => `${letter} ${name}`)).toEqual([
		'e EMAIL',
		'w WEBHOOK',
		't TELEGRAM',
		's SLACK',
	]);
});

// The examples of EIP-55, "Test Cases".
test.each(['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'])(
	'%s has one case and no checksum',
	address => {
		expect(readAddress(address)).toEqual({kind: 'plain', checksummed: address});
	},
);

test.each(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'])(
	'%s is checksummed',
	address => {
		expect(readAddress(address)).toEqual({kind: 'checksummed'});
		expect(readAddress(address.toLowerCase())).toEqual({kind: 'plain', checksummed: address});
	},
);

test.each([
	[
		'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
		{kind: 'wrong-checksum', checksummed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'},
	],
	['0x1234', {kind: 'other-length', digits: 4}],
	['0x', {kind: 'not-hex'}],
	['vitalik.eth', {kind: 'not-hex'}],
	['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', {kind: 'not-hex'}],
])('%s', (text, reading) => {
	expect(readAddress(text)).toEqual(reading);
});

test.each([
	['0xAb 0xCd', ['0xAb', '0xCd']],
	[' 0xAb,0xCd;\n0xEf\t', ['0xAb', '0xCd', '0xEf']],
	['0xAb 0xab 0xCd', ['0xAb', '0xCd']],
	['0xAb 0xab', []],
	['0xAb no', []],
	['0xAb 0xno', ['0xAb', '0xno']],
	['', []],
])('%j has the addresses %j', (text, addresses) => {
	expect(severalAddresses(text)).toEqual(addresses);
});

test.each([
	['ETH_MAINNET', '0xAb', {}, 'https://etherscan.io/address/0xAb'],
	[
		'ETH_MAINNET',
		'0xAb',
		{ETH_MAINNET: 'https://example.com/{address}?a={address}'},
		'https://example.com/0xAb?a=0xAb',
	],
	['OTHER', '0xAb', {}, undefined],
	['constructor', '0xAb', {}, undefined],
	['ETH_MAINNET', '', {}, undefined],
	['ETH_MAINNET', '../../x\u{1B}]8;;\u{7}"$&', {}, 'https://etherscan.io/address/..%2F..%2Fx%1B%5D8%3B%3B%07%22%24%26'],
	// What config.yaml refuses is no link, whoever gives it.
	['ETH_MAINNET', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', {ETH_MAINNET: 'https://{address}/'}, undefined],
	['ETH_MAINNET', '\u{D800}', {}, 'https://etherscan.io/address/%EF%BF%BD'],
])('%s, %j with %j', (network, address, explorers, link) => {
	expect(explorerLink(network, address, explorers as Readonly<Record<string, string>>)).toBe(link);
});
