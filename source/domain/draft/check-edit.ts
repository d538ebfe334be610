import type {FindBroken} from '../policies/broken-policies.ts';
import {policyIssues} from '../policies/policy-issues.ts';
import {asWarning, checkDraft, type DraftIssue} from './check.ts';
import {fieldsOf, isSameField, readField, type Draft, type FieldId} from '../fields.ts';
import {isAffected} from './edit.ts';

export type EditCheckOptions = {
	/** The content that the service has: only what the edit affects is checked. */
	readonly held?: Draft | undefined;
	/** The notification that the draft was copied from: problems in fields unchanged from it are only warnings. */
	readonly copied?: Draft | undefined;
	/** Whether problems that may be accepted are only warnings. */
	readonly acceptInvalid: boolean;
	/** The policies, which hold for all of what would be sent; none by default. */
	readonly findBroken?: FindBroken | undefined;
};

/** The result of a check: `errors` prevent sending; `warnings` do not. */
export type CheckedDraft = {readonly errors: readonly DraftIssue[]; readonly warnings: readonly DraftIssue[]};

/** Runs the form's checks on a draft. */
export function checkedDraft(draft: Draft, {held, copied, acceptInvalid, findBroken}: EditCheckOptions): CheckedDraft {
	const accepted = acceptInvalid
		? Object.fromEntries(fieldsOf(draft).map(field => [field, readField(draft, field).trim()]))
		: {};
	const isAsCopied = (field: FieldId) => copied !== undefined && isSameField(field, draft, copied);
	const own = checkDraft(draft, {
		accepted,
		...(held !== undefined && {isChecked: field => isAffected(field, held, draft)}),
	}).map(issue => (issue.severity === 'error' && isAsCopied(issue.field) ? asWarning(issue) : issue));
	const issues = [...own, ...(findBroken === undefined ? [] : policyIssues(findBroken, draft))];
	return {
		errors: issues.filter(({severity}) => severity === 'error'),
		warnings: issues.filter(({severity}) => severity === 'warning'),
	};
}
