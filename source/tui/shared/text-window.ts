import {codePointName, replaceSpaceLike} from '../../platform/text.ts';
import {graphemes, truncate, widthOf} from '../../terminal/width.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {sum} from '../ui/fit.ts';

/** The visible part of a text, split at the cursor. */
export type TextWindow = {
	readonly before: string;
	/** The grapheme under the cursor, at least one column wide; a space if the cursor is at the end of the text. */
	readonly under: string;
	readonly after: string;
};

/**
Returns the part of a text that fits into `columns` and contains the cursor. `…` marks a cut on either side. Invisible characters are replaced by visible ones, and line breaks by `⏎`.

@param text - The whole text.
@param cursor - The position of the cursor, as in `TextState`.
@param columns - Terminal columns, at least 3.
@param mask - A character shown in place of every character of a secret.
*/
export function textWindow(text: string, cursor: number, columns: number, mask?: string): TextWindow {
	// Of a long text, the part that can be visible.
	const start = text.length > 3 * visibleLength ? Math.max(0, cursor - visibleLength) : 0;
	const part = text.slice(start, Math.max(3 * visibleLength, cursor + visibleLength));
	const cells = toCells(part, cursor - start, columns, mask);
	const at = cells.findIndex(cell => cell.start >= cursor - start);
	const under = at === -1 ? cells.length : at;
	const shown = [...cells.map(({shown: cell}) => cell), ' '];
	const widths = shown.map(cell => widthOf(cell));
	// One column is kept for each `…`.
	const fits = (from: number, to: number) =>
		Number(from > 0) + sum(widths.slice(from, to)) + Number(to < cells.length) <= columns;

	// The text before the cursor was typed last, so it gets room first.
	let [from, to] = [under, under + 1];
	while (from > 0 && fits(from - 1, to)) {
		from--;
	}

	while (to < cells.length && fits(from, to + 1)) {
		to++;
	}

	return {
		before: (from > 0 ? '…' : '') + shown.slice(from, under).join(''),
		under: shown[under]!,
		after: shown.slice(under + 1, to).join('') + (to < cells.length ? '…' : ''),
	};
}

/** The number of UTF-16 units that can be visible on either side of the cursor: no screen is wider. */
const visibleLength = 1500;

type Cell = {readonly start: number; readonly shown: string};

function toCells(text: string, cursor: number, columns: number, mask: string | undefined): Cell[] {
	const draw = (grapheme: string) => {
		const shown = mask ?? sanitiseField(grapheme);
		// A combining mark without a letter is shown on a dotted circle. A wide grapheme must leave room for a `…` on either side.
		return widthOf(shown) === 0 ? `◌${shown}` : truncate(shown, Math.max(1, columns - 2));
	};

	const hidden = mask === undefined ? hideSecrets(text) : text;
	if (hidden !== text) {
		// A secret was typed into the wrong field. Its replacement has another length, so the cursor is shown at the end.
		return graphemes(hidden).map(grapheme => ({start: cursor - 1, shown: draw(grapheme)}));
	}

	let start = 0;
	return graphemes(text).map(grapheme => {
		const cell = {start, shown: draw(grapheme)};
		start += grapheme.length;
		return cell;
	});
}

/** Sanitises a text that can be edited. Unlike in `sanitise`, line breaks become `⏎`, and characters that only look like a space are shown as code points. */
export function sanitiseField(text: string): string {
	return replaceSpaceLike(sanitise(text.replaceAll('\n', '⏎')), character => `<${codePointName(character)}>`);
}
