import type {Failure, Method} from '../../service/failure.ts';
import {keyOf} from '../keys/match.ts';
import type {Notice} from '../shared/route.ts';
import {failureSaid, type Said} from '../ui/line.ts';

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

/** The request that the service refused, its message, and whether the change took effect. `notice`: the one that the change has left; if a listing after it was refused, it alone says what is known. */
export function rejectionSaid(rejection: Failure, notice: Notice | undefined): Said {
	const {method, outcome, summary} = rejection;
	const known = method === 'GET' && outcome !== 'not-sent' ? notice : undefined;
	if (known?.text.includes(summary) === true) {
		return known;
	}

	const effect = outcome === 'not-sent' ? 'Nothing was sent.' : effects[method ?? 'GET'];
	const sentences = [method === undefined ? undefined : attempts[method], summary, effect].filter(
		text => text !== undefined,
	);
	return [failureSaid({...rejection, summary: sentences.join(' '), nextStep: ''}), known];
}

/** A failure whose next step fits a key that was just typed. */
export const typedKeyFailure = (failure: Failure): Failure =>
	failure.kind === 'unauthorized' ? {...failure, nextStep: 'Check the key you typed.'} : failure;

/** The reason why a new API key is not in use. `refused`: the number of new keys that the service has refused, including this one; 0 if it could not be checked. */
export function checkSaid(failure: Failure, refused: number): Said {
	const {summary} = failure;
	const again = `This key was not accepted either: ${refused} new keys were refused.`;
	const results = ['The new key could not be checked.', 'The new key was not accepted.'];
	return failureSaid({
		...failure,
		summary: `${results[refused] ?? again} ${summary}`,
	});
}

/** The instruction to the operator, the longest wording first. `command`: the name of the profile's key command. */
export function instructionTexts(host: string, isRejected: boolean, command: string | undefined): string[] {
	const enter =
		command === undefined
			? `Enter another API key for ${host}.`
			: `${keyOf('key', 'accept')}: run ${command} again for the API key. Or enter another one for ${host}.`;
	const after = isRejected
		? 'You will return to where you were.'
		: 'The one in use stays until the service accepts the new one.';
	return [`${enter} ${after}`, enter];
}

/** The notice shown once a new key is in use. It repeats the notice from before, because the task that the refusal interrupted is not finished. */
export const acceptedNotice = (before: Notice | undefined, text: string): Notice =>
	before === undefined
		? {tone: 'good', text}
		: {tone: before.tone, text: `${text} ${before.text}`, follows: before.follows};
