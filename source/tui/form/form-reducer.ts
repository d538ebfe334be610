import type {FieldIssue} from '../../api/failure.ts';
import type {DraftIssue} from '../../domain/draft/check.ts';
import {fieldsOf} from '../../domain/draft/draft.ts';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd} from '../shared/text-edit.ts';
import {fieldOfPath} from './field-paths.ts';
import {changeFilters, type FilterAction} from './form-filters.ts';
import {
	moveTo,
	moveVertically,
	paste,
	takeChoice,
	typeKey,
	write,
} from './form-typing.ts';
import {
	fieldAfter,
	focusOn,
	issuesOf,
	nextOpenField,
	shownIssues,
	type FormState,
} from './form.ts';

export type FormAction =
	| FilterAction
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** The template, from an editor. */
	| {readonly type: 'template'; readonly text: string}
	/** `next`, `previous`: to the neighbouring field. `onward`: to what still has to be filled in. */
	| {readonly type: 'next' | 'previous' | 'onward'}
	/** Up or down: among suggestions, among the lines of a template, or else among fields. */
	| {readonly type: 'vertical'; readonly by: 1 | -1}
	| {readonly type: 'close-choices' | 'pick' | 'write' | 'try'}
	| {readonly type: 'channel'; readonly channel: string}
	/** Takes what is shown as wrong all the same, where that can be. */
	| {readonly type: 'accept-issue'}
	/** What to suggest, once it is known. */
	| {readonly type: 'known'; readonly values: Partial<Pick<FormState, 'seen' | 'learned'>>}
	/** The operator is done: every complaint is shown; the first error is gone to, or else the review. */
	| {readonly type: 'review'}
	| {readonly type: 'answered'; readonly issues: readonly FieldIssue[]};

export function reduceForm(state: FormState, action: FormAction): FormState {
	switch (action.type) {
		case 'key': {
			return typeKey(state, action.key);
		}

		case 'paste': {
			return paste(state, action.text);
		}

		case 'template': {
			return write(focusOn(state, 'template'), editAtEnd(action.text));
		}

		case 'next': {
			return moveTo(takeChoice(state), current => fieldAfter(current, 1));
		}

		case 'previous': {
			return moveTo(state, current => fieldAfter(current, -1));
		}

		case 'onward': {
			return moveTo(takeChoice(state, true), nextOpenField);
		}

		case 'vertical': {
			return moveVertically(state, action.by);
		}

		case 'close-choices': {
			return {...state, choice: undefined};
		}

		case 'pick':
		case 'write':
		case 'try': {
			return {...state, mode: action.type};
		}

		case 'channel': {
			return moveTo(write({...state, mode: 'write'}, editAtEnd(action.channel)), current => fieldAfter(current, 1));
		}

		case 'accept-issue': {
			return acceptIssue(state);
		}

		case 'known': {
			return {...state, ...action.values};
		}

		case 'review': {
			const seen = {...state, visited: new Set(fieldsOf(state.draft)), choice: undefined};
			const wrong = issuesOf(seen).find(({severity}) => severity === 'error');
			return wrong === undefined ? {...seen, mode: 'review'} : focusOn(seen, wrong.field);
		}

		case 'answered': {
			return takeAnswer(state, action.issues);
		}

		case 'add-filter':
		case 'copy-filter':
		case 'remove-filter':
		case 'move-filter': {
			return changeFilters(state, action);
		}
	}
}

/** The complaint of the focused field comes first. */
function acceptIssue(state: FormState): FormState {
	const open = shownIssues(state).filter(({canOverride}) => canOverride);
	const issue = open.find(({field}) => field === state.focus) ?? open[0];
	if (issue === undefined) {
		return state;
	}

	return issue.field === 'address'
		? {...state, accepted: state.draft.address.trim()}
		: {...state, unknown: 'accepted'};
}

function takeAnswer(state: FormState, issues: readonly FieldIssue[]): FormState {
	const fields = new Set(fieldsOf(state.draft));
	const answers: DraftIssue[] = [];
	const loose: string[] = [];
	for (const {path, message} of issues) {
		const field = fieldOfPath(path);
		if (field !== undefined && fields.has(field)) {
			answers.push({field, severity: 'error', message});
		} else {
			loose.push(path.length === 0 ? message : `${path.join('.')}: ${message}`);
		}
	}

	const answered = {...state, mode: 'write' as const, answers, loose};
	const [first] = answers;
	return first === undefined ? answered : focusOn(answered, first.field);
}
