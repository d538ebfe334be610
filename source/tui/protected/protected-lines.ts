import type {Notification} from '../../domain/notification.ts';
import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {createProtection, leftOutText, separateProtected} from '../../domain/policies/protection.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** The notifications that a change of many may delete or replace, and what is left out, in sentences that are safe to show. */
export type UnprotectedTargets = {readonly left: readonly Notification[]; readonly notes: readonly string[]};

/** Leaves out what is protected of the notifications that a change of many is about. */
export function withoutProtectedOnes(
	targets: readonly Notification[],
	rules: Pick<AccountRules, 'protect'>,
	isUnprotected: boolean,
): UnprotectedTargets {
	const {left, kept} = separateProtected(targets, createProtection(rules, isUnprotected));
	const [first] = kept;
	return first === undefined
		? {left: targets, notes: []}
		: {left, notes: [sanitise(leftOutText(kept.length, first.why))]};
}
