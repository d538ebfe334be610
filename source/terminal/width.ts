import stringWidth from 'string-width';
import {graphemes} from './graphemes.ts';

/** Of one column each, and joining nothing: ASCII, and what stands for a cut. */
const plain = /^[\u{20}-\u{7E}…]*$/v;

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
	if (plain.test(text)) {
		return `${text.slice(0, head)}…${text.slice(text.length - columns + 1 + head)}`;
	}

	const parts = graphemes(text);
	const tail = endOf(parts.toReversed(), 0, columns - 1 - head);
	return `${takeColumns(text, head)}…${parts.slice(parts.length - tail).join('')}`;
}

/** The text cut or filled with spaces to exactly `columns`. */
export function fit(text: string, columns: number): string {
	const cut = truncate(text, columns);
	return cut + ' '.repeat(Math.max(0, columns - widthOf(cut)));
}

/** As many leading graphemes as fit into `columns`. */
export function takeColumns(text: string, columns: number): string {
	if (plain.test(text)) {
		return text.slice(0, Math.max(0, columns));
	}

	const parts = graphemes(text);
	return parts.slice(0, endOf(parts, 0, columns)).join('');
}

/** Where the graphemes that fit into `columns`, counted from one of them on, come to an end. */
function endOf(parts: readonly string[], from: number, columns: number): number {
	let room = columns;
	let end = from;
	while (end < parts.length) {
		room -= widthOf(parts[end]!);
		if (room < 0) {
			break;
		}

		end++;
	}

	return end;
}

/**
The text broken into lines of at most `columns`, at spaces where there are some. Line ends in the text are kept. Never returns an empty list.
*/
export function wrap(text: string, columns: number): string[] {
	return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): string[] {
	if (widthOf(line) <= columns) {
		return [line];
	}

	const parts = graphemes(line);
	// There is nothing to gain from a break in the indentation.
	const indent = parts.findIndex(part => part !== ' ');
	const lines: string[] = [];
	let from = 0;
	let end = endOf(parts, from, columns);
	while (end < parts.length) {
		// A grapheme wider than the line still has to go somewhere.
		end = Math.max(end, from + 1);
		let space = end;
		while (space > from && parts[space] !== ' ') {
			space--;
		}

		const isAtSpace = space > Math.max(from, indent);
		lines.push(parts.slice(from, isAtSpace ? space : end).join(''));
		from = isAtSpace ? space + 1 : end;
		end = endOf(parts, from, columns);
	}

	return from < parts.length ? [...lines, parts.slice(from).join('')] : lines;
}
