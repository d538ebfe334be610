import {readOnlyReason, type Profile} from '../../config/profile.ts';
import type {KeyStdin} from '../../terminal/key-stdin.ts';
import {isWhole, recordsOf, type AccountListing} from '../../account/listing-state.ts';
import type {Settings, SavedView} from '../../account/settings.ts';
import type {ScreenSettings} from '../../config/settings.ts';
import {hasEndpoint} from '../../notification/channels.ts';
import {joined, range} from '../../platform/text.ts';
import {showsSame, type ArrangedSearch} from '../../query/sort.ts';
import type {ListRow} from '../../query/view.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {fittingHints, match} from '../keys/match.ts';
import {accountLabel, footerText, headerParts, headerText, listTitle} from '../ui/frame-lines.ts';
import {
	type ListWindow,
	type Move,
	countFitting,
	cursorSign,
	isRoomy,
	moveNames,
	moveWindow,
	rule,
	sum,
} from '../ui/layout.ts';
import {styled, type Role} from '../ui/theme.ts';
import {columnsOf, sampleOf, marginWidth, recordLine, rowCells, titleLines} from './columns.ts';
import {listingStatus} from './listing-status.ts';

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

	const {right, below} = previewPlace(settings.preview, size);
	const width = terminalWidth - right;
	const tabs = tabsOf(settings.views ?? [], new Map(), -1);
	const hasSeparators = isRoomy(rows);
	const height = rows - otherLines - (hasSeparators ? 2 : 0) - (tabs.length > 0 ? 1 : 0) - below;
	const {columns, more} = columnsOf(sampleOf(records), {names: settings.columns, room: width - marginWidth});
	const parts = headerParts(listTitle(terminalWidth), accountLabel(profile, hasCertificateWarning, terminalWidth));
	const header = headerText(parts, listingStatus(account, now), terminalWidth);
	const titles = [
		...(tabs.length > 0 ? [choicesLine(tabs, width, 'label')] : []),
		...titleLines(columns, width, more, hasSeparators),
	];
	const border = right > 0 ? ` ${styled('rule', '│')}` : '';
	const preview = range(below).map(row => (row === 0 ? styled('rule', rule(width)) : ''));
	const linesAt = ({top, selected}: ListWindow) => {
		const rowLines = range(height).map(row => {
			const index = top + row;
			const record = records[index];
			return record === undefined
				? ' '.repeat(width)
				: recordLine(record, rowCells(record, columns, width), {isSelected: index === selected});
		});
		const guards = {...rowGuards(records[selected], true), isWritable: readOnlyReason(profile) ?? true};
		return [
			header,
			...(hasSeparators ? [''] : []),
			...[...titles, ...rowLines].map(line => `${line}${border}`),
			...preview,
			'',
			footerText(fittingHints('list', guards, terminalWidth)),
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

/** The guards of the keys that act on the row under the cursor, or on the marks, none of which is parked or has a pending change. `isListed`: whether the service still lists it, as far as is known; `marks`: how many are marked; `isRangeMarked`: whether no range is being marked. */
export function rowGuards(row: ListRow | undefined, isListed: boolean, marks = 0, isRangeMarked = true) {
	const isReadable = row?.kind === 'notification';
	const isGone = isReadable && !isListed;
	return {
		hasRow: row !== undefined,
		hasRecord: row !== undefined && row.kind !== 'group',
		isReadable,
		hasEndpoint: isReadable && hasEndpoint(row),
		isListed: isReadable && isListed,
		isUnparked: true,
		isSettled: true,
		isMarkable: !isGone || !isRangeMarked,
		isTargetListed: !isGone || marks > 0,
		hasTarget: (isReadable && isListed) || marks > 0,
		isTargetReadable: isReadable || marks > 0,
		hasMarks: marks > 0,
		isRangeMarked,
	};
}

/** The columns that the preview of the notification under the cursor takes at the right of the list, or the rows below it; 0 without it. */
export type PreviewPlace = {readonly right: number; readonly below: number};

/** The least terminal columns for a preview at the right, and its own: an address fits beside its label, and lines stay readable. */
const leastColumns = 140;
const previewColumns = 60;

/** The least terminal rows for a preview in full below the list, and for a strip. */
const leastRows = {full: 34, strip: 18} as const;

/** The rows of a preview below the list, and of a strip: a rule with the name, and two lines. */
const previewRows = 10;
export const stripRows = 3;

/** Decides the position of the preview by the size of the terminal alone, so that nothing moves: beside the list, else below it, else as a strip below it. */
export function previewPlace(
	setting: ScreenSettings['preview'],
	{columns, rows}: {readonly columns: number; readonly rows: number},
): PreviewPlace {
	if (setting === 'off' || (columns < leastColumns && rows < leastRows.strip)) {
		return {right: 0, below: 0};
	}

	return columns >= leastColumns
		? {right: previewColumns, below: 0}
		: {right: 0, below: rows < leastRows.full ? stripRows : previewRows};
}

/** The notice in a terminal without room for a preview. */
export const noPreviewText = `The preview needs ${leastColumns} columns or ${leastRows.strip} rows.`;

/** The tab of a saved view above the list. */
export type Tab = {
	/** Its number and its name, and the number of notifications it finds once they are counted; a space at the end. */
	readonly text: string;
	/** Whether the list shows this view. */
	readonly isCurrent: boolean;
	/** The index of the view, from 0. */
	readonly index: number;
};

/** The number of notifications that each view finds. */
export type ViewCounts = ReadonlyMap<SavedView, number>;

/** The width of a name at most, in columns. */
const longestName = 24;

/**
The tabs of the views.

@param views - As in config.yaml.
@param counts - As far as they are known.
@param current - The index of the view that the list shows, or -1.
*/
export const tabsOf = (views: readonly SavedView[], counts: ViewCounts, current: number): Tab[] =>
	views.map((view, index) => {
		const key = index < 9 && String(index + 1);
		const count = counts.get(view);
		const name = truncate(sanitise(view.name), longestName);
		const text = joined([key, name, count !== undefined && `(${count})`], ' ');
		return {text: `${text} `, isCurrent: index === current, index};
	});

/** Texts side by side from which one is chosen, such as the tabs of the views. */
type Choice = {readonly text: string; readonly isCurrent: boolean};

/** The choices that fit side by side, the current one with `▌` among them. The last one may be cut. */
export function fittingChoices<C extends Choice>(choices: readonly C[], columns: number): C[] {
	const drawn = choices.map(each => ({...each, text: `${cursorSign(each.isCurrent)}${each.text}`}));
	const current = drawn.findIndex(({isCurrent}) => isCurrent);
	const widthTo = (from: number, end: number) => sum(drawn.slice(from, end).map(({text}) => widthOf(text)));
	let from = 0;
	while (from < current && widthTo(from, current + 1) > columns) {
		from++;
	}

	return drawn
		.map((each, index) => ({...each, text: truncate(each.text, Math.max(0, columns - widthTo(from, index)))}))
		.slice(from)
		.filter(({text}) => text !== '');
}

/** The choices that fit, with their styles, in a line of `columns`. */
export function choicesLine(choices: readonly Choice[], columns: number, role?: Role): string {
	const fitting = fittingChoices(choices, columns);
	const rest = columns - widthOf(fitting.map(({text}) => text).join(''));
	const drawn = fitting.map(({text, isCurrent}) => styled(isCurrent ? 'selected' : role, text));
	return `${drawn.join('')}${' '.repeat(Math.max(0, rest))}`;
}

/** The tab at a column, from 0, of those that fit. */
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

/** The names of the keys that move and are sent as a sequence, in the forms of ECMA-48, VT220 and application mode (as in `toKeyPress`). */
const sequences: ReadonlyMap<string, string> = new Map([
	['A', 'up'],
	['B', 'down'],
	['H', 'home'],
	['F', 'end'],
	['5~', 'pgup'],
	['6~', 'pgdn'],
	['1~', 'home'],
	['4~', 'end'],
]);

/**
Moves the cursor on the first page by the keys that move in the list, also if config.yaml gives them other keys, until the screens are loaded. Any other key ends that: it waits for the screens, with those after it.

@param stdin - The keys.
@param page - The page on the terminal.
@param draw - Draws the page with the cursor elsewhere.
@returns A function that ends it, and returns the window of the list.
*/
export function moveOnFirstPage(
	stdin: Pick<KeyStdin, 'on' | 'off' | 'peek' | 'read'>,
	page: FirstPage,
	draw: (window: ListWindow) => void,
): () => ListWindow {
	const {records, height} = page;
	let window: ListWindow = {selected: 0, top: 0};
	const end = () => {
		stdin.off('readable', receive);
		return window;
	};

	const receive = () => {
		const move = moveOf(stdin.peek());
		const moved = move === undefined ? undefined : moveWindow(window, move, records.length, height);
		// A move beyond the records that were read waits, too.
		if (moved === undefined || (!page.isWhole && moved.selected === records.length - 1)) {
			end();
			return;
		}

		stdin.read();
		if (moved.selected !== window.selected) {
			window = moved;
			draw(window);
		}
	};

	stdin.on('readable', receive);
	return end;
}

/** The move that a key makes in the list, if it makes one. `key`: as the terminal sent it. */
export function moveOf(key: string | undefined): Move | undefined {
	const name = key === undefined ? undefined : nameOfKey(key);
	const found = name === undefined ? undefined : match('list', {name, text: undefined}, {});
	return found?.kind === 'action' ? moveNames.find(move => move === found.action) : undefined;
}

/** The name of a key in the bindings; undefined for keys that are left to Ink. */
export function nameOfKey(key: string): string | undefined {
	if (/^[\u{21}-\u{7E}]$/v.test(key)) {
		return key;
	}

	// Tab, line feed and return have names of their own.
	if (/^[\u{1}-\u{7}\u{B}\u{C}\u{E}-\u{1A}]$/v.test(key)) {
		return `ctrl+${String.fromCodePoint(key.codePointAt(0)! + 0x60)}`;
	}

	return sequences.get(/^\u{1B}[O\[](?<rest>.*)$/v.exec(key)?.groups?.rest ?? '');
}
