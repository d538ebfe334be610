import {isDeepStrictEqual} from 'node:util';
import type {DraftIssue} from '../../domain/draft/check.ts';
import {fieldsOf, filterOf, readField, type Draft, type FieldId} from '../../domain/fields.ts';
import {focusOn, type FormState} from './form.ts';
import type {FormAction} from './form-reducer.ts';

/** The state before a change of the draft. */
type FormStep = {
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The issues from the service's last response. They are restored only if there was no response since. */
	readonly serviceIssues: readonly DraftIssue[];
};

/** The changes of a draft that can be undone. */
export type FormHistory = {
	/** The states before each change, the oldest first. */
	readonly past: readonly FormStep[];
	/** The run of the last change. The next change of the same run is undone together with it. */
	readonly run: string | undefined;
};

/** The number of changes kept. */
const limit = 500;

/** Adds the change between two states to the history. Typing counts as one change, and so does deleting, until the cursor is moved or the field is left. */
export function remember(before: FormState, after: FormState, action: FormAction): FormState {
	if (after === before || action.type === 'values') {
		return after;
	}

	const {past, run} = before.history;
	if (isDeepStrictEqual(after.draft, before.draft)) {
		const isAnswered = action.type === 'send-failed';
		return {
			...after,
			history: {past: isAnswered ? past.map(step => ({...step, serviceIssues: []})) : past, run: undefined},
		};
	}

	const ofChange = runOf(action, before.focus);
	const isContinued = run !== undefined && run === ofChange;
	const {draft, focus, serviceIssues} = before;
	const steps = isContinued ? past : [...past, {draft, focus, serviceIssues}].slice(-limit);
	// A run that ends with the draft it began with is not a change.
	const isUndone = isContinued && isDeepStrictEqual(after.draft, past.at(-1)?.draft);
	return {
		...after,
		history: {
			past: isUndone ? steps.slice(0, -1) : steps,
			run: after.focus === focus && !isUndone ? ofChange : undefined,
		},
	};
}

/** The run of a change; undefined for a change that is undone on its own. */
function runOf(action: FormAction, focus: FieldId): string | undefined {
	if (action.type === 'key') {
		const {name, text} = action.key;
		const isDeleting = name === 'backspace' || name === 'delete';
		return text === undefined ? (isDeleting ? `delete ${focus}` : undefined) : `type ${focus}`;
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
			returns: [],
			serviceIssues: issuesAfter(state, step),
			history: {past: state.history.past.slice(0, -1), run: undefined},
		},
		step.focus,
	);
}

/** The current issues of fields that the undo does not change, and the earlier issues of the restored fields. */
function issuesAfter({draft, serviceIssues}: FormState, step: FormStep): DraftIssue[] {
	const haveFiltersMoved = draft.filters.length !== step.draft.filters.length;
	const isSame = (field: FieldId) =>
		(filterOf(field) === undefined || !haveFiltersMoved) && readField(draft, field) === readField(step.draft, field);
	const fields = new Set(fieldsOf(step.draft, step.focus));
	const kept = serviceIssues.filter(({field}) => fields.has(field) && isSame(field));
	return [...step.serviceIssues.filter(({field}) => !isSame(field)), ...kept];
}
