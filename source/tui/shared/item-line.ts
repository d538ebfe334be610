import {itemText} from '../../domain/operation-texts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';

/** The columns that the name and the user of an item keep beside a long reason. */
const leastAbout = 12;

/** An item of a bulk operation, safe to show. If it is wider than `columns`, its name is cut before its reason. */
export function itemLine(item: Parameters<typeof itemText>[0], columns: number): string {
	const lineOf = (shorten: (about: string) => string) => sanitiseCell(itemText(item, about => shorten(sanitiseCell(about))));
	const excess = widthOf(lineOf(about => about)) - columns;
	return lineOf(about => truncate(about, Math.max(leastAbout, widthOf(about) - Math.max(0, excess))));
}
