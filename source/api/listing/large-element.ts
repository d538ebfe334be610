import {Buffer} from 'node:buffer';
import {keptLength, type SkippedElement} from './pass-elements.ts';

/** An element of a listing that is too large to be kept: only its beginning is. */
export class LargeElement {
	readonly #start: Buffer;
	/** The bytes that were passed over, from its first one. */
	#length = 0;

	/** `bytes`: those that were received of it. */
	constructor(bytes: Buffer) {
		this.#start = Buffer.from(bytes.subarray(0, keptLength));
	}

	/** The bytes that were passed over. */
	get length(): number {
		return this.#length;
	}

	/** Passes over so many of its bytes. */
	passOver(count: number): void {
		this.#length += count;
	}

	/** Describes it. `isCut`: whether its end was not read. */
	skipped(isCut: boolean): SkippedElement {
		return {
			why: 'large',
			length: this.#length,
			source: {bytes: this.#start, from: 0, to: this.#start.length},
			...(isCut && {isCut}),
		};
	}
}
