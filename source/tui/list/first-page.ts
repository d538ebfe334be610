import {readOnlyReason, type Profile} from '../../config/profile.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {isWhole, recordsOf, type AccountListing} from '../../account/listing-state.ts';
import type {Settings, SavedView} from '../../account/settings.ts';
import {firstFitting, truncate, widthOf} from '../../terminal/width.ts';
import type {ListWindow} from '../ui/list-window.ts';
import {fittingHints} from '../keys/match.ts';
import {accountLabel, headerParts, listTitle, statusRoom, type LabelPart} from '../ui/account-label.ts';
import {isRoomy, rule, cursorSign, countFitting, fittingAround} from '../ui/fit.ts';
import {chalkOf, channelStyle, theme} from '../ui/theme.ts';
import {columnsOf, sampleOf, marginWidth, rowLine, rowText, titleLine, type LinePart} from './columns.ts';
import {listingStatus} from './listing-status.ts';
import type {ScreenSettings} from '../../config/settings.ts';
import {showsSame, type ArrangedSearch} from '../../query/sort.ts';
import {sanitise} from '../../terminal/sanitise.ts';

export type FirstPage = NonNullable<ReturnType<typeof firstPage>>;

export type FirstPageOptions = {
	readonly profile: Profile;
	readonly account: AccountListing;
	/** Whether NODE_TLS_REJECT_UNAUTHORIZED=0 is set. */
	readonly hasCertificateWarning: boolean;
	readonly settings: Settings;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
	/** The size of the terminal. */
	readonly size: {readonly columns: number; readonly rows: number};
};

/** The number of lines besides the rows: header, titles, notice, footer, and the last one, which stays empty. A larger terminal has a blank line and a rule as well. */
const otherLines = 5;

/** The smallest terminal that gets this frame. */
const smallest = {columns: 40, rows: 10};

/**
Draws the first frames of the list screen for an account with a cached listing, without React and Ink, which take several times as long to load. test/pty/first-page.test.ts compares them with theirs.

@returns Undefined if there is nothing to show yet.
*/
export function firstPage({profile, account, hasCertificateWarning, settings, now, size}: FirstPageOptions) {
	const {columns: terminalWidth, rows} = size;
	const records = account.listing.state === 'remembered' ? recordsOf(account.listing) : [];
	if (records.length === 0 || rows < smallest.rows || terminalWidth < smallest.columns) {
		return undefined;
	}

	const sample = sampleOf(records);
	const place = previewPlace(settings.preview, size);
	const width = terminalWidth - (place?.side === 'right' ? place.columns : 0);
	const tabs = tabsOf(settings.views ?? [], [], -1);
	const hasSeparators = isRoomy(rows);
	const height =
		rows -
		otherLines -
		(hasSeparators ? 2 : 0) -
		(tabs.length > 0 ? 1 : 0) -
		(place?.side === 'below' ? place.rows : 0);
	const {columns, more} = columnsOf(sample, {names: settings.columns, room: width - marginWidth});
	const rowAt = (index: number, isSelected: boolean): string => {
		const record = records[index];
		if (record === undefined) {
			return ' '.repeat(width);
		}

		const {text, channel} = rowText(record, columns);
		const line = rowLine(text, {isSelected}, width);
		const coloured =
			record.kind === 'unreadable' && !isSelected ? styled('warning', line) : withChannel(line, record, channel);
		return isSelected ? styled('selected', coloured) : coloured;
	};

	const hintsAt = ({selected}: ListWindow) => {
		const isReadable = records[selected]!.kind === 'notification';
		const guards = {
			hasRow: true,
			isReadable,
			isListed: isReadable,
			hasTarget: isReadable,
			isTargetReadable: isReadable,
			isWritable: readOnlyReason(profile) ?? true,
		};
		return fittingHints('list', guards, terminalWidth)
			.map(({key, hint, role}) => ` ${styled(role, key)} ${styled('label', hint)} `)
			.join('');
	};

	const parts = headerParts(listTitle(terminalWidth), accountLabel(profile, hasCertificateWarning, terminalWidth));
	const status = firstFitting([...listingStatus(account, now), ''], statusRoom(parts, terminalWidth));

	const border = place?.side === 'right' ? ` ${styled('rule', '│')}` : '';
	const header = headerLine(parts, status, terminalWidth);
	const titles = [
		...(tabs.length > 0 ? [tabsText(tabs, width)] : []),
		styled('label', titleLine(columns, width, more)),
		...(hasSeparators ? [styled('rule', rule(width))] : []),
	];
	const linesAt = (window: ListWindow) => {
		const rowLines = Array.from({length: height}, (_, row) =>
			rowAt(window.top + row, window.top + row === window.selected),
		);
		return [
			header,
			...(hasSeparators ? [''] : []),
			...[...titles, ...rowLines].map(line => `${line}${border}`),
			...(place?.side === 'below'
				? [styled('rule', rule(width)), ...Array.from({length: place.rows - 1}, () => '')]
				: []),
			'',
			hintsAt(window),
		];
	};

	return {
		/** The records read so far. */
		records,
		/** Whether these are all records of the cached listing. */
		isWhole: isWhole(account.listing),
		/** Rows of records that fit on the screen. */
		height,
		/** Returns the lines from the top of the terminal, none wider than it and always the same number. */
		linesAt,
	};
}

