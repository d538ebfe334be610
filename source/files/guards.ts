import {numberText} from '../system/number-text.ts';
import type {FilePlan} from './plan.ts';
import type {NotificationFile} from './notification-file.ts';

/** The number of deletions that need no explicit limit. */
const fewDeletions = 10;

/** The share of the notifications in the scope that may be deleted without an explicit limit. */
const smallShare = 0.3;

export type PruneOptions = {
	/** The explicit limit; undefined if none was given. */
	readonly maxDeletes: number | undefined;
	/** Whether the operator confirmed that a whole account is meant. */
	readonly all: boolean;
};

/** The reason why files must not be used to delete what they do not have: they need a scope, and one of the whole account the operator's word. Undefined if they may. `advice`: how to give that word. */
export function whyNotPrune(files: readonly NotificationFile[], {all}: Pick<PruneOptions, 'all'>, advice = 'pass --all with --prune'): string | undefined {
	const whole = files.find(({scope}) => scope === undefined || scope.query.length === 0);
	return whole === undefined || all
		? undefined
		: `${whole.name} ${whole.scope === undefined ? 'has no scope, so that all it does not have would be deleted' : 'has the whole account as its scope'}. Give it a scope such as user:=ops, or ${advice}.`;
}

/** The advice of the commands if a plan deletes more than expected. */
const adviceOf = (deletions: number): string => `Pass --max-deletes ${deletions} if that is meant.`;

/** The reason why a plan deletes more than expected; undefined if it does not. `advice`: how to allow it. */
export function whyTooMany(files: readonly NotificationFile[], {items, unchanged, pending}: Pick<FilePlan, 'items' | 'unchanged' | 'pending'>, {maxDeletes}: Pick<PruneOptions, 'maxDeletes'>, advice = adviceOf): string | undefined {
	const deletions = items.filter(({kind}) => kind === 'delete').length;
	if (deletions === 0 || (maxDeletes !== undefined && deletions <= maxDeletes)) {
		return undefined;
	}

	const count = numberText(deletions);
	if (maxDeletes !== undefined) {
		return `${count} would be deleted, more than --max-deletes ${maxDeletes} allows.`;
	}

	const empty = files.find(({entries}) => entries.length === 0);
	const total = unchanged + pending.filter(({listed}) => listed !== undefined).length + items.filter(({kind}) => kind !== 'create').length;
	if (empty !== undefined) {
		return `${empty.name} has no notification, and ${count} would be deleted. ${advice(deletions)}`;
	}

	return deletions > fewDeletions || (total >= 3 && deletions > total * smallShare)
		? `${count} of ${numberText(total)} would be deleted. ${advice(deletions)}`
		: undefined;
}
