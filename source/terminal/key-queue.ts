import {createListeners} from '../system/listeners.ts';
import {pasteEnd, pasteStart} from './escape-sequences.ts';
import {identityOf, isInterrupt} from './kitty-keys.ts';
import type {MouseEvent} from './mouse.ts';
import {createKeySplitter, type KeySplitter, type KeyToken} from './split-keys.ts';

/** Information on how a key reached the program. */
export type KeyArrival = {
	/** The time in milliseconds of the source's clock. */
	readonly at: number;
	/** Whether it was pressed on its own: alone in its read, not in a burst, and not repeated while held. */
	readonly isAlone: boolean;
	/** The full length, in UTF-16 units, of a paste that was too long to be delivered as a whole. */
	readonly pastedLength?: number | undefined;
};

/** Information about keys and functions to control their delivery. */
export type KeySource = {
	/** Returns milliseconds of a monotonic clock. */
	readonly now: () => number;
	/** Returns the arrival of the last delivered key. */
	readonly arrival: () => KeyArrival;
	/** Calls `listener` when keys that came with a paste were dropped. The returned function unsubscribes it. */
	readonly onDropped: (listener: () => void) => () => void;
	/** Calls `listener` with mouse events, in order with the keys. The returned function unsubscribes it. */
	readonly onMouse: (listener: (event: MouseEvent) => void) => () => void;
	/** Sets which keys with alt have a meaning now, by the text that the terminal sends after ESC. Any other is delivered as Esc and then the key. */
	readonly setAltKeys: (isAltKey: (key: string) => boolean) => void;
	/** Sets whether a text field has the focus. Then a long text that arrives without the brackets of a paste is delivered as one. */
	readonly setTyping: (isTyping: boolean) => void;
	/** Ignores the last delivered key until another one was pressed or it was not received for a second, because the key that confirmed a question may be held down. */
	readonly ignoreWhileHeld: () => void;
	/** Delivers no key until the returned function is called, for a screen that is not shown yet. Keys that arrive in the meantime are kept; ctrl+c is delivered immediately. `isLetIn`: a key, as the terminal sent it, that is delivered all the same, unless one before it is kept. */
	readonly hold: (isLetIn?: (key: string) => boolean) => () => void;
};

/** A queue of keys between the terminal and Ink. */
export type KeyQueue = KeySource & Pick<KeySplitter, 'waiting'> & {
	/** Takes the input of one read. */
	readonly receive: (chunk: string) => void;
	/** Ends the wait for the rest of a sequence. */
	readonly endWait: () => void;
	readonly hasNext: () => boolean;
	readonly isHeld: () => boolean;
	/** Returns the next key or paste in the form that Ink parses; undefined if there is none. */
	readonly next: () => string | undefined;
	/** Returns the key that `next` would take, as the terminal sent it; undefined if there is none or it is not a key. */
	readonly peek: () => string | undefined;
};

/** The gap in milliseconds below which keys count as pasted, repeated or typed ahead, and not pressed one by one. */
const burstGap = 50;

/** The gap in milliseconds between two reads that shows that they do not belong to the same paste. */
const pause = 200;

/** The gap in milliseconds within which a held key repeats. The first repeat comes after 250 to 660 ms. */
const heldGap = 1000;

/** The number of characters that nobody types before the first of them is handled. */
const longText = 64;

/** The time in milliseconds after a paste within which input may be part of it. */
const pasteGap = 100;

type Queued = {readonly token: KeyToken; readonly arrival: KeyArrival};

