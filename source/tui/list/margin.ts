import {cursorSign} from '../shared/cursor-sign.ts';

/** The state of a row that the signs before it show. */
export type RowSigns = {
	readonly isSelected: boolean;
	readonly isMarked: boolean;
	/** Whether it is in the range that is being marked. */
	readonly isInRange: boolean;
	/** Whether it has a pending change. */
	readonly isPending: boolean;
	/** Whether a colleague is changing it. */
	readonly isClaimed?: boolean | undefined;
	/** The change since the changes were last acknowledged. */
	readonly change: 'appeared' | 'vanished' | undefined;
};

/** The width of the two signs. */
export const marginWidth = 2;

const signs = {appeared: '+', vanished: '-'} as const;

/** The two signs before a row: `▌` for the row under the cursor; then `●` if it is marked, `:` if it is in the range that is being marked, `!` if it has a pending change, `~` if a colleague is changing it, or else `+` or `-` if it appeared or vanished. */
export function marginOf({isSelected, isMarked, isInRange, isPending, isClaimed = false, change}: RowSigns): string {
	const claimed = isClaimed ? '~' : undefined;
	const range = isInRange ? ':' : isPending ? '!' : claimed;
	const sign = (isMarked ? '●' : range) ?? (change === undefined ? ' ' : signs[change]);
	return `${cursorSign(isSelected)}${sign}`;
}
