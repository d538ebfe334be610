import type {Failure} from '../../api/failure.ts';
import type {Method} from '../../api/response.ts';
import {keyOf} from '../keys/match.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import type {Notice} from '../shared/route.ts';

const attempts: Readonly<Record<Method, string>> = {
	GET: 'Could not list the notifications.',
	POST: 'Could not create the notification.',
	DELETE: 'Could not delete the notification.',
};

/** What a refused request changed. It may be one of many, some of which may have taken effect. */
const effects: Readonly<Partial<Record<Method, string>>> = {
	POST: 'This request created nothing.',
	DELETE: 'This request deleted nothing.',
};

/** The request that the service refused, its message, and whether the change took effect, as lines of at most `columns`. `notice`: the one that the change has left; if a listing after it was refused, it alone says what is known. */
export function rejectionLines(rejection: Failure, notice: Notice | undefined, columns: number): Message[] {
	const {method, outcome, summary} = rejection;
	const known =
		method === 'GET' && outcome !== 'not-sent' && notice !== undefined
			? messages(notice.tone, notice.text, columns)
			: [];
	if (known.length > 0 && notice!.text.includes(summary)) {
		return known;
	}

	const effect = outcome === 'not-sent' ? 'Nothing was sent.' : effects[method ?? 'GET'];
	const sentences = [method === undefined ? undefined : attempts[method], summary, effect].filter(
		text => text !== undefined,
	);
	return [...failureMessages({...rejection, summary: sentences.join(' '), nextStep: ''}, columns), ...known];
}

/** The reason why a new API key is not in use, as lines of at most `columns`. `refused`: the number of new keys that the service has refused, including this one; 0 if it could not be checked. */
export function checkLines(failure: Failure, refused: number, columns: number): Message[] {
	const {summary, nextStep} = failure;
	const isRefused = refused > 0;
	const result = isRefused
		? refused === 1
			? 'The new key was not accepted.'
			: `This key was not accepted either: ${refused} new keys were refused.`
		: 'The new key could not be checked.';
	return failureMessages({...failure, summary: `${result} ${summary}`, nextStep: isRefused ? '' : nextStep}, columns);
}

/** The instruction to the operator, as lines of at most `columns`: the longest text of at most `height` lines. */
export function instructionLines(
	{
		host,
		isRejected,
		command,
	}: {
		readonly host: string;
		readonly isRejected: boolean;
		/** The name of the profile's key command. */ readonly command?: string | undefined;
	},
	columns: number,
	height: number,
): Message[] {
	const short =
		command === undefined
			? `Enter another API key for ${host}.`
			: `${keyOf('key', 'accept')}: run ${command} again for the API key. Or enter another one for ${host}.`;
	const more = isRejected
		? 'You will return to where you were.'
		: 'The one in use stays until the service accepts the new one.';
	return (
		[`${short} ${more}`, short].map(text => messages('plain', text, columns)).find(lines => lines.length <= height) ??
		[]
	);
}

/** The notice shown once a new key is in use. It repeats the notice from before, because the task that the refusal interrupted is not finished. */
export const acceptedNotice = (before: Notice | undefined, text: string): Notice =>
	before === undefined
		? {tone: 'good', text}
		: {tone: before.tone, text: `${text} ${before.text}`, follows: before.follows};
