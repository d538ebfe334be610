import {expect, test} from 'vitest';
import {readAddress, severalAddresses} from '../../source/notification/address.ts';

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
