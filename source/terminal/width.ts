import stringWidth from 'string-width';
import {fastSegmenter, fastWidth} from './ink/fast-width.ts';

/** Matches a character other than ASCII and the ellipsis, which take one column each and never combine. To look for one takes half the time of matching all that are not. */
const other = /[^\u{20}-\u{7E}…]/v;

/** Whether each character of a text takes one column: it consists of ASCII and ellipses. */
export const isPlain = (text: string): boolean => !other.test(text);

/** The number of terminal columns that a sanitised text takes. */
export function widthOf(text: string): number {
	if (isPlain(text)) {
		return text.length;
	}

	return fastWidth(text) ?? stringWidth(text);
}

/** Shortens a text to at most `columns`; `…` replaces the removed end. cli-truncate does the same, but more slowly: docs/decisions/screens.md. */
export function truncate(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	return columns <= 0 ? '' : withEllipsis(takeColumns(text, columns - 1));
}

/** The first of several wordings that fits; the last one, shortened, if none does. */
export const firstFitting = (wordings: readonly string[], columns: number): string =>
	wordings.find(text => widthOf(text) <= columns) ?? truncate(wordings.at(-1) ?? '', columns);

/** A text with `…` at its end, but never with two. */
export const withEllipsis = (text: string): string => (text.endsWith('…') ? text : `${text}…`);

/** Like `truncate`, but removes the middle, so that both ends can be compared (addresses, URLs). */
export function truncateMiddle(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	if (columns < 3) {
		return truncate(text, columns);
	}

	const head = Math.ceil((columns - 1) / 2);
	return `${takeColumns(text, head)}…${lastColumns(text, columns - 1 - head)}`;
}

/** Shortens a value at its end, but an address keeps both ends. */
export const truncateValue = (text: string, columns: number): string =>
	/^0x[\dA-Fa-f]+$/v.test(text) ? truncateMiddle(text, columns) : truncate(text, columns);

/** Like `truncate`, but removes the start. */
export function truncateStart(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	return columns <= 0 ? '' : `…${lastColumns(text, columns - 1)}`;
}

function lastColumns(text: string, columns: number): string {
	const parts = graphemes(text);
	return parts.slice(parts.length - endOf(parts.toReversed(), 0, columns)).join('');
}

/** Shortens a text, or pads it with spaces, to exactly `columns`. */
export function fit(text: string, columns: number): string {
	const cut = truncate(text, columns);
	const filled = cut + ' '.repeat(Math.max(0, columns - widthOf(cut)));
	// A few letters combine with the following character (UAX 29, Prepend), and so with the first space as well.
	return filled + ' '.repeat(Math.max(0, columns - widthOf(filled)));
}

/** The leading graphemes of a text that fit into `columns`. */
export function takeColumns(text: string, columns: number): string {
	if (isPlain(text)) {
		return text.slice(0, Math.max(0, columns));
	}

	const parts = graphemes(text);
	return parts.slice(0, endOf(parts, 0, columns)).join('');
}

/** The index after the last of the graphemes, starting at `from`, that fit into `columns`. */
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
Breaks a text into lines of at most `columns`, at spaces where possible. A word that is longer than a line follows a few characters before it on their line. It keeps existing line breaks and the indentation of each line, and returns at least one line. wrap-ansi behaves differently: docs/decisions/screens.md.
*/
export function wrap(text: string, columns: number): string[] {
	return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, columns)));
}

/** The share of a line up to which the characters before a word that is longer than a line do not stand alone. */
const leadShare = 1 / 3;

function wrapLine(line: string, columns: number): string[] {
	if (widthOf(line) <= columns) {
		return [line];
	}

	const parts = graphemes(line);
	const endFrom = (from: number) => endOf(parts, from, columns);
	const widthBetween = (from: number, to: number) => widthOf(parts.slice(from, to).join(''));
	// A break within the indentation would only leave an empty line.
	const indent = parts.findIndex(part => part !== ' ');
	const lines: string[] = [];
	let from = 0;
	let end = endFrom(from);
	while (end < parts.length) {
		// A grapheme that is wider than the line gets a line of its own.
		end = Math.max(end, from + 1);
		let space = end;
		while (space > from && parts[space] !== ' ') {
			space--;
		}

		const isLead = widthBetween(from, space) <= columns * leadShare && endFrom(space + 1) < wordEnd(parts, space + 1);
		const isAtSpace = space > Math.max(from, indent) && !isLead;
		lines.push(parts.slice(from, isAtSpace ? space : end).join(''));
		from = isAtSpace ? space + 1 : end;
		end = endFrom(from);
	}

	return from < parts.length ? [...lines, parts.slice(from).join('')] : lines;
}

/** The index after the word that starts at `from`. */
function wordEnd(parts: readonly string[], from: number): number {
	const space = parts.indexOf(' ', from);
	return space === -1 ? parts.length : space;
}

/** The user-perceived characters of a text (UAX 29 extended grapheme clusters). */
export function graphemes(text: string): string[] {
	return Array.from(fastSegmenter.segment(text), ({segment}) => segment);
}

/**
Shares the columns of a line among its parts. In each stage all parts grow together to their widths of that stage, so that short ones are whole before long ones get more than they have.

@param room - Columns for all parts, without what stands between them.
@param stages - The widths of the parts, from the least that says something to the whole.
*/
export function share(room: number, ...stages: ReadonlyArray<readonly number[]>): number[] {
	const widths = stages[0]!.map(() => 0);
	let left = room;
	for (const limits of stages) {
		const most = Math.max(0, ...limits);
		for (let level = 1; level <= most && left > 0; level++) {
			for (const [index, limit] of limits.entries()) {
				if (left > 0 && widths[index]! < Math.min(level, limit)) {
					widths[index]!++;
					left--;
				}
			}
		}
	}

	return widths;
}
