/** The page of an address in a block explorer, by network. interface.md names no explorer: these are the best-known ones. */
const defaults: Readonly<Record<string, string>> = {
	ETH_MAINNET: 'https://etherscan.io/address/{address}',
	ETH_SEPOLIA: 'https://sepolia.etherscan.io/address/{address}',
	BASE_MAINNET: 'https://basescan.org/address/{address}',
	MATIC_MAINNET: 'https://polygonscan.com/address/{address}',
	ARB_MAINNET: 'https://arbiscan.io/address/{address}',
	OPT_MAINNET: 'https://optimistic.etherscan.io/address/{address}',
};

/**
Returns the link to an address in a block explorer. It is safe to show: special characters are encoded.

@param network - The service's name for it.
@param address - The address as the service sent it.
@param explorers - The explorers in config.yaml, which take precedence over the defaults.
@returns The link; undefined if no explorer of the network is known, there is no address, or they make no valid link.
*/
export function explorerLink(
	network: string,
	address: string,
	explorers: Readonly<Record<string, string>> = {},
): string | undefined {
	const all = {...defaults, ...explorers};
	const template = Object.hasOwn(all, network) ? all[network] : undefined;
	return template === undefined || address === ''
		? undefined
		: URL.parse(template.replaceAll('{address}', () => encodeURIComponent(address.toWellFormed())))?.href;
}
