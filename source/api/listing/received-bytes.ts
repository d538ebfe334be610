import {Buffer} from 'node:buffer';

const initialCapacity = 131_072;

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The bytes of a document that were received and are still needed. The buffer is used again: copy what is kept. */
export class ReceivedBytes {
	/** The buffer, of which the first `length` bytes count. */
	buffer = Buffer.allocUnsafe(initialCapacity);
	length = 0;

	append(chunk: Uint8Array): void {
		const length = this.length + chunk.length;
		if (length > this.buffer.length) {
			const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, length));
			larger.set(this.buffer.subarray(0, this.length));
			this.buffer = larger;
		}

		this.buffer.set(chunk, this.length);
		this.length = length;
	}

	/** Removes the bytes before an index. */
	discard(to: number): void {
		this.buffer.copyWithin(0, to, this.length);
		this.length -= to;
	}

	/** The bytes before an index, as text without the byte order mark. */
	textBefore(to: number): string {
		const isMarked = byteOrderMark.every((byte, index) => this.buffer[index] === byte);
		return this.buffer.toString('utf8', isMarked ? 3 : 0, to);
	}
}
