/** What is told of a row before its first column. */
export type RowSigns = {
	readonly isSelected: boolean;
	readonly isMarked: boolean;
	/** A range that was begun is about to mark it. */
	readonly isInRange: boolean;
	/** Since the operator last asked. */
	readonly change: 'appeared' | 'vanished' | undefined;
};

const signs = {appeared: '+', vanished: '-'} as const;

/** What stands before a row: `>` for the selected one; then `*` for a marked one, `:` for one that a range is about to mark, or else `+` and `-` for what appeared and vanished. */
export function marginOf({isSelected, isMarked, isInRange, change}: RowSigns): string {
	const range = isInRange ? ':' : undefined;
	const sign = (isMarked ? '*' : range) ?? (change === undefined ? ' ' : signs[change]);
	return `${isSelected ? '>' : ' '}${sign}`;
}
