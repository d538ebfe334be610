import stringWidth from 'string-width';
import {graphemes} from './graphemes.ts';

const plain = /^[\u{20}-\u{7E}]*$/v;

/** How many terminal columns a sanitised text takes. */
export function widthOf(text: string): number {
	return plain.test(text) ? text.length : stringWidth(text);
}

/** The text cut to at most `columns`, its end replaced by `…` where something was cut. */
export function truncate(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	return columns <= 0 ? '' : `${takeColumns(text, columns - 1)}…`;
}

/** As `truncate`, but cut in the middle, so that both ends can be compared (addresses, URLs). */
export function truncateMiddle(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	if (columns < 3) {
		return truncate(text, columns);
	}

	const head = Math.ceil((columns - 1) / 2);
	const parts = graphemes(text);
	const tail = takeColumns(parts.toReversed().join(''), columns - 1 - head, parts.toReversed());
	return `${takeColumns(text, head)}…${graphemes(tail).toReversed().join('')}`;
}

/** The text cut or filled with spaces to exactly `columns`. */
export function fit(text: string, columns: number): string {
	const cut = truncate(text, columns);
	return cut + ' '.repeat(Math.max(0, columns - widthOf(cut)));
}

/** As many leading graphemes as fit into `columns`. */
export function takeColumns(text: string, columns: number, parts = graphemes(text)): string {
	let taken = '';
	let width = 0;
	for (const grapheme of parts) {
		width += widthOf(grapheme);
		if (width > columns) {
			break;
		}

		taken += grapheme;
	}

	return taken;
}

/**
The text broken into lines of at most `columns`, at spaces where there are some. Line ends in the text are kept. Never returns an empty list.
*/
export function wrap(text: string, columns: number): string[] {
	return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): string[] {
	const lines: string[] = [];
	let rest = line;
	while (widthOf(rest) > columns) {
		// A grapheme wider than the line still has to go somewhere.
		const fitting = takeColumns(rest, columns);
		const head = fitting === '' ? graphemes(rest)[0]! : fitting;
		const space = rest[head.length] === ' ' ? head.length : head.lastIndexOf(' ');
		const end = space > 0 ? space : head.length;
		lines.push(rest.slice(0, end));
		rest = rest.slice(space > 0 ? end + 1 : end);
	}

	lines.push(rest);
	return lines;
}
