import {Buffer} from 'node:buffer';
import {EventEmitter} from 'node:events';
import process from 'node:process';
import type {ReadStream} from 'node:tty';
import {StringDecoder} from 'node:string_decoder';
import type {Clock} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import {
	type MouseEvent,
	deliveredKeys,
	identityOf,
	isInterrupt,
	type KeyToken,
	createKeySplitter,
	type KeySplitter,
} from './split-keys.ts';
import {pasteEnd, pasteStart} from './escape-sequences.ts';

/** Information on how a key reached the program. */
type KeyArrival = {
	/** The time in milliseconds of the source's clock. */
	readonly at: number;
	/** Whether it was pressed on its own: alone in its read, not in a burst, and not repeated while held. */
	readonly isAlone: boolean;
	/** The full length, in UTF-16 units, of a paste that was too long to be delivered as a whole. */
	readonly pastedLength?: number | undefined;
};

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

	/** Sets raw mode. It is not ended while an answer of the terminal is on its way, because the terminal would echo it: see tui/app/run.tsx. */
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

/** The gap in milliseconds below which keys count as pasted, repeated or typed ahead, and not pressed one by one. */
const burstGap = 50;

/** The gap in milliseconds between two reads that shows that they do not belong to the same paste. */
const pause = 200;

/** The number of characters that nobody types before the first of them is handled. */
const longText = 64;

/** The time in milliseconds after a paste within which input may be part of it. */
const pasteGap = 100;

type Queued = {readonly token: KeyToken; readonly arrival: KeyArrival};

/** A queue of keys between the terminal and Ink. */
type KeyQueue = ReturnType<typeof createKeyQueue>;

/** Information about keys and functions to control their delivery. */
export type KeySource = Pick<
	KeyQueue,
	'now' | 'arrival' | 'onDropped' | 'onMouse' | 'setAltKeys' | 'setTyping' | 'ignoreWhileHeld' | 'hold'
>;

/**
Creates a queue.

@param now - Returns milliseconds of a monotonic clock.
@param onReleased - Called when keys are no longer held back.
@param onReply - See `createKeySplitter`.
*/
export function createKeyQueue(
	now: () => number,
	onReleased: () => void = () => undefined,
	onReply?: (reply: string) => void,
) {
	const splitter = createKeySplitter(onReply);
	const queue: Queued[] = [];
	const listeners = createListeners();
	const mouseListeners = createListeners<[event: MouseEvent]>();
	let arrival: KeyArrival = {at: now(), isAlone: false};
	let isAltKey: (key: string) => boolean = () => false;
	const holds = new Set<{readonly isLetIn: (key: string) => boolean}>();
	let isTyping = false;
	const held = createHeldKey();
	let delivered = '';
	let lastInputAt = -Infinity;
	let lastPasteAt = -Infinity;

	const add = (tokens: readonly KeyToken[], at: number, wasAlone: boolean) => {
		// The beginning of a reply says nothing about the key before it.
		const isAlone =
			wasAlone &&
			tokens.filter(({kind}) => kind !== 'mouse').length === 1 &&
			[undefined, 'reply'].includes(splitter.waiting());
		queue.push(...tokens.map(token => ({token, arrival: {at, isAlone: isAlone && !('isRepeat' in token)}})));
		// Keys before ctrl+c are no longer wanted.
		queue.splice(
			0,
			Math.max(
				0,
				queue.findLastIndex(({token}) => isInterruptToken(token)),
			),
		);
	};

	const isLetInNext = () => {
		const [next] = queue;
		return (
			next !== undefined &&
			(isInterruptToken(next.token) ||
				holds.values().every(({isLetIn}) => next.token.kind === 'key' && isLetIn(next.token.text)))
		);
	};

	/** Takes the rest of a long text whose first character was taken. */
	const takeText = (first: string): string => {
		const isText = ({token}: Queued) => token.kind === 'key' && isPrintable(token.text);
		const end = queue.findIndex(each => !isText(each));
		const count = end === -1 ? queue.length : end;
		return count < longText
			? first
			: first +
					queue
						.splice(0, count)
						.map(({token}) => ('text' in token ? token.text : ''))
						.join('');
	};

	return {
		/** Returns milliseconds of a monotonic clock. */
		now,
		/** Returns the arrival of the last delivered key. */
		arrival: () => arrival,
		waiting: splitter.waiting,
		/** Calls `listener` when keys that came with a paste were dropped. The returned function unsubscribes it. */
		onDropped: listeners.add,
		/** Calls `listener` with mouse events, in order with the keys. The returned function unsubscribes it. */
		onMouse: mouseListeners.add,
		/** Sets which keys with alt have a meaning now, by the text that the terminal sends after ESC. Any other whose ESC came in a read of its own is delivered as Esc and then the key. */
		setAltKeys(next: (key: string) => boolean) {
			isAltKey = next;
		},
		/** Sets whether a text field has the focus. Then a long text that arrives without the brackets of a paste is delivered as one. */
		setTyping(isTypingNow: boolean) {
			isTyping = isTypingNow;
		},
		/** Ignores the last delivered key until another one was pressed or it was not received for a second, because the key that confirmed a question may be held down. */
		ignoreWhileHeld() {
			held.ignore(delivered, arrival.at);
		},
		/** Delivers no key until the returned function is called, for a screen that is not shown yet. Keys that arrive before that are kept; ctrl+c is delivered immediately. `isLetIn`: a key, as the terminal sent it, that is delivered all the same, unless one before it is kept. */
		hold(isLetIn: (key: string) => boolean = () => false) {
			const hold = {isLetIn};
			holds.add(hold);
			return () => {
				if (holds.delete(hold) && holds.size === 0) {
					onReleased();
				}
			};
		},
		/** Takes the input of one read. */
		receive(chunk: string) {
			const at = now();
			const isAfterPaste = at - lastPasteAt < pasteGap;
			const tokens = splitter.push(chunk, isAfterPaste, at - lastInputAt < burstGap, at - lastInputAt >= pause);
			add(tokens, at, at - lastInputAt >= burstGap);
			if (tokens.some(({kind}) => kind !== 'mouse') || splitter.waiting() === 'paste') {
				lastInputAt = at;
			}

			// Input that is not a key may also be part of the paste, such as a long sequence.
			if (isAfterPaste || tokens.some(({kind}) => kind !== 'key' && kind !== 'mouse')) {
				lastPasteAt = at;
			}
		},
		/** Ends the wait for the rest of a sequence. */
		endWait() {
			const at = now();
			add(splitter.flush(at - lastPasteAt < pasteGap), at, at - lastInputAt >= burstGap);
			lastInputAt = at;
		},
		hasNext: isLetInNext,
		isHeld: () => holds.size > 0,
		/** Returns the key that `next` would take, as the terminal sent it; undefined if there is none or it is not a key. */
		peek(): string | undefined {
			const token = queue[0]?.token;
			return token?.kind === 'key' ? token.text : undefined;
		},
		/** Returns the next key or paste in the form that Ink parses; undefined if there is none. */
		next(): string | undefined {
			const first = queue.shift();
			if (first === undefined) {
				return undefined;
			}

			const {token} = first;
			if (token.kind === 'mouse') {
				mouseListeners.notify(token.event);

				return undefined;
			}

			arrival = first.arrival;
			if (token.kind === 'dropped') {
				listeners.notify();

				return undefined;
			}

			if (token.kind === 'paste') {
				arrival = {...arrival, pastedLength: token.length};
				return `${pasteStart}${token.text}${pasteEnd}`;
			}

			const identity = identityOf(token.text);
			if (held.isHeldDown(identity, arrival.at)) {
				return undefined;
			}

			delivered = identity;
			if (isTyping && isPrintable(token.text)) {
				return takeText(token.text);
			}

			const [key, rest] = deliveredKeys(token.text, token.isSplit === true, isAltKey);
			if (rest !== undefined) {
				queue.unshift({token: {kind: 'key', text: rest}, arrival: {...arrival, isAlone: false}});
				arrival = {...arrival, isAlone: false};
			}

			return key;
		},
	};
}

