/** Rows of a terminal from which lines that only separate are drawn. A smaller one needs them for content. */
const roomyRows = 30;

/** Whether a terminal has room for a blank line below the header and a rule below the titles of columns. */
export function isRoomy(terminalRows: number): boolean {
	return terminalRows >= roomyRows;
}
