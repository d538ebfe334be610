import {createListeners} from '../system/listeners.ts';
import {deliveredKeys} from './alt-keys.ts';
import {pasteEnd, pasteStart} from './escape-sequences.ts';
import {createHeldKey} from './held-key.ts';
import {identityOf, isInterrupt} from './kitty-keys.ts';
import type {KeyArrival, KeySource} from './key-source.ts';
import type {KeyToken} from './key-token.ts';
import type {MouseEvent} from './mouse.ts';
import {createKeySplitter, type KeySplitter} from './split-keys.ts';

/** A queue of keys between the terminal and Ink. */
export type KeyQueue = KeySource &
	Pick<KeySplitter, 'waiting'> & {
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
export function createKeyQueue(
	now: () => number,
	onReleased: () => void = () => undefined,
	onReply?: (reply: string) => void,
): KeyQueue {
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
			held.ignore(delivered, arrival.at);
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
