/** What stands before a row: `>` for the selected one, then `*` for a marked one, or `+` for one that a range is about to mark. */
export function marginOf(isSelected: boolean, isMarked: boolean, isInRange: boolean): string {
	const unmarked = isInRange ? '+' : ' ';
	return `${isSelected ? '>' : ' '}${isMarked ? '*' : unmarked}`;
}
