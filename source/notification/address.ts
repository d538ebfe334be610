import {Buffer} from 'node:buffer';
import {nonEmpty} from '../platform/text.ts';
import {keccak_256 as keccak256} from '@noble/hashes/sha3.js';

/** The result of reading an address as typed. */
type AddressReading =
	| {readonly kind: 'not-hex'}
	/** Hexadecimal, but not the 40 digits (20 bytes) of an account or contract. */
	| {readonly kind: 'other-length'; readonly digits: number}
	/** All letters have the same case, so it has no checksum. `checksummed` is its EIP-55 form. */
	| {readonly kind: 'plain'; readonly checksummed: string}
	| {readonly kind: 'checksummed'}
	/** Mixed case that differs from the EIP-55 form: a digit may be wrong. */
	| {readonly kind: 'wrong-checksum'; readonly checksummed: string};

/** Reads an address, which is 0x-prefixed hexadecimal (interface.md, "EventDetails"), and verifies its checksum (EIP-55). */
export function readAddress(text: string): AddressReading {
	if (!/^0x[\dA-Fa-f]+$/v.test(text)) {
		return {kind: 'not-hex'};
	}

	const digits = text.slice(2);
	if (digits.length !== 40) {
		return {kind: 'other-length', digits: digits.length};
	}

	const checksummed = withChecksum(digits);
	if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
		return {kind: 'plain', checksummed};
	}

	return checksummed === `0x${digits}` ? {kind: 'checksummed'} : {kind: 'wrong-checksum', checksummed};
}

/** The Keccak-256 hash of a text, as hexadecimal digits. */
export const keccakHex = (text: string): string => Buffer.from(keccak256(Buffer.from(text))).toString('hex');

/** The EIP-55 form of 40 hexadecimal digits: a letter is upper case if the hash digit at its position is 8 or more. */
function withChecksum(digits: string): string {
	const lower = digits.toLowerCase();
	const hash = keccakHex(lower);
	return `0x${lower.replaceAll(/[a-f]/gv, (letter, at: number) => (Number.parseInt(hash[at]!, 16) >= 8 ? letter.toUpperCase() : letter))}`;
}

/** The distinct addresses of a text that consists of several, separated by spaces, commas or semicolons; empty for any other text. Distinct texts of the same digits are one address. */
export function severalAddresses(text: string): readonly string[] {
	const parts = nonEmpty(text.split(/[\s,;]+/v));
	const addresses = [...Map.groupBy(parts, part => part.toLowerCase()).values()].map(([first]) => first!);
	return addresses.length > 1 && parts.every(part => /^0x/iv.test(part)) ? addresses : [];
}

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
