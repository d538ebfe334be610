import {secureScheme} from '../../domain/fields.ts';
import {takeColumns, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';

/** The columns of the end of a URL that are kept behind its host at least: fewer do not tell webhooks of one host apart. */
const leastEnd = 5;

/** The scheme and the host of a URL. */
const origin = /^https?:\/\/[^\/?#]+/v;

/** Shortens a sanitised recipient to at most `columns`. A URL loses its scheme first, then what is between its host and its end. Any other recipient loses its middle. */
export function cutRecipient(text: string, columns: number): string {
	if (widthOf(text) <= columns) {
		return text;
	}

	const host = shownHost(text);
	const shown = host === undefined ? text : withoutScheme(text);
	// Without a host, or room for it, both ends say the most.
	const start = host === undefined ? 0 : Math.max(widthOf(host), Math.ceil((columns - 1) / 2));
	return widthOf(shown) <= columns || start === 0 || columns - 1 - start < leastEnd
		? truncateMiddle(shown, columns)
		: `${takeColumns(shown, start)}${truncateStart(shown, columns - start)}`;
}

/** The width from which the host of a recipient that is cut is whole; 0 if it has none. */
export function hostWidth(text: string): number {
	const host = shownHost(text);
	return host === undefined ? 0 : Math.min(widthOf(withoutScheme(text)), widthOf(host) + 1 + leastEnd);
}

function shownHost(text: string): string | undefined {
	const found = origin.exec(text)?.[0];
	return found === undefined ? undefined : withoutScheme(found);
}

const withoutScheme = (text: string): string => text.startsWith(secureScheme) ? text.slice(secureScheme.length) : text;
