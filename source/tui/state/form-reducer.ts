import type {FieldIssue} from '../../api/failure.ts';
import type {Issue} from '../../notifications/check.ts';
import {
	addFilter,
	fieldsOf,
	filterOf,
	moveFilter,
	withFilters,
	writeField,
	type FieldId,
} from '../../notifications/draft.ts';
import {channels, type Filter} from '../../notifications/notification.ts';
import {kindOf, type KnownValues} from '../../notifications/suggest.ts';
import {eventFields} from '../../notifications/vocabulary.ts';
import type {KeyPress} from '../keys/key.ts';
import {fieldOfPath} from './field-paths.ts';
import {
	choicesOf,
	fieldAfter,
	focusOn,
	issuesOf,
	nextOpenField,
	type FormMode,
	type FormState,
} from './form.ts';
import {
	editAtEnd,
	editText,
	insertText,
	onOneLine,
	type TextState,
} from './text-edit.ts';

export type FormAction =
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** From an editor. */
	| {readonly type: 'replace'; readonly text: string}
	/** `next`, `previous`: to the neighbouring field. `onward`: to what still has to be filled in. */
	| {readonly type: 'next' | 'previous' | 'onward'}
	| {readonly type: 'choose'; readonly by: 1 | -1}
	| {readonly type: 'close-choices'}
	| {readonly type: 'add-filter' | 'copy-filter' | 'remove-filter'}
	| {readonly type: 'move-filter'; readonly by: 1 | -1}
	| {readonly type: 'mode'; readonly mode: FormMode}
	| {readonly type: 'channel'; readonly channel: string}
	| {readonly type: 'accept-address'}
	/** Arrived from the ledger. */
	| {readonly type: 'learned'; readonly values: KnownValues}
	/** The operator is done: every complaint is shown; the first error is gone to, or else the review. */
	| {readonly type: 'review'}
	| {readonly type: 'answered'; readonly issues: readonly FieldIssue[]};

export function reduceForm(state: FormState, action: FormAction): FormState {
	switch (action.type) {
		case 'key': {
			return typeKey(state, action.key);
		}

		case 'paste': {
			return state.focus === 'channel' ? state : write(state, insertText(state.edit, pasteFor(state.focus, action.text)));
		}

		case 'replace': {
			return write(state, editAtEnd(action.text));
		}

		case 'next': {
			return moveTo(state.edit.text === '' ? state : takeChoice(state), current => fieldAfter(current, 1));
		}

		case 'previous': {
			return moveTo(state, current => fieldAfter(current, -1));
		}

		case 'onward': {
			return moveTo(takeChoice(state), nextOpenField);
		}

		case 'choose': {
			const count = Math.max(1, choicesOf(state).length);
			return {...state, choice: ((state.choice ?? 0) + action.by + count) % count};
		}

		case 'close-choices': {
			return {...state, choice: undefined};
		}

		case 'mode': {
			return {...state, mode: action.mode};
		}

		case 'channel': {
			const chosen = write({...state, mode: 'write'}, editAtEnd(action.channel));
			return moveTo(chosen, current => fieldAfter(current, 1));
		}

		case 'accept-address': {
			return {...state, accepted: state.draft.address.trim()};
		}

		case 'learned': {
			return {...state, learned: action.values};
		}

		case 'review': {
			return review(state);
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
		// A channel's initial picks it.
		const channel = channels.find(name => name.toLowerCase().startsWith(key.text?.toLowerCase() ?? ' '));
		return channel === undefined ? state : reduceForm(state, {type: 'channel', channel});
	}

	const edit = state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
		? insertText(state.edit, '\n')
		: editText(state.edit, key);
	return edit === undefined ? state : write(state, edit);
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
		choice: kindOf(focus) === undefined ? undefined : 0,
		answers: state.answers.filter(({field}) => field !== focus),
	};
}

/** Takes the highlighted suggestion; a filter on a known field gets what usually goes with it, where that is still open. */
function takeChoice(state: FormState): FormState {
	const choice = state.choice === undefined ? undefined : choicesOf(state)[state.choice];
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

function pasteFor(field: FieldId, text: string): string {
	return field === 'template' ? text.replaceAll(/\r\n?/gv, '\n') : onOneLine(text);
}

type FilterAction = Extract<FormAction, {type: 'add-filter' | 'copy-filter' | 'remove-filter' | 'move-filter'}>;

function changeFilters(state: FormState, action: FilterAction): FormState {
	const {filters} = state.draft;
	const filter = filterOf(state.focus);
	if (action.type === 'add-filter') {
		const index = filter === undefined ? filters.length - 1 : filter.index;
		return setFilters(state, addFilter(filters, index), `filter.${index + 1}.fieldName`);
	}

	if (filter === undefined) {
		return state;
	}

	const {index, part} = filter;
	switch (action.type) {
		case 'copy-filter': {
			return setFilters(state, addFilter(filters, index, filters[index]), `filter.${index + 1}.${part}`);
		}

		case 'move-filter': {
			const to = Math.max(0, Math.min(index + action.by, filters.length - 1));
			return setFilters(state, moveFilter(filters, index, to), `filter.${to}.${part}`);
		}

		case 'remove-filter': {
			const left = Math.min(index, filters.length - 2);
			return setFilters(state, filters.toSpliced(index, 1), left === -1 ? 'address' : `filter.${left}.fieldName`);
		}
	}
}

function setFilters(state: FormState, filters: readonly Filter[], focus: FieldId): FormState {
	// What was said of a filter went by its index, which may be another's now.
	const isOther = (field: FieldId) => filterOf(field) === undefined;
	return focusOn({
		...state,
		draft: {...state.draft, filters},
		answers: state.answers.filter(({field}) => isOther(field)),
		visited: new Set([...state.visited].filter(field => isOther(field))),
	}, focus);
}

function review(state: FormState): FormState {
	const finished = state.edit.text === '' ? state : takeChoice(state);
	const seen = {...finished, visited: new Set(fieldsOf(finished.draft)), choice: undefined};
	const wrong = issuesOf(seen).find(({severity}) => severity === 'error');
	return wrong === undefined ? {...seen, mode: 'review'} : focusOn(seen, wrong.field);
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
