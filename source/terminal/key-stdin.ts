import {EventEmitter} from 'node:events';
import process from 'node:process';
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
	/** Whether a key is due now or in a turn to come: one chain of turns, never two. */
	#isBusy = false;
	#isDelivering = false;

	constructor(source: ReadStream) {
		super();
		this.#source = source;
		this.on('newListener', event => {
			if (event !== 'readable' || this.listenerCount('readable') > 0) {
				return;
			}

			source.on('readable', this.#receive);
			// Keys may have been left over.
			this.#start();
		});
		this.on('removeListener', event => {
			if (event !== 'readable' || this.listenerCount('readable') > 0) {
				return;
			}

			source.off('readable', this.#receive);
			process.nextTick(this.#rest);
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
		let chunk: string | null;
		while ((chunk = this.#source.read() as string | null) !== null) {
			this.#keys.push(...this.#split(chunk));
		}

		this.#start();
	};

	/** Stops reading, or the next key would be taken from the program that has the terminal now. Only once Node has noticed that nobody listens, and unless somebody does again. */
	readonly #rest = () => {
		if (this.listenerCount('readable') === 0) {
			this.#source.pause();
		}
	};

	#start(): void {
		if (this.#isBusy) {
			return;
		}

		this.#isBusy = true;
		setImmediate(this.#deliver);
	}

	readonly #deliver = () => {
		// Where nobody listens, another program has the terminal: the keys wait.
		this.#isBusy = this.#keys.length > 0 && this.listenerCount('readable') > 0;
		if (!this.#isBusy) {
			return;
		}

		this.#isDelivering = true;
		this.emit('readable');
		// Behind what React planned for this key, which comes as an immediate too.
		setImmediate(this.#deliver);
	};
}
