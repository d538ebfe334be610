import {Buffer} from 'node:buffer';
import {EventEmitter} from 'node:events';
import process from 'node:process';
import type {ReadStream} from 'node:tty';
import type {Clock} from '../system/clock.ts';
import {createInputDecoder} from './input-decoder.ts';
import {createKeyQueue, type KeyQueue} from './key-queue.ts';
import type {KeySource} from './key-source.ts';

/** The time in milliseconds to wait for the rest of a sequence: after an ESC, which may be a key; within a sequence that is not a key; within a paste. */
const restTimeouts = {key: 20, reply: 500, paste: 1000} as const;

/**
Standard input that passes Ink one key at a time.

Each key is delivered in its own turn of the event loop. React has then committed the effects of the previous key, and every input handler, including those inside Ink components, sees one key and the current state.
*/
export class KeyStdin extends EventEmitter {
	readonly #source: ReadStream;
	readonly #clock: Clock;
	readonly #queue: KeyQueue;
	readonly #decode = createInputDecoder();
	readonly #isAwaitingReply: () => boolean;
	/** Ends the wait for the rest of a sequence. */
	#wait: AbortController | undefined;
	/** Whether a delivery is scheduled; there is never more than one. */
	#isBusy = false;
	#isDelivering = false;

	/**
	Creates the stream.

	@param source - The terminal.
	@param clock - Limits the waits for the rest of a sequence.
	@param onReply - Called with each answer of the terminal, which is not a key.
	@param isAwaitingReply - Whether an answer is on its way.
	*/
	constructor(
		source: ReadStream,
		clock: Clock,
		onReply?: (reply: string) => void,
		isAwaitingReply: () => boolean = () => false,
	) {
		super();
		this.#isAwaitingReply = isAwaitingReply;
		this.#source = source;
		this.#clock = clock;
		this.#queue = createKeyQueue(
			() => clock.elapsed.now().at,
			() => {
				this.#start();
				this.emit('released');
			},
			onReply,
		);
		this.on('newListener', event => {
			if (event !== 'readable' || this.listenerCount('readable') > 0) {
				return;
			}

			source.on('readable', this.#receive);
			// Keys may be queued from before.
			this.#start();
		});
		this.on('removeListener', event => {
			if (event !== 'readable' || this.listenerCount('readable') > 0) {
				return;
			}

			source.off('readable', this.#receive);
			process.nextTick(this.#pauseIfUnused);
		});
	}

	/** The keys' arrival data, and functions to control their delivery. */
	get keys(): KeySource {
		return this.#queue;
	}

	/** Whether keys are held back (`KeySource`). The event `released` is emitted when they no longer are. */
	get isHeld(): boolean {
		return this.#queue.isHeld();
	}

	get isTTY(): boolean {
		return this.#source.isTTY;
	}

	/** Returns the delivered key, once; null until the next delivery. */
	read(): string | null {
		if (!this.#isDelivering) {
			return null;
		}

		this.#isDelivering = false;
		return this.#queue.next() ?? null;
	}

	/** Returns the key that `read` would return, and leaves it; undefined if it is not a key. */
	peek(): string | undefined {
		return this.#isDelivering ? this.#queue.peek() : undefined;
	}

	get isRaw(): boolean {
		return this.#source.isRaw;
	}

	/** Sets raw mode. It is not ended while an answer of the terminal is on its way, because the terminal would echo it: see tui/late-replies.ts. */
	setRawMode(isRaw: boolean): this {
		if (isRaw || !this.#isAwaitingReply()) {
			this.#source.setRawMode(isRaw);
		}

		return this;
	}

	/** Does nothing: the input is decoded here, because not all of it is text. */
	setEncoding(_encoding: BufferEncoding): this {
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
		const chunks: Buffer[] = [];
		let chunk: Buffer | null;
		while ((chunk = this.#source.read() as Buffer | null) !== null) {
			chunks.push(chunk);
		}

		this.#queue.receive(this.#decode(Buffer.concat(chunks), this.#queue.waiting()));
		void this.#awaitRest();
		this.#start();
	};

	/** Waits for the rest of an incomplete sequence. */
	async #awaitRest(): Promise<void> {
		this.#wait?.abort();
		const waiting = this.#queue.waiting();
		if (waiting === undefined) {
			return;
		}

		const wait = new AbortController();
		this.#wait = wait;
		try {
			await this.#clock.sleep(restTimeouts[waiting], wait.signal);
		} catch {
			return;
		}

		if (wait.signal.aborted) {
			return;
		}

		this.#queue.endWait();
		this.#start();
	}

	/** Stops reading, so that no key is taken from a program that now has the terminal. It runs after Node has noticed that there is no listener, and checks that none was added since. */
	readonly #pauseIfUnused = () => {
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
		// Without a listener another program has the terminal, so queued keys wait.
		this.#isBusy = this.#queue.hasNext() && this.listenerCount('readable') > 0;
		if (!this.#isBusy) {
			return;
		}

		this.#isDelivering = true;
		this.emit('readable');
		// The next delivery follows the work that React scheduled for this key, which is also an immediate.
		setImmediate(this.#deliver);
	};
}
