import type {NotificationInput} from '../notification/notification.ts';
import {brokenText, refusingPolicy} from '../query/rules.ts';
import {asListed, contentFields, textsOf} from '../notification/spec.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {holdsSecret} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';
import type {ImpossibleResult} from './operation-result.ts';

/** The result if what would be sent must not be: a documented text holds the API key, which is never stored, or a policy refuses it. `name`: of one among several. */
export function refusedByPolicy(
	{guards}: Pick<OperationContext, 'guards'>,
	input: NotificationInput,
	name = 'it',
): ImpossibleResult | undefined {
	if (contentFields.some(row => textsOf(input, row).some(text => holdsSecret(text)))) {
		return {
			kind: 'impossible',
			reason: sanitise(`Nothing was sent: ${name} contains the API key, or [API key] in its place. Take it out.`),
		};
	}

	const policy = guards && refusingPolicy(guards.findBroken(asListed(input)));
	return (
		policy && {
			kind: 'impossible',
			reason: sanitise(`Nothing was sent: ${name} ${brokenText(policy)} (${policy.place}).`),
			cause: 'policy',
		}
	);
}
