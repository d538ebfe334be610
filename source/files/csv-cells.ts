/** A cell that a spreadsheet would run as a formula. The wide signs are those of Apple Numbers. */
const formula = /^'*[\-\t\r+=@\uFF0B\uFF0D\uFF1D\uFF20]/v;

/** Writes a quote before a cell that a spreadsheet would run, also before quotes that it has already, so that `withoutFormulaQuote` gives back every text. */
export const withFormulaQuote = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Removes the quote that `withFormulaQuote` has written. */
export const withoutFormulaQuote = (cell: string): string =>
	cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** The row of some cells (RFC 4180). */
export const csvRow = (cells: readonly string[]): string =>
	`${cells.map(cell => (/["\n\r,]/v.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
