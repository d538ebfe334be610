import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {brokenText, createPolicyCheck, refusingPolicy} from '../../domain/policies/broken-policies.ts';
import {asListed} from '../../domain/spec.ts';
import {createProtection, protectedText} from '../../domain/policies/protection.ts';
import type {FileChange} from '../../files/changes.ts';
import {lineText} from '../../files/notification-file.ts';
import {policyError, protectedError} from '../targets.ts';

/** Refuses the changes of a kept plan that the rules of config.yaml do not allow by now. @throws CommandError */
export function requireAllowed(changes: readonly FileChange[], rules: AccountRules, unprotect: boolean): void {
	const protectionOf = createProtection(rules, unprotect);
	const findBroken = createPolicyCheck(rules);
	for (const change of changes) {
		const rule = change.of && protectionOf(change.of);
		if (rule !== undefined) {
			throw protectedError(`Nothing was sent: ${protectedText(change.of!.id, rule)}`);
		}

		const policy = change.kind === 'delete' ? undefined : refusingPolicy(findBroken(asListed(change.input)));
		if (policy !== undefined && change.kind !== 'delete') {
			throw policyError(`Nothing was sent: ${lineText(change.place)} ${brokenText(policy)}.`);
		}
	}
}
