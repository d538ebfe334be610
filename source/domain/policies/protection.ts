import {numberText} from '../../platform/text.ts';
import type {Notification} from '../notification.ts';
import {createMatcher, searchTextOf} from '../query/match.ts';
import type {AccountRules, ProtectRule} from './account-rules.ts';

/** Finds the rule that protects a notification; undefined if none does. */
export type FindProtection = (notification: Notification) => ProtectRule | undefined;

/** Creates a function that finds the rule that protects a notification from being deleted or replaced. `isUnprotected`: whether the operator has decided that nothing is. */
export function createProtection({protect}: Pick<AccountRules, 'protect'>, isUnprotected = false): FindProtection {
	const rules = (isUnprotected ? [] : protect).map(rule => ({rule, isMatching: createMatcher(rule.query)}));
	return notification => {
		const searchText = rules.length === 0 ? '' : searchTextOf(notification);
		return rules.find(({isMatching}) => isMatching(notification, searchText))?.rule;
	};
}

/** The reason why a notification is neither deleted nor replaced, as a sentence. Sanitise it before it is shown. */
export const protectedText = (id: string, {text, place}: Pick<ProtectRule, 'text' | 'place'>): string =>
	`${id} is protected: ${place} has protect: ${text}.`;

/** Notifications that may be deleted and replaced, and those that are protected, each with the reason in a sentence. Sanitise it before it is shown. */
export type GuardedTargets = {
	readonly left: readonly Notification[];
	readonly kept: ReadonlyArray<{readonly of: Notification; readonly why: string}>;
};

/** Separates the notifications that are protected from the others. */
export function separateProtected(targets: readonly Notification[], protectionOf: FindProtection): GuardedTargets {
	const left: Notification[] = [];
	const kept: Array<GuardedTargets['kept'][number]> = [];
	for (const of of targets) {
		const rule = protectionOf(of);
		if (rule === undefined) {
			left.push(of);
		} else {
			kept.push({of, why: protectedText(of.id, rule)});
		}
	}

	return {left, kept};
}

/** Says that protected notifications are left out of a change of several. `why`: `protectedText` of the first of them. */
export const leftOutText = (count: number, why: string): string =>
	count === 1 ? `Left out: ${why}` : `${numberText(count)} are left out because they are protected. The first: ${why}`;
