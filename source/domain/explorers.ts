/** The page of an address in a block explorer, by network. interface.md names no explorer: these are the best known ones. */
const defaults: Readonly<Record<string, string>> = {
	ETH_MAINNET: 'https://etherscan.io/address/{address}',
	ETH_SEPOLIA: 'https://sepolia.etherscan.io/address/{address}',
	BASE_MAINNET: 'https://basescan.org/address/{address}',
	MATIC_MAINNET: 'https://polygonscan.com/address/{address}',
	ARB_MAINNET: 'https://arbiscan.io/address/{address}',
	OPT_MAINNET: 'https://optimistic.etherscan.io/address/{address}',
};

/**
The page of an address in a block explorer. It is safe to show: what is not a plain character is encoded.

@param network - As the service names it.
@param address - As the service sent it.
@param explorers - Of config.yaml; they come before the defaults.
@returns Undefined where no explorer of the network is known, there is no address, or they make no link.
*/
export function explorerLink(network: string, address: string, explorers: Readonly<Record<string, string>> = {}): string | undefined {
	const all = {...defaults, ...explorers};
	const template = Object.hasOwn(all, network) ? all[network] : undefined;
	return template === undefined || address === '' ? undefined : URL.parse(template.replaceAll('{address}', () => encodeURIComponent(address.toWellFormed())))?.href;
}
