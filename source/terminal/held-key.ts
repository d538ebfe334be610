/** The gap in milliseconds within which a held key repeats. The first repeat comes after 250 to 660 ms. */
const heldGap = 1000;

/** Tells the key that confirmed a question, while it is held down, from others. Keys are told apart by their identity (kitty-keys.ts). */
export type HeldKey = {
	/** Takes the key that was received at this time, in milliseconds, for the one that confirmed. */
	readonly ignore: (key: string, at: number) => void;
	/** Whether the key that was received next is still that one. */
	readonly isHeldDown: (key: string, at: number) => boolean;
};

/** Begins without such a key. */
export function createHeldKey(): HeldKey {
	let held: {readonly key: string; readonly at: number} | undefined;
	return {
		ignore(key, at) {
			held = {key, at};
		},
		isHeldDown(key, at) {
			// Only the key that was pressed last repeats.
			const isHeld = key === held?.key && at - held.at < heldGap;
			held = isHeld ? {key, at} : undefined;
			return isHeld;
		},
	};
}
