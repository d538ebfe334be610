import {isDeepStrictEqual} from 'node:util';
import type {FieldIssue} from '../../api/failure.ts';
import type {AcceptedTexts, DraftIssue} from '../../notification/check.ts';
import {fieldOfPath} from '../../notification/field-path.ts';
import {textKindOf} from '../../notification/suggest.ts';
import {fieldsOf, readField, isSameField} from '../../notification/fields.ts';
import {type FieldId} from '../../notification/spec.ts';
import {withoutMembers} from '../../notification/undocumented.ts';
import {editAtEnd} from '../shared/text-edit.ts';
import {changeFilters} from './filters.ts';
import {localIssues, nextErrorField, shownIssues} from './form-issues.ts';
import {pasteText, acceptSuggestion, moveTo, moveVertically, setText, typeKey} from './form-typing.ts';
import {
	highlightChannel,
	openPicker,
	fieldAfter,
	focusOn,
	nextEmptyField,
	splitAddresses,
	type FormAction,
	type FormState,
	noneHighlighted,
	withValues,
} from './form.ts';

/** Returns the state of the form after an action. */
export function reduceForm(state: FormState, action: FormAction): FormState {
	if (action.type === 'undo') {
		return undoChange(state);
	}

	if (action.type === 'undo-paste') {
		return {...undoChange(state), mode: 'write'};
	}

	return remember(state, act(state, action), action);
}

function act(state: FormState, action: Exclude<FormAction, {readonly type: 'undo' | 'undo-paste'}>): FormState {
	switch (action.type) {
		case 'key': {
			return typeKey(state, action.key);
		}

		case 'paste': {
			const pasted = pasteText(state, action.text);
			return readField(pasted.draft, 'address') !== readField(state.draft, 'address') &&
				splitAddresses(pasted).length > 0
				? {...pasted, mode: 'several'}
				: pasted;
		}

		case 'template': {
			return setText(focusOn(state, 'template'), editAtEnd(action.text));
		}

		case 'next': {
			return moveTo(acceptSuggestion(state), current => fieldAfter(current, 1));
		}

		case 'previous': {
			return moveTo(state, current => fieldAfter(current, -1));
		}

		case 'advance': {
			return moveTo(acceptSuggestion(state, true), nextEmptyField);
		}

		case 'next-issue': {
			return moveTo(acceptSuggestion(state), nextErrorField);
		}

		case 'vertical': {
			return moveVertically(state, action.by);
		}

		case 'close-suggestions': {
			return {...state, highlighted: textKindOf(state.focus) === undefined ? undefined : noneHighlighted};
		}

		case 'restore-text': {
			return focusOn(setText(state, editAtEnd(state.before)), state.focus);
		}

		case 'pick': {
			return openPicker(state);
		}

		case 'write':
		case 'try': {
			return {...state, mode: action.type, picked: undefined};
		}

		case 'highlight-channel': {
			return highlightChannel(state, action.channel);
		}

		case 'channel': {
			return moveTo(setText({...state, mode: 'write', picked: undefined}, editAtEnd(action.channel)), current =>
				fieldAfter(current, 1),
			);
		}

		case 'accept-issue': {
			return acceptIssue(state);
		}

		case 'use-stored': {
			const draft = state.heldDraft ?? state.draft;
			const focus = fieldsOf(draft).includes(state.focus) ? state.focus : 'userId';
			return focusOn(
				{
					...state,
					draft,
					serviceIssues: [],
					generalIssues: [],
					visited: new Set(),
					emptied: new Set(),
					filledTypes: new Set(),
				},
				focus,
			);
		}

		case 'policies': {
			return {...state, findBroken: action.findBroken};
		}

		case 'values': {
			return withValues(state, action.values);
		}

		case 'review': {
			const all = new Set(fieldsOf(state.draft, state.focus));
			const visited = {...state, visited: all, emptied: all, highlighted: undefined};
			const error = localIssues(visited).find(({severity}) => severity === 'error');
			return error === undefined ? {...visited, mode: 'review'} : focusOn(visited, error.field);
		}

		case 'send-failed': {
			return {...setServiceIssues(state, action.issues), refused: action.refused ?? [], leftOut: []};
		}

		case 'add-filter':
		case 'copy-filter':
		case 'remove-filter':
		case 'move-filter': {
			const changed = changeFilters(state, action);
			// The accepted issues of a removed filter do not apply to the filter that takes its index.
			return changed.draft.filters === state.draft.filters
				? changed
				: {...changed, accepted: withoutFilters(state.accepted)};
		}
	}
}

const withoutFilters = (accepted: AcceptedTexts): AcceptedTexts =>
	Object.fromEntries(Object.entries(accepted).filter(([field]) => !field.startsWith('filter.')));

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

/** The number of changes kept. */
const limit = 500;

/** Adds the change between two states to the history. Typing counts as one change, and so does deleting, until the cursor is moved or the field is left. */
export function remember(before: FormState, after: FormState, action: FormAction): FormState {
	if (after === before || action.type === 'values') {
		return after;
	}

	const {past, run} = before.history;
	if (isDeepStrictEqual(after.draft, before.draft)) {
		return {...after, history: {past, run: undefined}};
	}

	const ofChange = runOf(action, before.focus);
	const isContinued = run !== undefined && run === ofChange;
	const {draft, focus} = before;
	const steps = isContinued ? past : [...past, {draft, focus}].slice(-limit);
	return {...after, history: {past: steps, run: after.focus === focus ? ofChange : undefined}};
}

/** The run of a change; undefined for a change that is undone on its own. */
function runOf(action: FormAction, focus: FieldId): string | undefined {
	if (action.type === 'key') {
		const {name, text} = action.key;
		const deleting = name === 'backspace' || name === 'delete' ? `delete ${focus}` : undefined;
		return text === undefined ? deleting : `type ${focus}`;
	}

	// The suggestion accepted on leaving a field replaces the typed text.
	return ['next', 'next-issue', 'advance'].includes(action.type) ? `type ${focus}` : undefined;
}

/** Undoes the last change and moves to its field. */
export function undoChange(state: FormState): FormState {
	const step = state.history.past.at(-1);
	if (step === undefined) {
		return state;
	}

	return focusOn(
		{
			...state,
			draft: step.draft,
			serviceIssues: state.serviceIssues.filter(({field}) => isSameField(field, state.draft, step.draft)),
			history: {past: state.history.past.slice(0, -1), run: undefined},
		},
		step.focus,
	);
}
