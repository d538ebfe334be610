import type {DraftIssue} from '../draft/check.ts';
import {fieldsOf, toInput, type Draft, type FieldId, fieldNamed} from '../fields.ts';
import type {Policy} from './account-rules.ts';
import {brokenText, type FindBroken} from './broken-policies.ts';
import {asListed} from '../spec.ts';

/** The issues of a draft that breaks policies: those that refuse are errors that nobody can accept, the others warnings. */
export function policyIssues(findBroken: FindBroken, draft: Draft): DraftIssue[] {
	return findBroken(asListed(toInput(draft))).map(policy => ({
		field: fieldOfPolicy(policy, draft),
		severity: policy.effect === 'refuse' ? 'error' : 'warning',
		message: brokenText(policy),
		isPolicy: true,
	}));
}

/** The first field that a policy names and the form has. A policy on filters stands at the first one or, without any, above them. */
function fieldOfPolicy({query}: Policy, draft: Draft): FieldId {
	const formFields = fieldsOf(draft);
	const named = query.flat().flatMap(({field}): FieldId[] => {
		if (field === 'filter') {
			return draft.filters.length > 0 ? ['filter.0.fieldName'] : ['eventType'];
		}

		return field === undefined ? [] : formFields.filter(id => id === fieldNamed(field).form?.id);
	});
	return named[0] ?? formFields[0]!;
}
