import type {Character} from './fates.ts';
import {toListed} from './stored-body.ts';
import type {Lifetime} from './timeline.ts';

/** Which notifications a page shows, and the query of the page after it. */
type Cut = {readonly shown: readonly Lifetime[]; readonly next: Record<string, number> | undefined};

/** The body of the page that a query asks for; the query of the first page is empty. */
export function pageOf({pages, pageSize}: Character, query: URLSearchParams, existing: readonly Lifetime[]): unknown {
	if (pages === 'whole') {
		return existing.map(({id, body}) => toListed(id, body));
	}

	const {shown, next} =
		pages === 'cursor'
			? cutAtCursor(existing, Number(query.get('cursor') ?? '0'), pageSize)
			: cutAtIndex(existing, pages, query, pageSize);
	return {
		count: existing.length,
		next:
			next === undefined
				? null
				: `?${Object.entries(next)
						.map(([name, value]) => `${name}=${value}`)
						.join('&')}`,
		results: shown.map(({id, body}) => toListed(id, body)),
	};
}

function cutAtIndex(
	existing: readonly Lifetime[],
	form: 'page' | 'limit' | 'offset',
	query: URLSearchParams,
	size: number,
): Cut {
	const page = Number(query.get('page') ?? '1');
	const start = form === 'page' ? (page - 1) * size : Number(query.get('offset') ?? '0');
	const end = start + size;
	const next = {page: {page: page + 1}, limit: {limit: size, offset: end}, offset: {offset: end}}[form];
	return {shown: existing.slice(start, end), next: end < existing.length ? next : undefined};
}

/** A cursor names how many notifications had begun up to the last one that was shown, so it never shifts. */
function cutAtCursor(existing: readonly Lifetime[], cursor: number, size: number): Cut {
	const rest = existing.filter(({ordinal}) => ordinal > cursor);
	const shown = rest.slice(0, size);
	return {shown, next: rest.length > size ? {cursor: shown.at(-1)!.ordinal} : undefined};
}
