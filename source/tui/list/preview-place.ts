import type {ScreenSettings} from '../../config/screen-settings.ts';

/** Where the notification under the cursor is shown whole: beside the list or below it, and how much room it takes. */
export type PreviewPlace =
	| {readonly side: 'right'; readonly columns: number}
	| {readonly side: 'below'; readonly rows: number};

type Size = {readonly columns: number; readonly rows: number};

/** From which size of the terminal on the preview is shown by itself, and where it was asked for. */
const least = {
	auto: {columns: 140, rows: 34},
	on: {columns: 110, rows: 20},
} as const;

/** Columns of a preview beside the list: what an address with its label needs, and lines that can still be read. */
const narrowest = 58;
const widest = 90;

/** The part of the terminal that the preview takes. */
const share = {columns: 0.4, rows: 0.3} as const;

/**
Decides where the preview is.

@param setting - `preview` of config.yaml.
@param terminal - Its size.
* * @returns Undefined where it is not shown.
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
