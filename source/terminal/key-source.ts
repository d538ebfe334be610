import type {MouseEvent} from './mouse.ts';

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
	/** Sets which keys with alt have a meaning now, by the text that the terminal sends after ESC. Any other whose ESC came in a read of its own is delivered as Esc and then the key. */
	readonly setAltKeys: (isAltKey: (key: string) => boolean) => void;
	/** Sets whether a text field has the focus. Then a long text that arrives without the brackets of a paste is delivered as one. */
	readonly setTyping: (isTyping: boolean) => void;
	/** Ignores the last delivered key until another one was pressed or it was not received for a second, because the key that confirmed a question may be held down. */
	readonly ignoreWhileHeld: () => void;
	/** Delivers no key until the returned function is called, for a screen that is not shown yet. Keys that arrive in the meantime are kept; ctrl+c is delivered immediately. `isLetIn`: a key, as the terminal sent it, that is delivered all the same, unless one before it is kept. */
	readonly hold: (isLetIn?: (key: string) => boolean) => () => void;
};
