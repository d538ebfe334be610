import {asWarning, checkDraft, type DraftIssue} from '../notification/check.ts';
import {isAffected} from '../notification/edit.ts';
import {fieldsOf, rowsOf, isSameField, readField, toInput, type Draft} from '../notification/fields.ts';
import {type FieldId, fieldNamed, asListed} from '../notification/spec.ts';
import type {Notification} from '../notification/notification.ts';
import type {KnownValues} from '../notification/suggest.ts';
import {numberText} from '../platform/text.ts';
import {type Query, createMatcher, searchTextOf} from './match.ts';

/** A rule of config.yaml about what may be sent. */
export type Policy = {
	/** Whether what it finds is refused, or only warned of. */
	readonly effect: 'refuse' | 'warn';
	readonly query: Query;
	/** The query as written. */
	readonly text: string;
	/** The sentence that tells the operator what is wrong. */
	readonly say: string;
	/** The file and the line of the rule. */
	readonly place: string;
};

/** A rule of config.yaml about what is never deleted or replaced. */
export type ProtectRule = Pick<Policy, 'query' | 'text' | 'place'>;

/** The rules for the changes of an account. */
export type AccountRules = {
	readonly protect: readonly ProtectRule[];
	readonly policies: readonly Policy[];
	/** Why some rules cannot be used: phrases with file and line, without a full stop. Nothing new is sent while there are any. Sanitise them before they are shown. */
	readonly problems: readonly string[];
};

/** The rules of an account without any. */
export const noRules: AccountRules = {protect: [], policies: [], problems: []};

/** Creates a function that finds the rules that a notification matches, in the order of config.yaml. */
function finderOf<R extends {readonly query: Query}>(
	rules: readonly R[],
): (notification: Notification) => readonly R[] {
	const matchers = rules.map(rule => ({rule, isMatching: createMatcher(rule.query)}));
	return notification => {
		const searchText = matchers.length === 0 ? '' : searchTextOf(notification);
		return matchers.filter(({isMatching}) => isMatching(notification, searchText)).map(({rule}) => rule);
	};
}

/** Finds the policies that a notification breaks, in the order of config.yaml. */
export type FindBroken = (notification: Notification) => readonly Policy[];

/** Creates a function that finds the policies that a notification breaks. */
export const createPolicyCheck = ({policies}: Pick<AccountRules, 'policies'>): FindBroken => finderOf(policies);

/** Says of something that it breaks a policy, to follow its name. Sanitise it before it is shown. */
export const brokenText = ({say}: Pick<Policy, 'say'>): string => `breaks a policy: ${say}`;

/** The first of broken policies that refuses; undefined if none does. */
export const refusingPolicy = (broken: readonly Policy[]): Policy | undefined =>
	broken.find(({effect}) => effect === 'refuse');

/** Finds the rule that protects a notification; undefined if none does. */
export type FindProtection = (notification: Notification) => ProtectRule | undefined;

/** Creates a function that finds the rule that protects a notification from being deleted or replaced. `isUnprotected`: whether the operator has decided that nothing is. */
export function createProtection({protect}: Pick<AccountRules, 'protect'>, isUnprotected = false): FindProtection {
	const find = finderOf(isUnprotected ? [] : protect);
	return notification => find(notification)[0];
}

/** The reason why a notification is neither deleted nor replaced, as a sentence. Sanitise it before it is shown. */
export const protectedText = (id: string, {text, place}: Pick<ProtectRule, 'text' | 'place'>): string =>
	`${id} is protected: ${place} has protect: ${text}.`;

/** Separates the notifications that may be deleted and replaced from those that are protected, each with the reason in a sentence. Sanitise it before it is shown. */
export function separateProtected(targets: readonly Notification[], protectionOf: FindProtection) {
	const judged = targets.map(of => ({of, rule: protectionOf(of)}));
	return {
		left: judged.filter(({rule}) => rule === undefined).map(({of}) => of),
		kept: judged.flatMap(({of, rule}) => (rule === undefined ? [] : [{of, why: protectedText(of.id, rule)}])),
	};
}

