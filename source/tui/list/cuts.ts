import {findChannel} from '../../domain/channels.ts';
import type {ColumnSpec} from '../../domain/fields.ts';
import {takeColumns, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';
import {distinctWidth, isShortened, noDistinctParts, type Cut, type DistinctParts} from './distinct-cuts.ts';

/** A function that shortens a sanitised value to at most `columns`. */
type Cutter = (text: string, columns: number, parts?: DistinctParts) => string;

/** The functions that shorten the values of a column, and keep what tells them apart. A value that fits is not changed. */
export const cutters: Readonly<Record<ColumnSpec['cut'], Cutter>> = {
	text: cutText,
	middle: cutMiddle,
	recipient: (text, columns, parts) => cutMailbox(text, columns, parts) ?? cutText(text, columns, parts, longestLead),
	channel: (text, columns) => widthOf(text) <= columns ? text : truncate(findChannel(text)?.code ?? text, columns),
};

/** Keeps both ends, or what differs where they would look alike. */
function cutMiddle(text: string, columns: number, parts = noDistinctParts): string {
	const isTold = parts.cuts.some(([start, end]) => start + end < columns);
	return isTold ? cutBetween(text, columns, parts.cuts, true) : cutText(text, columns, parts);
}

/** The characters of a prefix that are kept where the rest is cut as well, the beginning of a host: fewer say nothing. */
const leastLead = 3;
const longestLead = 8;

/** The width of the part before the `@` at least: less says nothing. */
const leastMailbox = 6;

/** The value in a group of values that are compared with each other: the recipients of one host, or all e-mail addresses. */
export function kindOf(cut: ColumnSpec['cut'], text: string): string {
	if (cut !== 'recipient') {
		return '';
	}

	const slash = text.indexOf('/');
	return slash > 0 ? text.slice(0, slash) : (text.includes('@') ? '@' : '');
}

/** The width of the domain of a mailbox that is cut, at least. */
const shortDomain = 5;

/** Shortens a mailbox where no cut as a whole would tell it from others: what differs is before the `@`, more often than at its start or at the end of its domain. Undefined for any other text. */
function cutMailbox(text: string, columns: number, parts: DistinctParts | undefined): string | undefined {
	const at = text.lastIndexOf('@');
	if (at < 1 || text.includes('/') || widthOf(text) <= columns || parts === undefined || distinctWidth(parts) <= columns) {
		return undefined;
	}

	const domain = text.slice(at + 1);
	const room = columns - Math.min(widthOf(domain), shortDomain) - 1;
	const mailbox = truncateMiddle(text.slice(0, at), room);
	return room < leastMailbox ? undefined : `${mailbox}@${truncate(domain, columns - widthOf(mailbox) - 1)}`;
}

/** Shortens the shared prefix first, then the parts that do not tell the values apart. */
function cutText(text: string, columns: number, {prefix, cuts} = noDistinctParts, lead = 0): string {
	const excess = widthOf(text) - columns;
	if (excess <= 0) {
		return text;
	}

	if (!isShortened(prefix) || !text.startsWith(prefix) || text === prefix) {
		return cutBetween(text, columns, cuts);
	}

	// Each character of the prefix is one column wide: see column-stats.ts.
	const {length} = prefix;
	if (excess < length) {
		return `${prefix.slice(0, length - excess - 1)}…${text.slice(length)}`;
	}

	const rest = cuts.map(([start, end]): Cut => [Math.max(0, start - length), end]);
	const needed = Math.min(...rest.map(([start, end]) => start + end + 2));
	const spare = Math.min(lead, columns - needed);
	const kept = spare < leastLead ? 0 : spare;
	return `${prefix.slice(0, kept)}…${cutBetween(text.slice(length), columns - kept - 1, rest)}`;
}

/** Keeps as much of the end as tells the values apart besides the start, or, if balanced, both ends alike where that is enough. */
function cutBetween(text: string, columns: number, cuts: readonly Cut[], isBalanced = false): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	const room = columns - 1;
	// The part that all addresses begin with says nothing.
	const half = Math.floor((text.startsWith('0x') ? room - 2 : room) / 2);
	const fitting = cuts.filter(([start, end]) => start + end <= room);
	const [shortest] = cuts.toReversed().toSorted((a, b) => a[0] + a[1] - b[0] - b[1]);
	const tried = isBalanced
		? fitting.map(([start, least]) => Math.max(least, Math.min(half, room - start))).toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))
		: fitting.map(([, least]) => least);
	const end = tried[0] ?? Math.min(shortest?.[1] ?? 0, half);
	return end < 1 ? truncate(text, columns) : `${takeColumns(text, room - end)}${truncateStart(text, end + 1)}`;
}