const isInterruptToken = (token: KeyToken): boolean => token.kind === 'key' && isInterrupt(token.text);

/** Whether a key types a character. */
const isPrintable = (key: string): boolean => !/^[\u{0}-\u{1F}\u{7F}-\u{9F}]/v.test(key);

/** The gap in milliseconds within which a held key repeats. The first repeat comes after 250 to 660 ms. */
const heldGap = 1000;

/** Tells the key that confirmed a question, while it is held down, from others. Keys are told apart by their identity (kitty-keys.ts). Begins without such a key. */
function createHeldKey() {
	let held: {readonly key: string; readonly at: number} | undefined;
	return {
		/** Takes the key that was received at this time, in milliseconds, for the one that confirmed. */
		ignore(key: string, at: number) {
			held = {key, at};
		},
		/** Whether the key that was received next is still that one. */
		isHeldDown(key: string, at: number) {
			// Only the key that was pressed last repeats.
			const isHeld = key === held?.key && at - held.at < heldGap;
			held = isHeld ? {key, at} : undefined;
			return isHeld;
		},
	};
}

/** Matches what begins a report of the mouse without SGR, and the brackets of a paste (`bracket`: 0 or 1). */
const markers = /\u{1B}\[(?:M|20(?<bracket>[01])~)/gv;

/** Matches the first part of such a marker at the end of a text. */
const partOfMarker = /\u{1B}(?:\[(?:2(?:0[01]?)?)?)?$/v;

/** The bytes of a report after its beginning: button, column and row. */
const reportLength = 3;

/**
Creates a function that decodes what a terminal sends: UTF-8, but for the mouse reports of a terminal without SGR. Their bytes have any value, so each becomes the character of that number.

`waiting` says what the input before may be an incomplete part of: within a paste there are no reports.
*/
function createInputDecoder(): (bytes: Buffer, waiting: ReturnType<KeySplitter['waiting']>) => string {
	const decoder = new StringDecoder('utf8');
	/** The number of bytes that are missing of a report. */
	let missing = 0;
	/** The end of the input so far, if it may be the first part of a marker. */
	let part = '';

	return (bytes, waiting) => {
		const latin = part + bytes.toString('latin1');
		const offset = part.length;
		let isPaste = waiting === 'paste';
		let text = '';
		let at = 0;
		const takeReport = (length: number) => {
			text += latin.slice(offset + at, offset + at + length);
			missing = Math.max(0, at + length - bytes.length);
			at = Math.min(bytes.length, at + length);
		};

		takeReport(waiting === 'reply' ? missing : 0);
		for (const match of latin.matchAll(markers)) {
			const start = match.index - offset;
			const end = start + match[0].length;
			const {bracket} = match.groups!;
			if (bracket !== undefined) {
				isPaste = bracket === '0';
			} else if (!isPaste && (start >= at || at === 0)) {
				text += decoder.write(bytes.subarray(at, end));
				at = end;
				takeReport(reportLength);
			}
		}

		part = partOfMarker.exec(latin.slice(at === 0 ? 0 : offset + at))?.[0] ?? '';
		return text + decoder.write(bytes.subarray(at));
	};
}