/**
Creates a queue.

@param now - Returns milliseconds of a monotonic clock.
@param onReleased - Called when keys are no longer held back.
@param onReply - See `createKeySplitter`.
*/
export function createKeyQueue(now: () => number, onReleased: () => void = () => undefined, onReply?: (reply: string) => void): KeyQueue {
	const splitter = createKeySplitter(onReply);
	const queue: Queued[] = [];
	const listeners = createListeners();
	const mouseListeners = createListeners<[event: MouseEvent]>();
	let arrival: KeyArrival = {at: now(), isAlone: false};
	let isAltKey: (key: string) => boolean = () => false;
	const holds = new Set<{readonly isLetIn: (key: string) => boolean}>();
	let isTyping = false;
	/** The key that confirmed a question, and when it was last received. */
	let held: {readonly key: string; readonly at: number} | undefined;
	let delivered = '';
	let lastInputAt = -Infinity;
	let lastPasteAt = -Infinity;

	const add = (tokens: readonly KeyToken[], at: number, wasAlone: boolean) => {
		// The beginning of a reply says nothing about the key before it.
		const isAlone = wasAlone && tokens.filter(({kind}) => kind !== 'mouse').length === 1 && [undefined, 'reply'].includes(splitter.waiting());
		queue.push(...tokens.map(token => ({token, arrival: {at, isAlone: isAlone && !('isRepeat' in token)}})));
		// Keys before ctrl+c are no longer wanted.
		queue.splice(0, Math.max(0, queue.findLastIndex(({token}) => isInterruptToken(token))));
	};

	const isLetInNext = () => {
		const [next] = queue;
		return next !== undefined && (isInterruptToken(next.token) || holds.values().every(({isLetIn}) => next.token.kind === 'key' && isLetIn(next.token.text)));
	};

	/** Whether a key is the one that confirmed a question and is still held down. */
	const isHeldDown = (key: string, at: number): boolean => {
		// Only the key that was pressed last repeats.
		const isHeld = held !== undefined && identityOf(key) === held.key && at - held.at < heldGap;
		held = isHeld ? {key: held!.key, at} : undefined;
		return isHeld;
	};

	/** Takes the rest of a long text whose first character was taken. */
	const takeText = (first: string): string => {
		const isText = ({token}: Queued) => token.kind === 'key' && isPrintable(token.text);
		const end = queue.findIndex(each => !isText(each));
		const count = end === -1 ? queue.length : end;
		return count < longText ? first : first + queue.splice(0, count).map(({token}) => 'text' in token ? token.text : '').join('');
	};

	return {
		now,
		arrival: () => arrival,
		waiting: splitter.waiting,
		onDropped: listeners.add,
		onMouse: mouseListeners.add,
		setAltKeys(next) {
			isAltKey = next;
		},
		setTyping(isTypingNow) {
			isTyping = isTypingNow;
		},
		ignoreWhileHeld() {
			held = {key: delivered, at: arrival.at};
		},
		hold(isLetIn = () => false) {
			const hold = {isLetIn};
			holds.add(hold);
			return () => {
				if (holds.delete(hold) && holds.size === 0) {
					onReleased();
				}
			};
		},
		receive(chunk) {
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
		endWait() {
			const at = now();
			add(splitter.flush(at - lastPasteAt < pasteGap), at, at - lastInputAt >= burstGap);
			lastInputAt = at;
		},
		hasNext: isLetInNext,
		isHeld: () => holds.size > 0,
		peek() {
			const token = queue[0]?.token;
			return token?.kind === 'key' ? token.text : undefined;
		},
		next() {
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

			if (isHeldDown(token.text, arrival.at)) {
				return undefined;
			}

			delivered = identityOf(token.text);
			if (isTyping && isPrintable(token.text)) {
				return takeText(token.text);
			}

			const [key, rest] = splitAlt(token.text, isAltKey);
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

/** Esc in the form of the kitty protocol, after which Ink does not wait for the rest of a sequence. */
const escape = '\u{1B}[27u';

/** Splits a key with alt that has no meaning into Esc and the key: a slow connection can deliver two keys in one read. */
function splitAlt(key: string, isAltKey: (key: string) => boolean): [string] | [string, string] {
	if (key === '\u{1B}') {
		return [escape];
	}

	const rest = key.slice(1);
	const hasAlt = key.startsWith('\u{1B}') && !/^\[.|^O./sv.test(rest);
	return hasAlt && !isAltKey(rest) ? [escape, rest] : [key];
}
