import {Buffer} from 'node:buffer';
import {sha256 as sha256Of} from 'viem/utils';

/**
The SHA-256 of a text in UTF-8, in hexadecimal.

For what a start hashes: node:crypto takes several milliseconds to load, before the first page is drawn (docs/decisions/start-up.md).
*/
export function sha256(text: string): string {
	return sha256Of(Buffer.from(text)).slice(2);
}
