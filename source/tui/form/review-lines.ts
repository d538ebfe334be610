import {toCurl} from '../../api/to-curl.ts';
import {toCreateBody} from '../../api/create-body.ts';
import type {DraftIssue} from '../../domain/draft/check.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {sanitiseLines} from '../../terminal/sanitise.ts';
import {messages, type Message} from '../shared/message.ts';
import {labelOf} from './form-labels.ts';

export type Review = {
	readonly input: NotificationInput;
	readonly warnings: readonly DraftIssue[];
	/** What sending will do, and where. */
	readonly intro: string;
	/** Ends with a slash. */
	readonly baseUrl: string;
};

/** Everything to look at before sending, as lines of at most `columns`. */
export function reviewLines({input, warnings, intro, baseUrl}: Review, columns: number): Message[] {
	const body = toCreateBody(input);
	const block = (text: string): Message[] => messages('plain', sanitiseLines(text), columns);

	return [
		...messages('plain', intro, columns),
		...warnings.flatMap(({field, message}) => messages('warning', `! ${labelOf(field)} ${message}`, columns)),
		...block(JSON.stringify(body, undefined, 2)),
		{tone: 'plain', text: ''},
		...messages('faint', 'The same from a shell:', columns),
		...block(toCurl(baseUrl, body)),
	];
}
