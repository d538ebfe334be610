import type {AccountRules} from '../../query/rules.ts';
import type {RuleStore} from '../../session/rule-store.ts';
import {createListeners} from '../../platform/listeners.ts';

/** The rules of an account, of which the operator can set `protect` aside. */
export type UnprotectableRules = Pick<RuleStore, 'get' | 'subscribe'> & {
	readonly setUnprotected: (isUnprotected: boolean) => void;
};

export function createUnprotectableRules(rules: Pick<RuleStore, 'get' | 'subscribe'>): UnprotectableRules {
	const listeners = createListeners();
	let isUnprotected = false;
	let from: AccountRules | undefined;
	let without: AccountRules | undefined;
	return {
		get() {
			const now = rules.get();
			if (now === undefined || !isUnprotected) {
				return now;
			}

			// The same rules are the same object, so that nothing is computed again.
			without = from === now && without !== undefined ? without : {...now, protect: []};
			from = now;
			return without;
		},
		subscribe(listener) {
			const stops = [rules.subscribe(listener), listeners.add(listener)];
			return () => {
				for (const stop of stops) {
					stop();
				}
			};
		},
		setUnprotected(value) {
			if (value !== isUnprotected) {
				isUnprotected = value;
				listeners.notify();
			}
		},
	};
}
