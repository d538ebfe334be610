/** What the lines of a screen say, of this program and of fzf; the first line is a header or a prompt. */
type Lines = readonly string[];

/** Rows that fill a screen, less than one has at 120x40 with the preview below the list. */
const screenful = 20;

/** Whether anything at all can be seen. */
export const isPainted = (lines: Lines): boolean => lines.some(line => line.trim() !== '');

/** Whether rows of notifications fill the screen. */
export const hasRows = (lines: Lines): boolean =>
	lines.filter(line => /\b(?:EMAIL|(?:WEB)?HOOK|TELEGRAM|TGRAM|SLACK)\b/v.test(line)).length >= screenful;

/** Whether the header counts this many notifications and no longer says that there may be more. */
export function isComplete(lines: Lines, count: number): boolean {
	const [header = ''] = lines;
	return (
		new RegExp(String.raw`(?<![\d,])${numeral(count)} notifications`, 'v').test(header) &&
		!/so far|loading|or more/v.test(header)
	);
}

/** Whether a search found this many: `12 of 100000` here, `12/100000` in fzf, which may leave its last progress, 99 %, on the screen. */
export function hasFound(lines: Lines, found: number, all: number): boolean {
	const count = new RegExp(String.raw`(?<![\d,])${numeral(found)}(?: of |/)${numeral(all)}(?!\d)`, 'v');
	return lines.slice(0, 3).some(line => count.test(line) && !/(?<!\(99)%/v.test(line));
}

/** Whether the line of the search is open: below the header, and a blank line in a large terminal. */
export const hasSearchLine = (lines: Lines): boolean =>
	lines.slice(1, 3).some(line => line.trimStart().startsWith('/'));

/** The selected row, which begins with `▌`, or with `>` in versions before 0.2.0. */
export const selectedRow = (lines: Lines): string | undefined => lines.slice(1).find(line => /^[>▌]/v.test(line));

/** Whether the header says that the listing is new, and that nothing is being listed. */
export const isNewlyListed = ([header = '']: Lines): boolean =>
	header.includes('listed just now') && !header.includes('refreshing');

/** The screen without the age of the listing, which changes by itself. */
export const withoutAge = ([header = '', ...rest]: Lines): string =>
	[header.replace(/· listed .+/v, ''), ...rest].join('\n');

/** The ID of the selected row; undefined while none is shown. */
export const selectedId = (lines: Lines): string | undefined =>
	/^[>▌] +(?<id>\S+)/v.exec(selectedRow(lines) ?? '')?.groups?.id;

/** 1000 may be written 1,000. */
function numeral(count: number): string {
	return count.toLocaleString('en').replaceAll(',', ',?');
}

/** Whether what a search will need is made ready: fzf does that while it reads. */
export function isIndexed([first = '']: Lines): boolean {
	return !first.includes('indexing');
}
