import {keyOf} from '../keys/match.ts';
import {messages, type Message} from '../shared/message.ts';

/** The search for what appeared and what vanished. */
export const changesQuery = 'is:new or is:gone';

/** The text in place of the list where a search finds nothing. */
export const noMatchLines = (query: string, columns: number): Message[] =>
	messages(
		'plain',
		`${query.trim() === changesQuery ? 'Nothing has changed since the listing before.' : 'No matches.'} Press ${keyOf('everywhere', 'back')} to clear the search.`,
		columns,
	);
