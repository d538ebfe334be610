/** A screen so narrow that the counts of marks have to do without words, in terminal columns. */
const narrow = 60;

/** What is marked, in words that fit; empty where nothing is. */
export function marksStatus(marked: number, hidden: number, columns: number): string {
	if (marked === 0) {
		return '';
	}

	const isNarrow = columns < narrow;
	return hidden === 0 ? `${marked} marked` : `${marked} marked, ${hidden} hidden${isNarrow ? '' : ' by the search'}`;
}
