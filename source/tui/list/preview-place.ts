import type {ScreenSettings} from '../../config/settings.ts';
import {fields, type FieldName} from '../../notification/spec.ts';
import {labelWidth} from '../ui/line.ts';
import {wholeWidth, type Sample} from './columns.ts';
import {marginWidth} from './row-text.ts';

/** The position and size of the preview of the notification under the cursor: in full beside the list or below it, or a strip of a few lines below it. */
export type PreviewPlace =
	| {readonly side: 'right'; readonly columns: number}
	| {readonly side: 'below'; readonly rows: number; readonly isStrip: boolean};

type Size = {readonly columns: number; readonly rows: number};

/** The terminal columns that the list and the text of the preview need if nothing is cut. */
type PreviewNeed = {readonly list: number; readonly text: number};

/** The least terminal columns for a preview at the right, by default and if it is switched on. */
const leastColumns = {auto: 140, on: 110} as const;

/** The least terminal rows for a preview in full below the list, and for a strip. */
const leastRows = {full: 34, strip: 18} as const;

/** The rows of a strip: a rule with the name, and two lines. */
const stripRows = 3;

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
const unbroken = fields.filter(({key, group}) => key !== 'filters' && group?.lines !== 1);

/** The columns that a list and its preview need. `names`: the columns of config.yaml. */
export function previewNeed(sample: Sample, names: readonly FieldName[] | undefined): PreviewNeed {
	return {
		list: marginWidth + wholeWidth(sample, names),
		text: labelWidth + border + Math.max(...unbroken.map(({name}) => sample.get(name as FieldName)?.common ?? 0)),
	};
}

/**
Decides the position of the preview: beside the list if that leaves its values whole, and otherwise below it; in a low terminal beside it even if values are cut, or as a strip below it. Beside the list it is as wide as its text.

@param setting - The setting `preview` of config.yaml.
@param terminal - The size of the terminal.
@param need - What the list and the preview need.
@returns Undefined if the preview is not shown.
*/
export function previewPlace(
	setting: ScreenSettings['preview'],
	terminal: Size,
	need: PreviewNeed,
): PreviewPlace | undefined {
	if (setting === 'off') {
		return undefined;
	}

	const free = terminal.columns - need.list;
	const width = Math.max(narrowest, Math.min(need.text, Math.max(narrow, free)));
	const isHigh = terminal.rows >= leastRows.full;
	if (terminal.columns >= leastColumns[setting ?? 'auto'] && (width <= free || !isHigh)) {
		return {side: 'right', columns: width};
	}

	if (isHigh) {
		return {side: 'below', rows: Math.min(mostRows, Math.floor(terminal.rows * share)), isStrip: false};
	}

	return terminal.rows >= leastRows.strip ? {side: 'below', rows: stripRows, isStrip: true} : undefined;
}

/** The notice in a terminal without room for a preview. */
export const noPreviewText = `The preview needs ${leastColumns.on} columns or ${leastRows.strip} rows.`;
