import type {ScreenSettings} from '../../config/screen-settings.ts';

/** The position and size of the preview, which shows the notification under the cursor in full: beside the list or below it. */
export type PreviewPlace =
	| {readonly side: 'right'; readonly columns: number}
	| {readonly side: 'below'; readonly rows: number};

type Size = {readonly columns: number; readonly rows: number};

/** The smallest terminal that has room for the preview, by default and if it is switched on: as columns for the right side, and as rows for below. */
const least = {
	auto: {columns: 140, rows: 34},
	on: {columns: 110, rows: 20},
} as const;

/** The least width of a preview beside the list: an address with its label fits, and lines stay readable. */
const narrowest = 58;
const widest = 90;

/** The share of the terminal that the preview takes. */
const share = {columns: 0.4, rows: 0.3} as const;

/**
Decides the position of the preview.

@param setting - The setting `preview` of config.yaml.
@param terminal - The size of the terminal.
@returns Undefined if the preview is not shown.
*/
export function previewPlace(setting: ScreenSettings['preview'], terminal: Size): PreviewPlace | undefined {
	if (setting === 'off') {
		return undefined;
	}

	const {columns, rows} = least[setting ?? 'auto'];
	if (terminal.columns >= columns) {
		return {side: 'right', columns: Math.max(narrowest, Math.min(widest, Math.floor(terminal.columns * share.columns)))};
	}

	return terminal.rows >= rows ? {side: 'below', rows: Math.floor(terminal.rows * share.rows)} : undefined;
}
