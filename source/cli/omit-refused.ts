import {refusedMembers} from '../api/refused-members.ts';
import {toSentBody} from '../api/sent-body.ts';
import type {NotificationInput} from '../domain/notification.ts';
import {withoutMembers, withoutText} from '../domain/without-members.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {OperationResult, RefusedResult} from '../operations/operation-result.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Sending} from './open-listed.ts';

/** The option of commands that create notifications from listed records. */
export type OmitOptions = {readonly omitRefused: boolean};

/** The hint if the service refused members. */
const omitHint = (paths: readonly string[]): string => `Pass --omit-refused to send it ${withoutText(paths)}.`;

/** The message after sending without refused members. */
export const omittedText = (paths: readonly string[]): string =>
	sanitise(`The service refused ${paths.join(', ')}: sent again ${withoutText(paths)}.`);

/**
Sends a notification. If the service refuses undocumented members and --omit-refused is given, sends it again without them. If the option is not given, the failure of the result names it.

@param input - The input to send.
@param listed - The record that the input is made from, as listed.
@param send - A function that sends an input.
@param sending - The options and the context of the command.
*/
export async function sendOmitting<T extends CreateOutcome | OperationResult | RefusedResult>(
	input: NotificationInput,
	listed: unknown,
	send: (input: NotificationInput) => Promise<T>,
	{options: {omitRefused}, interrupt, context}: Pick<Sending<OmitOptions>, 'options' | 'interrupt' | 'context'>,
): Promise<T> {
	let sent = input;
	for (;;) {
		const result = await send(sent);
		const failure = result.kind === 'failed' ? result.failure : undefined;
		const refused = failure === undefined ? [] : refusedMembers(failure, toSentBody(sent, listed));
		if (refused.length === 0 || interrupt.signal.aborted) {
			return result;
		}

		if (!omitRefused) {
			return {...result, failure: {...failure!, nextStep: sanitise(omitHint(refused))}};
		}

		context.printError(omittedText(refused));
		sent = withoutMembers(sent, refused);
	}
}
