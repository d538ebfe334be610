import {Buffer} from 'node:buffer';
import {sha256 as sha256Of} from '@noble/hashes/sha2.js';

/**
The SHA-256 of a text in UTF-8, in hexadecimal.

For hashes needed at the start: node:crypto takes several milliseconds to load, before the first page is drawn (docs/decisions/start-up.md).
*/
export function sha256(text: string): string {
	return Buffer.from(sha256Of(Buffer.from(text))).toString('hex');
}
