import type {FieldIssue} from '../../api/failure.ts';
import type {Issue} from '../../notifications/check.ts';
import {fieldsOf, filterOf, withFilters, writeField, type FieldId} from '../../notifications/draft.ts';
import {channels, type Filter} from '../../notifications/notification.ts';
import {kindOf} from '../../notifications/suggest.ts';
import {eventFields} from '../../notifications/vocabulary.ts';
import type {KeyPress} from '../keys/key.ts';
import {fieldOfPath} from './field-paths.ts';
import {changeFilters, type FilterAction} from './form-filters.ts';
import {
	choicesOf,
	fieldAfter,
	focusOn,
	issuesOf,
	nextOpenField,
	shownIssues,
	type FormState,
} from './form.ts';
import {
	editAtEnd,
	editText,
	insertText,
	moveLine,
	onOneLine,
	type TextState,
} from './text-edit.ts';

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

function moveTo(state: FormState, target: (state: FormState) => FieldId): FormState {
	return focusOn({...state, visited: new Set([...state.visited, state.focus])}, target(state));
}

function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.focus === 'channel') {
		return key.text === ' ' ? {...state, mode: 'pick'} : (key.text === undefined ? state : typeChannel(state, key.text));
	}

	const edit = state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
		? insertText(state.edit, '\n')
		: editText(state.edit, key);
	return edit === undefined ? state : write(state, edit);
}

/** Letters choose the channel whose name begins so; those before the cursor are the ones typed so far. */
function typeChannel(state: FormState, letter: string): FormState {
	const {text, cursor} = state.edit;
	const begun = (text.slice(0, cursor) + letter).toUpperCase();
	const start = channels.some(name => name.startsWith(begun)) ? begun : letter.toUpperCase();
	const channel = channels.find(name => name.startsWith(start));
	return channel === undefined ? state : write(state, {text: channel, cursor: start.length});
}

function paste(state: FormState, text: string): FormState {
	if (state.focus === 'template') {
		return write(state, insertText(state.edit, text.replaceAll(/\r\n?/gv, '\n')));
	}

	if (state.focus !== 'channel') {
		return write(state, insertText(state.edit, onOneLine(text)));
	}

	const channel = channels.find(name => name === text.trim().toUpperCase());
	return channel === undefined ? state : write(state, editAtEnd(channel));
}

function write(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	if (edit.text === state.edit.text) {
		return {...state, edit};
	}

	return {
		...state,
		edit,
		draft: writeField(state.draft, focus, edit.text),
		choice: kindOf(focus) === undefined ? undefined : {index: 0, isMeant: edit.text !== ''},
		answers: state.answers.filter(({field}) => field !== focus),
	};
}

function moveVertically(state: FormState, by: 1 | -1): FormState {
	const count = state.choice === undefined ? 0 : choicesOf(state).length;
	if (state.choice !== undefined && count > 0) {
		return {...state, choice: {index: (state.choice.index + by + count) % count, isMeant: true}};
	}

	const edit = state.focus === 'template' ? moveLine(state.edit, by) : undefined;
	return edit === undefined ? moveTo(state, current => fieldAfter(current, by)) : {...state, edit};
}

/** Takes the highlighted suggestion, if something was typed or it was moved to, or `isMeant` says so; a filter on a known field gets what usually goes with it. */
function takeChoice(state: FormState, isMeant = false): FormState {
	const choice = state.choice !== undefined && (isMeant || state.choice.isMeant) ? choicesOf(state)[state.choice.index] : undefined;
	if (choice === undefined) {
		return state;
	}

	const taken = write(state, editAtEnd(choice.value));
	const filter = filterOf(state.focus);
	const known = eventFields.find(({name}) => name === choice.value);
	if (filter?.part !== 'fieldName' || known === undefined) {
		return taken;
	}

	const complete = (old: Filter): Filter => old.operator === '' && old.valueType === ''
		? {...old, operator: known.operator, valueType: known.valueType}
		: old;
	return {...taken, draft: withFilters(taken.draft, filters => filters.map((old, index) => index === filter.index ? complete(old) : old))};
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
	const answers: Issue[] = [];
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
