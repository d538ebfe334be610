import {numberText} from '../../platform/text.ts';

/** The message about IDs that occur more than once in a listing (`Listing.repeatedIds`). */
export const repeatedIdsText = (count: number): string =>
	count === 1
		? 'The service lists 1 ID more than once. Its first record is shown.'
		: `The service lists ${numberText(count)} IDs more than once. The first record of each is shown.`;
