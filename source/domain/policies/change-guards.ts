import type {Notification, NotificationFields} from '../notification.ts';
import type {AccountRules} from './account-rules.ts';
import {createPolicyCheck, type FindBroken} from './broken-policies.ts';
import {asListed} from '../spec.ts';
import {createProtection, protectedText} from './protection.ts';

/** The rules that a change is checked against immediately before it is sent. */
export type ChangeGuards = {
	/** Whether a notification can be protected: then a listing is needed before it is deleted. */
	readonly canProtect: boolean;
	/** Why a listed notification must not be deleted or replaced, as a sentence; undefined if it may. Sanitise it before it is shown. */
	readonly whyProtected: (notification: Notification) => string | undefined;
	/** Like `whyProtected`, for the content of a notification that was listed before. */
	readonly whyContentProtected: (id: string, content: NotificationFields) => string | undefined;
	/** Finds the policies that a notification would break. */
	readonly findBroken: FindBroken;
};

export type GuardOptions = {
	/** Whether the operator decided that protected notifications may be deleted and replaced. */
	readonly isUnprotected: boolean;
	/** Whether policies hold. They do not for what takes back or finishes an earlier change. */
	readonly hasPolicies: boolean;
};

/** Creates the guards of one change. */
export function createGuards(rules: AccountRules, {isUnprotected, hasPolicies}: GuardOptions): ChangeGuards {
	const protectionOf = createProtection(rules, isUnprotected);
	const whyProtected = (notification: Notification) => {
		const rule = protectionOf(notification);
		return rule && protectedText(notification.id, rule);
	};

	return {
		canProtect: !isUnprotected && rules.protect.length > 0,
		whyProtected,
		whyContentProtected: (id, content) => whyProtected(asListed(content, id)),
		findBroken: createPolicyCheck(hasPolicies ? rules : {policies: []}),
	};
}
