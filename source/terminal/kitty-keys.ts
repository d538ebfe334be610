/** A key in the format of the kitty keyboard protocol, which terminals also use for function keys with modifiers (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). */
export type KittyKey = {
	/** The number of the key: its Unicode code point if it types a character. */
	readonly code: number;
	/** The last character of the sequence: `u`, `~` or the letter of a function key. */
	readonly final: string;
	/** The bits of the modifiers, without caps lock and num lock. */
	readonly modifiers: number;
	/** The kind of event. A held key repeats; releasing a key has no effect here. */
	readonly event: 'press' | 'repeat' | 'release';
};

/** `CSI code:alternates ; modifiers:event ; text final`. */
const pattern =
	/^\u{1B}\[(?<code>\d+)(?::[\d:]*)?(?:;(?<modifiers>\d*)(?::(?<event>\d+))?(?:;[\d:]*)?)?(?<final>[A-Za-z~])$/v;

/** The lower one of the two highest bits, caps lock and num lock, which do not count as modifiers. */
const lockBit = 64;

/** Reads a key in this format; undefined for any other. An unknown event counts as a repeat, so that it confirms nothing. */
export function readKittyKey(sequence: string): KittyKey | undefined {
	const {code, modifiers, event, final} = pattern.exec(sequence)?.groups ?? {};
	if (code === undefined || final === undefined) {
		return undefined;
	}

	// The protocol adds 1 to the bits, so that no modifier is 1.
	const bits = modifiers === undefined || modifiers === '' ? 0 : Math.max(0, Number(modifiers) - 1);
	const events = {undefined: 'press', 1: 'press', 3: 'release'} as const;
	return {
		code: Number(code),
		final,
		modifiers: bits % lockBit,
		event: events[String(event) as keyof typeof events] ?? 'repeat',
	};
}

/** Returns an identifier for a key that is the same whether it is pressed or repeated and in whichever form the terminal sends it. */
export function identityOf(key: string): string {
	const kitty = readKittyKey(key);
	if (kitty === undefined) {
		return key === '\n' ? '\r' : key;
	}

	return kitty.final === 'u' && kitty.modifiers === 0 && kitty.code > 0 && kitty.code <= 0x10_ff_ff
		? String.fromCodePoint(kitty.code)
		: `${kitty.code};${kitty.modifiers}${kitty.final}`;
}

/** Whether a key is ctrl+c, in either form. */
export function isInterrupt(key: string): boolean {
	const {code, final, modifiers, event} = readKittyKey(key) ?? {};
	return key === '\u{3}' || (code === 99 && final === 'u' && modifiers === 4 && event !== 'release');
}
