import {cursorSign} from '../shared/cursor-sign.ts';

/** What the signs before the first column of a row tell. */
export type RowSigns = {
	readonly isSelected: boolean;
	readonly isMarked: boolean;
	/** It is in the range that is being marked. */
	readonly isInRange: boolean;
	/** A change of it is pending. */
	readonly isPending: boolean;
	/** Since the last manual refresh. */
	readonly change: 'appeared' | 'vanished' | undefined;
};

/** Columns of the two signs. */
export const marginWidth = 2;

const signs = {appeared: '+', vanished: '-'} as const;

/** The two signs before a row: `>` for the row under the cursor; then `*` if it is marked, `:` if it is in the range that is being marked, `!` if a change of it is pending, or else `+` or `-` if it appeared or vanished. */
export function marginOf({isSelected, isMarked, isInRange, isPending, change}: RowSigns): string {
	const range = isInRange ? ':' : (isPending ? '!' : undefined);
	const sign = (isMarked ? '*' : range) ?? (change === undefined ? ' ' : signs[change]);
	return `${cursorSign(isSelected)}${sign}`;
}
