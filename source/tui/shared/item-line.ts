import {say} from '../../changes/say.ts';
import {itemText} from '../../notification/operation-texts.ts';
import {numberOf, type Item} from '../../ledger/item.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {joinedFields} from '../ui/fit.ts';
import {cutTo, faint, gap, linesOf, type Line} from '../ui/line.ts';

/** The least columns to which a name and its user are cut so that the reason beside them is whole. */
const leastAbout = 12;

/** The share of the line that they take at most beside a reason that is cut in any case. */
const aboutShare = 1 / 3;

/** An item of a change, with its number if there are others, safe to show. If it is wider than `columns`, its name and its user are cut, so that the reason is whole where that is possible. */
export function itemLine(item: Item, columns: number): string {
	const told = {...item, detail: say(item)};
	const number = item.of === 1 ? '' : `#${numberOf(item)}`.padEnd(`#${item.set}.${item.of}`.length + 2);
	const lineOf = (join: (fields: readonly string[]) => string) => number + sanitiseCell(itemText(told, join));
	const excess = Math.max(0, widthOf(lineOf(fields => joinedFields(fields, Infinity))) - columns);
	return lineOf(fields => {
		const width = widthOf(joinedFields(fields, Infinity));
		const room = width - excess;
		return joinedFields(fields, room >= leastAbout || excess === 0 ? room : Math.floor(columns * aboutShare));
	});
}

/** The item under the cursor in full, as at most `rows` lines for below the items; none if its line is whole. */
export function wholeItem(item: Item | undefined, columns: number, rows: number): Line[] {
	const text = item === undefined ? '' : itemLine(item, Infinity);
	const lines = widthOf(text) <= columns ? [] : linesOf(faint(text), columns);
	// Without a line between them it would look like one more item.
	return lines.length === 0 || rows <= lines.length ? cutTo(lines, rows) : [gap, ...lines];
}
