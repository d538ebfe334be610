import {enterAlternateScreen} from './alternate-screen.ts';
import {createRowWriter, eraseLine} from './row-writer.ts';

/**
Creates a function that draws a page from the top of the alternate screen, which the terminal shows already.

@returns The sequences for a page: all of its rows at first, then those that differ from the page before. All pages have the same number of rows.
*/
export function createPageWriter(): (rows: readonly string[]) => string {
	let drawn: readonly string[] = [];
	let height = 0;
	const write = createRowWriter(() => height, true);
	return rows => {
		height = rows.length;
		const isFirst = drawn.length === 0;
		const changed = rows
			.map((row, index) => (row === drawn[index] ? '' : `\u{1B}[${index + 1}H${isFirst ? '' : eraseLine}${row}`))
			.join('');
		const written = write(`${isFirst ? enterAlternateScreen : ''}${changed}`);
		drawn = rows;
		return written;
	};
}
