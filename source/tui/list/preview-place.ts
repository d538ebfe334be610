import type {ScreenSettings} from '../../config/settings.ts';

/** The position and size of the preview of the notification under the cursor: in full beside the list or below it, or a strip of a few lines below it. */
export type PreviewPlace =
	| {readonly side: 'right'; readonly columns: number}
	| {readonly side: 'below'; readonly rows: number; readonly isStrip: boolean};

/** The least terminal columns for a preview at the right. */
const leastColumns = 140;

/** The least terminal rows for a preview in full below the list, and for a strip. */
const leastRows = {full: 34, strip: 18} as const;

/** The rows of a strip: a rule with the name, and two lines. */
const stripRows = 3;

/** The share of the terminal that a preview takes, and its columns and rows at least and at most: an address fits beside its label, and lines stay readable. */
const share = {columns: 0.38, rows: 0.25} as const;
const columnLimits = [59, 72] as const;
const mostRows = 12;

/** Decides the position of the preview by the size of the terminal alone, so that nothing moves: beside the list, else below it, else as a strip below it. Undefined if it is not shown. */
export function previewPlace(
	setting: ScreenSettings['preview'],
	{columns, rows}: {readonly columns: number; readonly rows: number},
): PreviewPlace | undefined {
	if (setting === 'off' || (columns < leastColumns && rows < leastRows.strip)) {
		return undefined;
	}

	if (columns >= leastColumns) {
		const [least, most] = columnLimits;
		return {side: 'right', columns: Math.max(least, Math.min(most, Math.floor(columns * share.columns)))};
	}

	const isStrip = rows < leastRows.full;
	return {side: 'below', rows: isStrip ? stripRows : Math.min(mostRows, Math.floor(rows * share.rows)), isStrip};
}

/** The notice in a terminal without room for a preview. */
export const noPreviewText = `The preview needs ${leastColumns} columns or ${leastRows.strip} rows.`;
