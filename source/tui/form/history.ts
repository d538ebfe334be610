import {isDeepStrictEqual} from 'node:util';
import type {DraftIssue} from '../../domain/draft/check.ts';
import {fieldsOf, filterOf, readField, type Draft, type FieldId} from '../../domain/draft/draft.ts';
import {focusOn, type FormState} from './form.ts';
import type {FormAction} from './form-reducer.ts';

/** What a change of the draft replaced. */
type FormStep = {
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The service's issues, as long as it has not answered again. */
	readonly serviceIssues: readonly DraftIssue[];
};

/** The changes of a draft that can be undone. */
export type FormHistory = {
	/** Oldest first. */
	readonly past: readonly FormStep[];
	/** What the last change belongs to; the next one of the same run is undone together with it. */
	readonly run: string | undefined;
};

/** Changes that are kept. */
const limit = 500;

/** Adds the change from one state to the next to the history. Typing is undone as one change, and so is deleting, until the cursor is moved or the field is left. */
export function remember(before: FormState, after: FormState, action: FormAction): FormState {
	if (after === before || action.type === 'values') {
		return after;
	}

	const {past, run} = before.history;
	if (isDeepStrictEqual(after.draft, before.draft)) {
		const isAnswered = action.type === 'send-failed';
		return {...after, history: {past: isAnswered ? past.map(step => ({...step, serviceIssues: []})) : past, run: undefined}};
	}

	const ofChange = runOf(action, before.focus);
	const isContinued = run !== undefined && run === ofChange;
	const {draft, focus, serviceIssues} = before;
	const steps = isContinued ? past : [...past, {draft, focus, serviceIssues}].slice(-limit);
	// A run that ends where it began is no change.
	const isUndone = isContinued && isDeepStrictEqual(after.draft, past.at(-1)?.draft);
	return {
		...after,
		history: {
			past: isUndone ? steps.slice(0, -1) : steps,
			run: after.focus === focus && !isUndone ? ofChange : undefined,
		},
	};
}

/** The run that a change belongs to; undefined for a change that is undone alone. */
function runOf(action: FormAction, focus: FieldId): string | undefined {
	if (action.type === 'key') {
		const {name, text} = action.key;
		const isDeleting = name === 'backspace' || name === 'delete';
		return text === undefined ? (isDeleting ? `delete ${focus}` : undefined) : `type ${focus}`;
	}

	// The suggestion that is accepted on leaving a field replaces what was typed.
	return ['next', 'next-issue', 'advance'].includes(action.type) ? `type ${focus}` : undefined;
}

/** Takes the last change back, and returns to its field. */
export function undoChange(state: FormState): FormState {
	const step = state.history.past.at(-1);
	if (step === undefined) {
		return state;
	}

	return focusOn({
		...state,
		draft: step.draft,
		returns: [],
		restOfChannel: undefined,
		serviceIssues: issuesAfter(state, step),
		history: {past: state.history.past.slice(0, -1), run: undefined},
	}, step.focus);
}

/** The issues of fields that the undo leaves as they are, and those that the restored ones had. */
function issuesAfter({draft, serviceIssues}: FormState, step: FormStep): DraftIssue[] {
	const haveFiltersMoved = draft.filters.length !== step.draft.filters.length;
	const isSame = (field: FieldId) => (filterOf(field) === undefined || !haveFiltersMoved) && readField(draft, field) === readField(step.draft, field);
	const fields = new Set(fieldsOf(step.draft, step.focus));
	const kept = serviceIssues.filter(({field}) => fields.has(field) && isSame(field));
	return [...step.serviceIssues.filter(({field}) => !isSame(field)), ...kept];
}
