import {codePointName, replaceSpaceLike} from '../../platform/text.ts';
import {graphemes, truncate, widthOf} from '../../terminal/width.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';

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
	const {part, start} = partAround(text, cursor);
	return windowOf(part, cursor - start, columns, mask);
}

/** The number of UTF-16 units that can be visible on either side of the cursor: no screen is wider. */
const visibleLength = 1500;

/** The part of a long text that can be visible. */
function partAround(text: string, cursor: number): {readonly part: string; readonly start: number} {
	if (text.length <= 3 * visibleLength) {
		return {part: text, start: 0};
	}

	const start = Math.max(0, cursor - visibleLength);
	return {part: text.slice(start, cursor + visibleLength), start};
}

function windowOf(text: string, cursor: number, columns: number, mask?: string): TextWindow {
	const cells = toCells(text, cursor, columns, mask);
	const at = cells.findIndex(({start}) => start >= cursor);
	const under = at === -1 ? cells.length : at;
	const shown = [...cells.map(({shown: cell}) => cell), ' '];
	const widths = shown.map(cell => widthOf(cell));

	let from = under;
	let to = under + 1;
	let room = columns - widths[under]!;
	const take = (index: number, isLast: boolean) => {
		// One column is kept for the `…`, except at the first and the last cell.
		const width = widths[index] ?? Infinity;
		if (width + (isLast ? 0 : 1) > room) {
			return false;
		}

		room -= width;
		return true;
	};

	// The text before the cursor was typed last, so it gets room first.
	const reserve = to < cells.length ? 1 : 0;
	room -= reserve;
	while (from > 0 && take(from - 1, from === 1)) {
		from--;
	}

	if (from > 0) {
		room--;
	}

	room += reserve;
	while (to < cells.length && take(to, to === cells.length - 1)) {
		to++;
	}

	return {
		before: (from > 0 ? '…' : '') + shown.slice(from, under).join(''),
		under: shown[under]!,
		after: shown.slice(under + 1, to).join('') + (to < cells.length ? '…' : ''),
	};
}

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
