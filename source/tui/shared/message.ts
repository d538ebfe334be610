import type {Failure} from '../../api/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, wrap} from '../../terminal/width.ts';

/** A line that says how something went. */
export type Message = {
	readonly tone: 'good' | 'bad' | 'warning' | 'plain' | 'faint';
	readonly text: string;
};

/** Enough of a service's words to understand them, when they turn out to be a page. */
const wordsLimit = 400;

/** A failure as lines of at most `columns`: what happened, the service's own words (unless they are shown elsewhere), what to do next. */
export function failureMessages({summary, nextStep, serverMessage, requestId}: Failure, columns: number, hasWords = true): Message[] {
	const request = requestId === undefined ? '' : ` (request ${sanitise(requestId)})`;
	const said = serverMessage === undefined || !hasWords ? '' : truncate(sanitise(serverMessage), wordsLimit);

	return [
		...messages('bad', `✗ ${summary}${request}`, columns),
		...said === '' ? [] : messages('plain', `The service says: ${said}`, columns),
		...messages('faint', nextStep, columns),
	];
}

/** As many of the lines as fit, the last of them saying how many are left out. */
export function capped(lines: readonly Message[], height: number): Message[] {
	return lines.length <= height
		? [...lines]
		: [...lines.slice(0, height - 1), {tone: 'faint', text: ` … and ${lines.length - height + 1} more lines`}];
}

/** A text as lines of at most `columns`, a space before each. */
export function messages(tone: Message['tone'], text: string, columns: number): Message[] {
	return wrap(text, columns - 2).map((line): Message => ({tone, text: ` ${line}`}));
}
