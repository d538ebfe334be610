import {EventEmitter} from 'node:events';
import type {ReadStream} from 'node:tty';
import {createKeySplitter} from './split-keys.ts';

/**
Standard input, handed to Ink one key at a time.

Each key is delivered in a turn of the event loop of its own, so React has committed what the key before it did, and every input handler, also those inside Ink components, sees one key and the state as it is.
*/
export class KeyStdin extends EventEmitter {
	readonly #source: ReadStream;
	readonly #split = createKeySplitter();
	readonly #keys: string[] = [];
	#isDelivering = false;

	constructor(source: ReadStream) {
		super();
		this.#source = source;
		this.on('newListener', event => {
			if (event === 'readable' && this.listenerCount('readable') === 0) {
				source.on('readable', this.#receive);
			}
		});
		this.on('removeListener', event => {
			if (event === 'readable' && this.listenerCount('readable') === 0) {
				source.off('readable', this.#receive);
			}
		});
	}

	get isTTY(): boolean {
		return this.#source.isTTY;
	}

	/** The next key, once; null until the following delivery. */
	read(): string | null {
		if (!this.#isDelivering) {
			return null;
		}

		this.#isDelivering = false;
		return this.#keys.shift() ?? null;
	}

	setRawMode(isRaw: boolean): this {
		this.#source.setRawMode(isRaw);
		return this;
	}

	setEncoding(encoding: BufferEncoding): this {
		this.#source.setEncoding(encoding);
		return this;
	}

	ref(): this {
		this.#source.ref();
		return this;
	}

	unref(): this {
		this.#source.unref();
		return this;
	}

	readonly #receive = () => {
		const wasIdle = this.#keys.length === 0;
		let chunk: string | null;
		while ((chunk = this.#source.read() as string | null) !== null) {
			this.#keys.push(...this.#split(chunk));
		}

		if (wasIdle) {
			this.#deliver();
		}
	};

	readonly #deliver = () => {
		if (this.#keys.length === 0) {
			return;
		}

		this.#isDelivering = true;
		this.emit('readable');
		setImmediate(this.#deliver);
	};
}
