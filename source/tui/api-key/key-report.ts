import type {Failure} from '../../api/failure.ts';
import type {Method} from '../../api/response.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';

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

/** Why a new API key is not in use, as lines of at most `columns`. */
export function checkLines(failure: Failure, isRefused: boolean, columns: number): Message[] {
	const {summary, nextStep} = failure;
	const result = isRefused ? 'The new key was not accepted.' : 'The new key could not be checked.';
	return failureMessages({...failure, summary: `${result} ${summary}`, nextStep: isRefused ? '' : nextStep}, columns);
}

/** What the operator is to do, as lines of at most `columns`: the longest text of at most `height` lines. */
export function instructionLines(host: string, isRejected: boolean, columns: number, height: number): Message[] {
	const short = `Enter another API key for ${host}.`;
	const more = isRejected ? 'You will return to where you were.' : 'The one in use stays until the service accepts the new one.';
	return [`${short} ${more}`, short].map(text => messages('plain', text, columns)).find(lines => lines.length <= height) ?? [];
}