/** Says that protected notifications are left out of a change of several. `why`: `protectedText` of the first of them. */
export const leftOutText = (count: number, why: string): string =>
	count === 1 ? `Left out: ${why}` : `${numberText(count)} are left out because they are protected. The first: ${why}`;

/** The issues of a draft that breaks policies: those that refuse are errors that nobody can accept, the others warnings. */
export function policyIssues(findBroken: FindBroken, draft: Draft): DraftIssue[] {
	return findBroken(asListed(toInput(draft))).map(policy => ({
		field: fieldOfPolicy(policy, draft),
		severity: policy.effect === 'refuse' ? 'error' : 'warning',
		message: brokenText(policy),
		isPolicy: true,
	}));
}

/** The first row of the form that a policy names. */
function fieldOfPolicy({query}: Policy, draft: Draft): FieldId {
	const rows = rowsOf(draft);
	const named = query
		.flat()
		.flatMap(({field}) => (field === undefined ? [] : rows.filter(id => id === fieldNamed(field).form?.id)));
	return named[0] ?? rows[0]!;
}

/** The rules that a change is checked against immediately before it is sent. */
export type ChangeGuards = ReturnType<typeof createGuards>;

/** Creates the guards of one change. `isUnprotected`: whether the operator decided that protected notifications may be deleted and replaced. `hasPolicies`: whether policies hold. They do not for what takes back or finishes an earlier change. */
export function createGuards(
	rules: AccountRules,
	{isUnprotected, hasPolicies}: {readonly isUnprotected: boolean; readonly hasPolicies: boolean},
) {
	const protectionOf = createProtection(rules, isUnprotected);
	return {
		/** Whether a notification can be protected: then a listing is needed before it is deleted. */
		canProtect: !isUnprotected && rules.protect.length > 0,
		/** Why a notification must not be deleted or replaced, as a sentence; undefined if it may. Sanitise it before it is shown. */
		whyProtected(notification: Notification): string | undefined {
			const rule = protectionOf(notification);
			return rule && protectedText(notification.id, rule);
		},
		/** Finds the policies that a notification would break. */
		findBroken: createPolicyCheck(hasPolicies ? rules : noRules),
	};
}

type EditCheckOptions = {
	/** The content that the service has: only what the edit affects is checked. */
	readonly held?: Draft | undefined;
	/** The notification that the draft was copied from: problems in fields unchanged from it are only warnings. */
	readonly copied?: Draft | undefined;
	/** Whether problems that may be accepted are only warnings. */
	readonly acceptInvalid: boolean;
	/** What the service is known to accept: see `checkDraft`. */
	readonly known?: KnownValues | undefined;
	/** The policies, which hold for all of what would be sent; none by default. */
	readonly findBroken?: FindBroken | undefined;
};

/** The result of a check: `errors` prevent sending; `warnings` do not. */
export type CheckedDraft = {readonly errors: readonly DraftIssue[]; readonly warnings: readonly DraftIssue[]};

/** Runs the form's checks on a draft. */
export function checkedDraft(
	draft: Draft,
	{held, copied, acceptInvalid, known = {}, findBroken}: EditCheckOptions,
): CheckedDraft {
	const accepted = acceptInvalid
		? Object.fromEntries(fieldsOf(draft).map(field => [field, readField(draft, field).trim()]))
		: {};
	const isAsCopied = (field: FieldId) => copied !== undefined && isSameField(field, draft, copied);
	const own = checkDraft(draft, {
		accepted,
		known,
		...(held !== undefined && {isChecked: field => isAffected(field, held, draft)}),
	}).map(issue => (issue.severity === 'error' && isAsCopied(issue.field) ? asWarning(issue) : issue));
	const issues = [...own, ...(findBroken === undefined ? [] : policyIssues(findBroken, draft))];
	return {
		errors: issues.filter(({severity}) => severity === 'error'),
		warnings: issues.filter(({severity}) => severity === 'warning'),
	};
}