function tabsText(tabs: readonly Tab[], width: number): string {
	const fitting = fittingTabs(tabs, width);
	const room = width - widthOf(fitting.map(({text}) => text).join(''));
	return fitting.map(({text}) => styled('label', text)).join('') + ' '.repeat(room);
}

function headerLine(parts: readonly LabelPart[], status: string, width: number): string {
	const leftWidth = widthOf(parts.map(({text}) => text).join(''));
	const right = truncate(`${status} `, Math.max(0, width - leftWidth - 2));
	const room = ' '.repeat(Math.max(0, width - leftWidth - widthOf(right)));
	const left = parts.map(({role, text}) => (role === undefined ? text : styled(role, text))).join('');
	return `${left}${room}${styled('label', right)}`;
}

/** A text in the style of a role, drawn as Ink does. */
const styled = (role: keyof typeof theme, text: string): string => chalkOf(theme[role])?.(text) ?? text;

function withChannel(line: string, record: ListedRecord, part: LinePart | undefined): string {
	const style = record.kind === 'notification' ? chalkOf(channelStyle(record.channel)) : undefined;
	return style === undefined || part === undefined
		? line
		: line.slice(0, part.start) + style(line.slice(part.start, part.end)) + line.slice(part.end);
}

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

/** The tab of a saved view above the list. */
export type Tab = {
	/** Its number and its name, and the number of notifications it finds once they are counted. */
	readonly text: string;
	/** Whether the list shows this view. */
	readonly isCurrent: boolean;
	/** The index of the view, from 0. */
	readonly index: number;
};

/** The width of a name at most, in columns. */
const longestName = 24;

/**
The tabs of the views.

@param views - As in config.yaml.
@param counts - The number of notifications that each view finds; undefined if it is not known.
@param current - The index of the view that the list shows, or -1.
*/
export function tabsOf(views: readonly SavedView[], counts: ReadonlyArray<number | undefined>, current: number): Tab[] {
	return views.map(({name}, index) => ({
		text: [
			index < 9 ? `${index + 1}` : '',
			truncate(sanitise(name), longestName),
			counts[index] === undefined ? '' : `(${counts[index]})`,
		]
			.filter(part => part !== '')
			.join(' '),
		isCurrent: index === current,
		index,
	}));
}

/** The tabs that fit side by side, including the current one, with `▌` before it and a space on both sides of each. */
export function fittingTabs(tabs: readonly Tab[], columns: number): Tab[] {
	const drawn = tabs.map(tab => ({...tab, text: `${cursorSign(tab.isCurrent)}${tab.text} `}));
	const current = drawn.findIndex(({isCurrent}) => isCurrent);
	return drawn.slice(
		...fittingAround(
			drawn.map(({text}) => text),
			current,
			columns,
		),
	);
}

/** The tab at a column, from 0, of those returned by `fittingTabs`. */
export const tabAt = (tabs: readonly Tab[], column: number): Tab | undefined =>
	tabs[
		countFitting(
			tabs.map(({text}) => text),
			column,
		)
	];

/** The index of the view with this search and arrangement; -1 if there is none. */
export function currentView(views: readonly SavedView[], {query, ...arrangement}: ArrangedSearch): number {
	return views.findIndex(view => view.query === query && showsSame(view, arrangement));
}
