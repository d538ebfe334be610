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

/** Which request the service refused, and what it says, as lines of at most `columns`. */
export function rejectionLines(rejection: Failure, columns: number): Message[] {
	const {method, summary} = rejection;
	return failureMessages({...rejection, summary: `${method === undefined ? '' : `${attempts[method]} `}${summary}`, nextStep: ''}, columns);
}

/** Why a new API key is not in use, as lines of at most `columns`. `refused`: how many new keys the service has refused, this one included; 0 where it could not be checked. */
export function checkLines(failure: Failure, refused: number, columns: number): Message[] {
	const {summary, nextStep} = failure;
	const isRefused = refused > 0;
	const result = isRefused ? (refused === 1 ? 'The new key was not accepted.' : `This key was not accepted either: ${refused} new keys were refused.`) : 'The new key could not be checked.';
	return failureMessages({...failure, summary: `${result} ${summary}`, nextStep: isRefused ? '' : nextStep}, columns);
}

/** What the operator is to do, as lines of at most `columns`: the longest text of at most `height` lines. */
export function instructionLines({host, isRejected, command}: {readonly host: string; readonly isRejected: boolean; /** The name of the profile's key command. */ readonly command?: string | undefined}, columns: number, height: number): Message[] {
	const short = command === undefined ? `Enter another API key for ${host}.` : `${keyOf('key', 'accept')}: run ${command} again for the API key. Or enter another one for ${host}.`;
	const more = isRejected ? 'You will return to where you were.' : 'The one in use stays until the service accepts the new one.';
	return [`${short} ${more}`, short].map(text => messages('plain', text, columns)).find(lines => lines.length <= height) ?? [];
}

/** What is said once a new key is in use. What was being done when the old one was refused is still to be finished: its notice is said again. */
export const acceptedNotice = (before: Notice | undefined, text: string): Notice => before === undefined
	? {tone: 'good', text}
	: {tone: before.tone, text: `${text} ${before.text}`, follows: before.follows};
