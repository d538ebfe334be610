import type {Notification} from '../notification.ts';
import {createMatcher, searchTextOf} from '../query/match.ts';
import type {AccountRules, Policy} from './account-rules.ts';

/** Finds the policies that a notification breaks, in the order of config.yaml. */
export type FindBroken = (notification: Notification) => readonly Policy[];

/** Creates a function that finds the policies that a notification breaks. */
export function createPolicyCheck({policies}: Pick<AccountRules, 'policies'>): FindBroken {
	const rules = policies.map(policy => ({policy, isMatching: createMatcher(policy.query)}));
	return notification => {
		const searchText = rules.length === 0 ? '' : searchTextOf(notification);
		return rules.filter(({isMatching}) => isMatching(notification, searchText)).map(({policy}) => policy);
	};
}

/** Says of something that it breaks a policy, to follow its name. Sanitise it before it is shown. */
export const brokenText = ({say}: Pick<Policy, 'say'>): string => `breaks a policy: ${say}`;

/** The first of broken policies that refuses; undefined if none does. */
export const refusingPolicy = (broken: readonly Policy[]): Policy | undefined =>
	broken.find(({effect}) => effect === 'refuse');
