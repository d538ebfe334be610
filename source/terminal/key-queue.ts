import {createListeners} from '../system/listeners.ts';
import {pasteEnd, pasteStart} from './escape-sequences.ts';
import {identityOf, isInterrupt} from './kitty-keys.ts';
import type {MouseEvent} from './mouse.ts';
import {createKeySplitter, type KeySplitter, type KeyToken} from './split-keys.ts';

/** How a key reached the program. */
export type KeyArrival = {
	/** When, in milliseconds of the source's clock. */
	readonly at: number;
	/** Whether it was pressed on its own: alone in its read, not in a burst, and not repeated because it is held. */
	readonly isAlone: boolean;
	/** UTF-16 units of a paste that was too long to be delivered as a whole. */
	readonly pastedLength?: number | undefined;
};

/** What the program can ask about its keys, besides which they are. */
export type KeySource = {
	/** Milliseconds of a clock that nobody can set. */
	readonly now: () => number;
	/** Of the key that was delivered last. */
	readonly arrival: () => KeyArrival;
	/** Calls `listener` when keys that came with a paste were dropped; the returned function stops it. */
	readonly onDropped: (listener: () => void) => () => void;
	/** Calls `listener` with what the mouse does, in turn with the keys; the returned function stops it. */
	readonly onMouse: (listener: (event: MouseEvent) => void) => () => void;
	/** Sets which keys with alt mean something now, by what the terminal sends after ESC. Any other is Esc, and then the key. */
	readonly setAltKeys: (isAltKey: (key: string) => boolean) => void;
	/** Sets whether a text field has the keys: a long text that arrives without the brackets of a paste is then delivered as one. */
	readonly setTyping: (isTyping: boolean) => void;
	/** Ignores the key that was delivered last until it was quiet for a second: what confirmed a question may be held. */
	readonly ignoreWhileHeld: () => void;
	/** Delivers no key until the returned function is called, for a screen that is not there yet. Keys that arrive meanwhile are kept; ctrl+c is delivered at once. */
	readonly hold: () => () => void;
};

/** Keys on their way from the terminal to Ink. */
export type KeyQueue = KeySource & Pick<KeySplitter, 'waiting'> & {
	/** Takes what one read brought. */
	readonly receive: (chunk: string) => void;
	/** Ends the wait for the rest of a sequence. */
	readonly endWait: () => void;
	readonly hasNext: () => boolean;
	readonly isHeld: () => boolean;
	/** The next key or paste as Ink parses it; undefined where there is none. */
	readonly next: () => string | undefined;
};

/** Keys closer together than this were not pressed one by one, but pasted, repeated or typed ahead. In milliseconds. */
const burstGap = 50;

/** The parts of a paste are not as far apart. In milliseconds. */
const pause = 200;

/** A key that is held repeats within this time, the first time after 250 to 660 ms. In milliseconds. */
const heldGap = 1000;

/** Nobody types so many characters before the first of them is handled. */
const longText = 64;

/** Input that follows a paste within this time may be part of it. In milliseconds. */
const pasteGap = 100;

type Queued = {readonly token: KeyToken; readonly arrival: KeyArrival};

/**
Creates a queue.

@param now - Milliseconds of a clock that nobody can set.
@param onReleased - Called when keys are no longer held.
@param onReply - See `createKeySplitter`.
*/
export function createKeyQueue(now: () => number, onReleased: () => void = () => undefined, onReply?: (reply: string) => void): KeyQueue {
	const splitter = createKeySplitter(onReply);
	const queue: Queued[] = [];
	const listeners = createListeners();
	const mouseListeners = createListeners<[event: MouseEvent]>();
	let arrival: KeyArrival = {at: now(), isAlone: false};
	let isAltKey: (key: string) => boolean = () => false;
	let holds = 0;
	let isTyping = false;
	/** The key that confirmed something, when it last came. */
	let held: {readonly key: string; readonly at: number} | undefined;
	let delivered = '';
	let lastInputAt = -Infinity;
	let lastPasteAt = -Infinity;

	const add = (tokens: readonly KeyToken[], at: number, wasAlone: boolean) => {
		const isAlone = wasAlone && tokens.filter(({kind}) => kind !== 'mouse').length === 1 && splitter.waiting() === undefined;
		queue.push(...tokens.map(token => ({token, arrival: {at, isAlone: isAlone && !('isRepeat' in token)}})));
		// What is before ctrl+c is not wanted any more.
		queue.splice(0, Math.max(0, queue.findLastIndex(({token}) => isInterruptToken(token))));
	};

	const isInterruptNext = () => queue[0] !== undefined && isInterruptToken(queue[0].token);

	/** Whether a key is the one that confirmed, still held. */
	const isHeldDown = (key: string, at: number): boolean => {
		if (held === undefined || identityOf(key) !== held.key) {
			return false;
		}

		const isHeld = at - held.at < heldGap;
		held = isHeld ? {...held, at} : undefined;
		return isHeld;
	};

	/** Takes the rest of a long text, of which the first character was taken. */
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
		hold() {
			holds++;
			return () => {
				holds--;
				if (holds === 0) {
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

			// Also what gives no key may be part of the paste: a sequence that goes on for long.
			if (isAfterPaste || tokens.some(({kind}) => kind !== 'key' && kind !== 'mouse')) {
				lastPasteAt = at;
			}
		},
		endWait() {
			const at = now();
			add(splitter.flush(at - lastPasteAt < pasteGap), at, at - lastInputAt >= burstGap);
			lastInputAt = at;
		},
		hasNext: () => queue.length > 0 && (holds === 0 || isInterruptNext()),
		isHeld: () => holds > 0,
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

/** Esc in the kitty protocol's form: Ink waits for nothing that might follow it. */
const escape = '\u{1B}[27u';

/** Splits a key with alt that means nothing into Esc and the key: a slow connection brings two keys in one read. */
function splitAlt(key: string, isAltKey: (key: string) => boolean): [string] | [string, string] {
	if (key === '\u{1B}') {
		return [escape];
	}

	const rest = key.slice(1);
	const hasAlt = key.startsWith('\u{1B}') && !/^\[.|^O./sv.test(rest);
	return hasAlt && !isAltKey(rest) ? [escape, rest] : [key];
}
