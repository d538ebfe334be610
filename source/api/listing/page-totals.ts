import {numberText} from '../../platform/text.ts';

/** The reported total and the actual number of elements of a page. */
export type PageTotal = {
	/** The number of notifications reported by the page; undefined if it does not say. */
	readonly total: number | undefined;
	/** The number of elements on the page. */
	readonly elements: number;
};

/** The reason why the totals of a listing's pages do not agree with each other or with the records read, as a sentence; undefined if they do. */
export function totalsProblem(pages: readonly PageTotal[]): string | undefined {
	// Some services report the number of elements on each page.
	if (pages.every(({total, elements}) => total === undefined || total === elements)) {
		return undefined;
	}

	const totals = pages.map(({total}) => total).filter(total => total !== undefined);
	const first = totals[0]!;
	const other = totals.find(total => total !== first);
	if (other !== undefined) {
		return `The number of notifications changed from ${numberText(first)} to ${numberText(other)} while the pages were read.`;
	}

	let sum = 0;
	for (const {elements} of pages) {
		sum += elements;
	}

	const reported = `${numberText(first)} ${first === 1 ? 'notification' : 'notifications'}`;
	return sum === first
		? undefined
		: `The service reports ${reported}, but its ${pages.length === 1 ? 'listing has' : 'pages have'} ${numberText(sum)}.`;
}
