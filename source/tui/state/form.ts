import type {FieldIssue} from '../../api/failure.ts';
import {checkDraft, type Issue} from '../../notifications/check.ts';
import {
	addFilter,
	fieldsOf,
	filterOf,
	filterParts,
	readField,
	removeFilter,
	writeField,
	type Draft,
	type FieldId,
} from '../../notifications/draft.ts';
import type {KeyPress} from '../keys/key.ts';
import {fieldOfPath} from './field-paths.ts';
import {
	editAtEnd,
	editText,
	insertText,
	onOneLine,
	type TextState,
} from './text-edit.ts';

/** The form: what is written so far, and where the cursor is. */
export type FormState = {
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The focused field's text and cursor; its text is the draft's. */
	readonly edit: TextState;
	/** Whether the channel picker is open. */
	readonly isPicking: boolean;
	/** Fields that were left, whose local complaints are shown from then on. */
	readonly visited: ReadonlySet<FieldId>;
	/** The service's complaints about what was sent last; a field's go when it is edited. */
	readonly answers: readonly Issue[];
	/** The service's complaints that belong to no field. */
	readonly loose: readonly string[];
};

export type FormAction =
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	| {readonly type: 'next'}
	| {readonly type: 'previous'}
	| {readonly type: 'add-filter'}
	| {readonly type: 'remove-filter'}
	| {readonly type: 'open-picker'}
	| {readonly type: 'close-picker'}
	| {readonly type: 'choose-channel'; readonly channel: string}
	/** The operator tried to send: every complaint is shown, and the first is gone to. */
	| {readonly type: 'complain'}
	| {readonly type: 'answered'; readonly issues: readonly FieldIssue[]};

export function openForm(draft: Draft): FormState {
	return {
		...focusOn('userId', draft), draft, isPicking: false, visited: new Set(), answers: [], loose: [],
	};
}

/** The complaints to show: the service's, and this program's about fields that were left. */
export function shownIssues({draft, visited, answers}: FormState): Issue[] {
	return [...answers, ...checkDraft(draft).filter(({field}) => visited.has(field))];
}

export function reduceForm(state: FormState, action: FormAction): FormState {
	switch (action.type) {
		case 'key': {
			return typeKey(state, action.key);
		}

		case 'paste': {
			return state.focus === 'channel' ? state : write(state, insertText(state.edit, pasteFor(state.focus, action.text)));
		}

		case 'next': {
			return step(state, 1);
		}

		case 'previous': {
			return step(state, -1);
		}

		case 'add-filter': {
			const draft = addFilter(state.draft);
			return moveTo({...state, draft}, `filter.${draft.filters.length - 1}.fieldName`);
		}

		case 'remove-filter': {
			return dropFilter(state);
		}

		case 'open-picker': {
			return {...state, isPicking: true};
		}

		case 'close-picker': {
			return {...state, isPicking: false};
		}

		case 'choose-channel': {
			const chosen = write({...state, isPicking: false}, editAtEnd(action.channel));
			return state.isPicking ? step(chosen, 1) : chosen;
		}

		case 'complain': {
			const visited = new Set(fieldsOf(state.draft));
			const [first] = checkDraft(state.draft);
			return first === undefined ? {...state, visited} : moveTo({...state, visited}, first.field);
		}

		case 'answered': {
			return takeAnswer(state, action.issues);
		}
	}
}

function focusOn(focus: FieldId, draft: Draft): Pick<FormState, 'focus' | 'edit'> {
	return {focus, edit: editAtEnd(readField(draft, focus))};
}

function moveTo(state: FormState, field: FieldId): FormState {
	return {...state, visited: new Set([...state.visited, state.focus]), ...focusOn(field, state.draft)};
}

function step(state: FormState, by: number): FormState {
	const fields = fieldsOf(state.draft);
	const at = fields.indexOf(state.focus);
	return moveTo(state, fields.at((at + by) % fields.length)!);
}

function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.focus === 'channel') {
		return state;
	}

	const edit = editText(state.edit, key);
	return edit === undefined ? state : write(state, edit);
}

function write(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	const answers = edit.text === state.edit.text ? state.answers : state.answers.filter(({field}) => field !== focus);
	return {
		...state, edit, answers, draft: writeField(state.draft, focus, edit.text),
	};
}

function pasteFor(field: FieldId, text: string): string {
	return field === 'template' ? text.replaceAll(/\r\n?/gv, '\n') : onOneLine(text);
}

function dropFilter(state: FormState): FormState {
	const filter = filterOf(state.focus);
	if (filter === undefined) {
		return state;
	}

	const draft = removeFilter(state.draft, filter.index);
	const isComplaintOfFilters = (field: FieldId) => filterOf(field) !== undefined;
	const left = Math.min(filter.index, draft.filters.length - 1);
	return {
		...state,
		draft,
		// Their indexes are no longer right.
		answers: state.answers.filter(({field}) => !isComplaintOfFilters(field)),
		visited: new Set([...state.visited].filter(field => !isComplaintOfFilters(field))),
		...focusOn(left === -1 ? 'address' : `filter.${left}.${filterParts[0]}`, draft),
	};
}

function takeAnswer(state: FormState, issues: readonly FieldIssue[]): FormState {
	const fields = new Set(fieldsOf(state.draft));
	const answers: Issue[] = [];
	const loose: string[] = [];
	for (const {path, message} of issues) {
		const field = fieldOfPath(path);
		if (field !== undefined && fields.has(field)) {
			answers.push({field, message});
		} else {
			loose.push(path.length === 0 ? message : `${path.join('.')}: ${message}`);
		}
	}

	const first = answers[0]?.field;
	return {...(first === undefined ? state : moveTo(state, first)), answers, loose};
}
