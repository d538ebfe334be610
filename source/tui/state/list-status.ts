/** What is marked, in words; empty where nothing is. */
export function marksStatus(marked: number, hidden: number): string {
	if (marked === 0) {
		return '';
	}

	return hidden === 0 ? `${marked} marked` : `${marked} marked, ${hidden} hidden by the search`;
}
