import type {FieldIssue} from '../../api/failure.ts';
import type {DraftIssue} from '../../domain/draft/check.ts';
import {fieldsOf, readField} from '../../domain/fields.ts';
import {withoutMembers} from '../../domain/without-members.ts';
import {fieldOfPath} from '../../domain/draft/field-path.ts';
import {focusOn, type FormState} from './form.ts';
import {shownIssues} from './form-issues.ts';

/** Accepts the issue of the focused field. If it has none, leaves out the members that the service refused, or accepts the first issue that can be overridden. */
export function acceptIssue(state: FormState): FormState {
	const issues = shownIssues(state).filter(({canOverride}) => canOverride);
	const issue = issues.find(({field}) => field === state.focus) ?? issues[0];
	if (state.refused.length > 0 && issue?.field !== state.focus) {
		return {
			...state,
			draft: withoutMembers(state.draft, state.refused),
			refused: [],
			leftOut: state.refused,
			serviceIssues: [],
			generalIssues: [],
		};
	}

	if (issue === undefined) {
		return state;
	}

	const {field, isContentUnknown} = issue;
	return isContentUnknown
		? {...state, existingContent: 'discarded'}
		: {...state, accepted: {...state.accepted, [field]: readField(state.draft, field).trim()}};
}

/** Shows the errors of the service at their fields, and the others above the form. */
export function setServiceIssues(state: FormState, issues: readonly FieldIssue[]): FormState {
	const fields = new Set(fieldsOf(state.draft, state.focus));
	const serviceIssues: DraftIssue[] = [];
	const generalIssues: string[] = [];
	for (const {path, message} of issues) {
		const field = fieldOfPath(path);
		if (field !== undefined && fields.has(field)) {
			serviceIssues.push({field, severity: 'error', message});
		} else {
			const name = path.join('.');
			// Some services repeat the path in the message.
			generalIssues.push(message.startsWith(name) ? message : `${name}: ${message}`);
		}
	}

	const failed = {...state, mode: 'write' as const, serviceIssues, generalIssues};
	const [first] = serviceIssues;
	return first === undefined ? failed : focusOn(failed, first.field);
}
