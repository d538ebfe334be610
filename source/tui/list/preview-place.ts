import type {ScreenSettings} from '../../config/screen-settings.ts';
import type {FieldName} from '../../domain/fields.ts';
import {labelWidth} from '../shared/label-width.ts';
import type {ListStats} from './column-stats.ts';
import {chosenColumns, wholeWidth} from './columns.ts';

/** The position and size of the preview, which shows the notification under the cursor in full: beside the list or below it. */
export type PreviewPlace =
	| {readonly side: 'right'; readonly columns: number}
	| {readonly side: 'below'; readonly rows: number};

type Size = {readonly columns: number; readonly rows: number};

/** The terminal columns that the list and the text of the preview need if nothing is cut. */
export type PreviewNeed = {readonly list: number; readonly text: number};

/** The smallest terminal that has room for the preview, by default and if it is switched on: as columns for the right side, and as rows for below. */
const least = {
	auto: {columns: 140, rows: 34},
	on: {columns: 110, rows: 20},
} as const;

/** The width of a preview beside a list that is cut: an address with its label fits, and lines stay readable. */
const narrow = 59;

/** The least width of a preview whose text is short. */
const narrowest = 40;

/** The share of the terminal's rows that a preview below the list takes, and its rows at most: one for each field, and the sentence. */
const share = 0.3;
const mostRows = 16;

/** The columns of the rule, and of the spaces around the text. */
const border = 4;

/** The fields whose values are not broken where there is room. */
const unbroken: readonly FieldName[] = ['id', 'name', 'user', 'recipient', 'address'];

/** The columns that a list and its preview need. `names`: the columns of config.yaml. */
export function previewNeed(stats: ListStats, names: readonly FieldName[] | undefined): PreviewNeed {
	return {
		list: wholeWidth(chosenColumns(names, undefined), stats),
		text: labelWidth + border + Math.max(...unbroken.map(name => stats.get(name)?.common ?? 0)),
	};
}

/**
Decides the position of the preview: beside the list if that leaves its values whole, and otherwise below it, or beside it where there are few rows. It is as wide as its text.

@param setting - The setting `preview` of config.yaml.
@param terminal - The size of the terminal.
@param need - What the list and the preview need.
@returns Undefined if the preview is not shown.
*/
export function previewPlace(setting: ScreenSettings['preview'], terminal: Size, need: PreviewNeed): PreviewPlace | undefined {
	if (setting === 'off') {
		return undefined;
	}

	const {columns, rows} = least[setting ?? 'auto'];
	const free = terminal.columns - need.list;
	const width = Math.max(narrowest, Math.min(need.text, Math.max(narrow, free)));
	const hasRight = terminal.columns >= columns;
	if (hasRight && (width <= free || terminal.rows < least.auto.rows)) {
		return {side: 'right', columns: width};
	}

	return terminal.rows >= rows ? {side: 'below', rows: Math.min(mostRows, Math.floor(terminal.rows * share))} : undefined;
}
