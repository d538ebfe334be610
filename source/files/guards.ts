import type {Notification} from '../domain/notification.ts';
import {numberText} from '../platform/text.ts';
import type {FilePlan} from './plan.ts';
import type {FileScope, NotificationFile} from './notification-file.ts';
import {createScopeMatcher} from './areas.ts';

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

/** The reason why files must not be used to delete what they do not have: they need a scope, and one of the whole account the operator's word. Undefined if they may. `listed`: what the account has, once that is known. `advice`: how to give that word. */
export function whyNotPrune(
	files: readonly NotificationFile[],
	{all, listed = []}: Pick<PruneOptions, 'all'> & {readonly listed?: readonly Notification[] | undefined},
	advice = 'pass --all with --prune',
): string | undefined {
	const whole = all ? undefined : files.find(({scope}) => scope === undefined || isWhole(scope, listed));
	return whole && `${wholeText(whole, listed)}. Give it a scope such as user:=ops, or ${advice}.`;
}

/** Whether a scope is the whole account: nothing that is listed is outside. One that names users has what is theirs, even if nobody else has anything. */
const isWhole = ({query}: FileScope, listed: readonly Notification[]): boolean =>
	query.length === 0 ||
	(listed.length > 0 &&
		!query.every(terms => terms.some(({field, isExact, isNot}) => field === 'user' && isExact && !isNot)) &&
		listed.every(createScopeMatcher(query)));

function wholeText({name, scope}: NotificationFile, {length}: readonly Notification[]): string {
	if (scope === undefined) {
		return `${name} has no scope, so that all it does not have would be deleted`;
	}

	return scope.query.length === 0
		? `${name} has the whole account as its scope`
		: `The scope of ${name} matches all ${numberText(length)} notifications of the account`;
}

/** The advice of the commands if a plan deletes more than expected. */
const adviceOf = (deletions: number): string => `Pass --max-deletes ${deletions} if that is meant.`;

/** The reason why a plan deletes more than expected; undefined if it does not. `advice`: how to allow it. */
export function whyTooMany(
	files: readonly NotificationFile[],
	{items, unchanged, pending}: Pick<FilePlan, 'items' | 'unchanged' | 'pending'>,
	{maxDeletes}: Pick<PruneOptions, 'maxDeletes'>,
	advice = adviceOf,
): string | undefined {
	const deletions = items.filter(({kind}) => kind === 'delete').length;
	if (deletions === 0 || (maxDeletes !== undefined && deletions <= maxDeletes)) {
		return undefined;
	}

	const count = numberText(deletions);
	if (maxDeletes !== undefined) {
		return `${count} would be deleted, more than --max-deletes ${maxDeletes} allows.`;
	}

	const empty = files.find(({entries}) => entries.length === 0);
	const total =
		unchanged +
		pending.filter(({listed}) => listed !== undefined).length +
		items.filter(({kind}) => kind !== 'create').length;
	if (empty !== undefined) {
		return `${empty.name} has no notification, and ${count} would be deleted. ${advice(deletions)}`;
	}

	return deletions > fewDeletions || (total >= 3 && deletions > total * smallShare)
		? `${count} of ${numberText(total)} would be deleted. ${advice(deletions)}`
		: undefined;
}
