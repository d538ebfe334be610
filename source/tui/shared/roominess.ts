/** The terminal height in rows from which separating lines are drawn. A smaller terminal needs them for content. */
const roomyRows = 30;

/** Whether a terminal has room for a blank line below the header and a rule below the column titles. */
export function isRoomy(terminalRows: number): boolean {
	return terminalRows >= roomyRows;
}
