import {graphemes} from '../../terminal/graphemes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {truncate, widthOf} from '../../terminal/width.ts';

/** What of a text is on the screen, around the cell under the cursor. */
export type TextWindow = {
	readonly before: string;
	/** The grapheme under the cursor, at least one column wide; a space behind the text. */
	readonly under: string;
	readonly after: string;
};

/**
The part of a one-line text that fits into `columns`, with the cursor in it, `…` standing for what is cut off on either side. Characters that a terminal would obey are shown as marks; line ends as `⏎`.

@param text - The whole text.
@param cursor - As in `TextState`.
@param columns - Terminal columns, at least 3.
@param mask - Shown in place of every character, for secrets.
*/
export function textWindow(text: string, cursor: number, columns: number, mask?: string): TextWindow {
	const cells = toCells(text, cursor, columns, mask);
	const at = cells.findIndex(({start}) => start >= cursor);
	const under = at === -1 ? cells.length : at;
	const shown = [...cells.map(({shown: cell}) => cell), ' '];
	const widths = shown.map(cell => widthOf(cell));

	let from = under;
	let to = under + 1;
	let room = columns - widths[under]!;
	const take = (index: number, isLast: boolean) => {
		// One column stays free for the … unless this is the outermost cell.
		const width = widths[index] ?? Infinity;
		if (width + (isLast ? 0 : 1) > room) {
			return false;
		}

		room -= width;
		return true;
	};

	// What stands before the cursor is what one typed last: it comes first.
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
		const shown = mask ?? sanitise(grapheme === '\n' ? '⏎' : grapheme);
		// A mark without a letter gets the circle that stands for one; a … on either side must fit, too.
		return widthOf(shown) === 0 ? `◌${shown}` : truncate(shown, Math.max(1, columns - 2));
	};

	const hidden = mask === undefined ? hideSecrets(text) : text;
	if (hidden !== text) {
		// A secret in the wrong field: there is no telling where in it the cursor stands.
		return graphemes(hidden).map(grapheme => ({start: cursor - 1, shown: draw(grapheme)}));
	}

	let start = 0;
	return graphemes(text).map(grapheme => {
		const cell = {start, shown: draw(grapheme)};
		start += grapheme.length;
		return cell;
	});
}
