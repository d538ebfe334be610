import {readOnlyReason, type Profile} from '../../config/profile.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {isWhole, recordsOf, type AccountListing} from '../../account/listing-state.ts';
import type {Settings} from '../../account/settings.ts';
import {firstFitting, truncate, widthOf} from '../../terminal/width.ts';
import type {ListWindow} from '../shared/list-window.ts';
import {fittingHints} from '../keys/hints.ts';
import {accountLabel, headerParts, listTitle, statusRoom, type LabelPart} from '../shared/account-label.ts';
import {isRoomy} from '../shared/roominess.ts';
import {rule} from '../shared/rule.ts';
import {chalkOf, channelStyle, theme} from '../theme.ts';
import {columnsOf, sampleOf} from './columns.ts';
import {listingStatus} from './listing-status.ts';
import {previewPlace} from './preview-place.ts';
import {marginWidth, rowLine, rowText, titleLine, type LinePart} from './row-text.ts';
import {fittingTabs, tabsOf, type Tab} from './tabs.ts';

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
