import type {FieldIssue} from '../../api/failure.ts';
import {textKindOf} from '../../domain/draft/suggest.ts';
import type {AcceptedTexts} from '../../domain/draft/check.ts';
import {fieldsOf, readField} from '../../domain/fields.ts';
import type {FindBroken} from '../../domain/policies/broken-policies.ts';
import type {MemberPath} from '../../domain/undocumented.ts';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd} from '../shared/text-edit.ts';
import {highlightChannel, openPicker} from './channel-choice.ts';
import {changeFilters, type FilterAction} from './filters.ts';
import {remember, undoChange} from './history.ts';
import {pasteText} from './paste.ts';
import {acceptSuggestion, moveTo, moveVertically, setText, typeKey} from './typing.ts';
import {fieldAfter, focusOn, nextEmptyField, splitAddresses, type FormState} from './form.ts';
import {noneHighlighted, withValues} from './form-suggestions.ts';
import {localIssues, nextErrorField} from './form-issues.ts';
import {acceptIssue, setServiceIssues} from './issue-actions.ts';

export type FormAction =
	| FilterAction
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** The template as the editor saved it. */
	| {readonly type: 'template'; readonly text: string}
	/** `next`, `previous`: move to the neighbouring field. `advance`: move to the next field to fill in. `next-issue`: move to the next error. */
	| {readonly type: 'next' | 'previous' | 'advance' | 'next-issue'}
	/** Moves up or down: in the suggestions, in the lines of a template, or otherwise between fields. */
	| {readonly type: 'vertical'; readonly by: 1 | -1}
	/** `restore-text`: restores the text that the focused field had before. */
	| {readonly type: 'close-suggestions' | 'restore-text' | 'pick' | 'write' | 'try'}
	/** Moves in the channel picker, or accepts one of its channels. */
	| {readonly type: 'highlight-channel' | 'channel'; readonly channel: string}
	| {readonly type: 'accept-issue'}
	/** Replaces an unsent edit with the notification that the service holds. */
	| {readonly type: 'use-stored'}
	| {readonly type: 'undo'}
	/** Takes back the paste of several addresses. */
	| {readonly type: 'undo-paste'}
	/** The policies of config.yaml, which were read. */
	| {readonly type: 'policies'; readonly findBroken: FindBroken}
	| {readonly type: 'values'; readonly values: Parameters<typeof withValues>[1]}
	/** Shows all issues, then moves to the first error or, without errors, to the review. */
	| {readonly type: 'review'}
	/** Shows why nothing was created. `issues`: the errors from the service; `refused`: undocumented members that the service refused. */
	| {readonly type: 'send-failed'; readonly issues: readonly FieldIssue[]; readonly refused?: readonly MemberPath[]};

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
					returns: [],
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
