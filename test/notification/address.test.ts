import {expect, test} from 'vitest';
import {readAddress, severalAddresses, explorerLink} from '../../source/notification/address.ts';

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
