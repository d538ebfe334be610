import type {NotificationInput} from '../domain/notification.ts';
import {brokenText, refusingPolicy} from '../domain/policies/broken-policies.ts';
import {asRecord} from '../domain/policies/protection.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import type {ImpossibleResult} from './operation-result.ts';

/** The result if a policy refuses what would be sent; undefined if none does. `name`: of one among several. */
export function refusedByPolicy({guards}: Pick<OperationContext, 'guards'>, input: NotificationInput, name = 'it'): ImpossibleResult | undefined {
	const policy = guards && refusingPolicy(guards.findBroken(asRecord(input)));
	return policy && {kind: 'impossible', reason: sanitise(`Nothing was sent: ${name} ${brokenText(policy)} (${policy.place}).`), cause: 'policy'};
}
