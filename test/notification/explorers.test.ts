import {expect, test} from 'vitest';
import {explorerLink} from '../../source/notification/address.ts';

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
