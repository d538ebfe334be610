import type {Notification} from '../../domain/notification.ts';
import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {createProtection, leftOutText, protectedText} from '../../domain/policies/protection.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** The notifications that a change of many may delete or replace, and what is left out, in sentences that are safe to show. */
export type UnprotectedTargets = {readonly left: readonly Notification[]; readonly notes: readonly string[]};

/** Leaves out what is protected of the notifications that a change of many is about. */
export function withoutProtectedOnes(targets: readonly Notification[], rules: Pick<AccountRules, 'protect'>): UnprotectedTargets {
	const protectionOf = createProtection(rules);
	let first: string | undefined;
	const left = targets.filter(target => {
		const rule = protectionOf(target);
		first ??= rule && protectedText(target.id, rule);
		return rule === undefined;
	});
	return {left: first === undefined ? targets : left, notes: first === undefined ? [] : [sanitise(leftOutText(targets.length - left.length, first))]};
}
