import {keyOf} from '../keys/match.ts';

/** The search for what appeared and what vanished. */
export const changesQuery = 'is:new or is:gone';

/** The text in place of the list where a search finds nothing. */
export const noMatchText = (query: string): string =>
	`${query.trim() === changesQuery ? 'Nothing has changed since the listing before.' : 'No matches.'} Press ${keyOf('everywhere', 'back')} to clear the search.`;
