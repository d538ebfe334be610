import {findChannel} from '../../domain/channels.ts';
import type {ColumnSpec} from '../../domain/fields.ts';
import {takeColumns, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';

/** The parts in which the values of a column differ, in characters. */
export type DistinctParts = {
	/** The length of the prefix that all values share. */
	readonly prefix: number;
	/** The number of characters at the start that tell any two values apart, including the prefix. */
	readonly head: number;
	/** The number of characters at the end that tell any two values apart. */
	readonly tail: number;
};

/** The default for values that were not compared. */
export const noDistinctParts: DistinctParts = {prefix: 0, head: 0, tail: 0};

/** A function that shortens a sanitised value to at most `columns`. */
type Cut = (text: string, columns: number, distinctParts: DistinctParts) => string;

/** The functions that shorten the values of a column. A value that fits is not changed. */
export const cutters: Readonly<Record<ColumnSpec['cut'], Cut>> = {
	end: truncate,
	text: cutText,
	middle: truncateMiddle,
	recipient: cutRecipient,
	channel: (text, columns) => widthOf(text) <= columns ? text : truncate(findChannel(text)?.code ?? text, columns),
};

/** The length from which a common prefix is shortened. */
const leastPrefix = 3;

/** Shortens the common prefix first, then the parts that do not tell the values apart. */
function cutText(text: string, columns: number, distinctParts: DistinctParts): string {
	const {prefix, head, tail} = distinctParts;
	const excess = widthOf(text) - columns;
	if (excess <= 0) {
		return text;
	}

	if (prefix < leastPrefix || text.length <= prefix) {
		return cutBetween(text, columns, head, tail);
	}

	// Each character of the prefix is one column wide: see column-stats.ts.
	return excess < prefix
		? `${text.slice(0, prefix - excess - 1)}…${text.slice(prefix)}`
		: `…${cutBetween(text.slice(prefix), columns - 1, head - prefix, tail)}`;
}

/** Keeps only the start if it tells the values apart. Otherwise keeps as much of the end as tells them apart. */
function cutBetween(text: string, columns: number, head: number, tail: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	const room = columns - 1;
	const end = head <= room ? 0 : Math.min(tail, Math.floor(room / 2));
	return end < 1 ? truncate(text, columns) : `${takeColumns(text, room - end)}${truncateStart(text, end + 1)}`;
}

const webAddress = /^https?:\/\/(?<host>[^#\/?]+)(?<path>(?:[#\/?].*)?)$/v;

/** Keeps the domain and the last part of the path of a web address, or the name in an email address. */
function cutRecipient(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	const address = webAddress.exec(text)?.groups;
	if (address !== undefined) {
		return cutWebAddress(address.host!, address.path!, columns);
	}

	const at = text.lastIndexOf('@');
	return at > 0 ? cutEmail(text.slice(0, at), text.slice(at + 1), columns) : truncateMiddle(text, columns);
}

function cutWebAddress(host: string, path: string, columns: number): string {
	const whole = `…${host}${path}`;
	if (widthOf(whole) <= columns) {
		return whole;
	}

	const last = path.slice(Math.max(0, path.replace(/\/$/v, '').lastIndexOf('/')));
	const between = last === path ? '' : '/…';
	if (widthOf(host) + between.length + widthOf(last) <= columns) {
		return `${host}${between}${last}`;
	}

	const lastRoom = Math.min(widthOf(last), Math.max(Math.ceil(columns * 0.6), columns - widthOf(host) - between.length));
	const isLastCut = lastRoom < widthOf(last);
	return `${isLastCut ? takeColumns(host, columns - lastRoom) : truncate(host, columns - lastRoom)}${truncateStart(last, lastRoom)}`;
}

/** The number of columns of the name that are kept before the domain is cut. */
const namePart = 5;

function cutEmail(name: string, domain: string, columns: number): string {
	const room = columns - 1;
	const nameRoom = Math.min(widthOf(name), Math.max(Math.min(namePart, Math.ceil(room / 2)), room - widthOf(domain)));
	return `${truncateMiddle(name, nameRoom)}@${truncateStart(domain, room - nameRoom)}`;
}
