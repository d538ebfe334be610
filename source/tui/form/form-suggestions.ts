import {suggestTexts, textKindOf, suggest, valueKindOf} from '../../domain/draft/suggest.ts';
import {readTyped} from '../../domain/fields.ts';
import {typedOperator} from '../../domain/filters/operator-signs.ts';
import type {FormState} from './form.ts';

/** The initial state of suggestions for free text: none is highlighted, so that none is accepted unless the operator moves to it. */
export const noneHighlighted = {index: -1, isAcceptedOnLeave: false} as const;

/** A value suggested for the focused field. */
export type Suggestion = {
	readonly value: string;
	/** Whether it is the typed text, which equals no known value. */
	readonly isTyped: boolean;
};

const suggestionsByState = new WeakMap<FormState, readonly Suggestion[]>();

/** Returns the suggestions for the focused field: known values that match the typed text, then the typed text itself. Without typed text, all known values. For free text, texts of the account. */
export function suggestionsOf(state: FormState): readonly Suggestion[] {
	const known = suggestionsByState.get(state) ?? findSuggestions(state);
	suggestionsByState.set(state, known);
	return known;
}

function findSuggestions({
	draft,
	focus,
	edit,
	isSelected,
	listedValues,
	listedTexts,
	learnedValues,
}: FormState): Suggestion[] {
	const textKind = textKindOf(focus);
	if (textKind !== undefined) {
		return suggestTexts(draft, textKind, listedTexts).map(value => ({value, isTyped: false}));
	}

	if (valueKindOf(focus) === undefined) {
		return [];
	}

	const isOperator = valueKindOf(focus) === 'operator';
	const suggestions = suggest(draft, focus, listedValues, learnedValues, isSelected).map(value => ({
		value: isOperator ? typedOperator(value) : value,
		isTyped: false,
	}));
	const typed = edit.text.trim();
	const isKnown = typed === '' || suggestions.some(({value}) => readTyped(focus, value) === readTyped(focus, typed));
	if (isKnown) {
		return suggestions;
	}

	return isSelected
		? [{value: typed, isTyped: false}, ...suggestions]
		: [...suggestions, {value: typed, isTyped: true}];
}

/** Replaces the values to suggest. The highlighted suggestion stays highlighted. */
export function withValues(
	state: FormState,
	values: Partial<Pick<FormState, 'listedValues' | 'listedTexts' | 'learnedValues'>>,
): FormState {
	const {highlighted} = state;
	const next = {...state, ...values};
	if (highlighted === undefined) {
		return next;
	}

	const was = suggestionsOf(state)[highlighted.index];
	// The typed text was highlighted only because nothing else matched.
	const value = was?.isTyped && highlighted.index === 0 ? undefined : was?.value;
	const index = suggestionsOf(next).findIndex(suggestion => suggestion.value === value);
	return {
		...next,
		highlighted: {...highlighted, index: index === -1 && valueKindOf(state.focus) !== undefined ? 0 : index},
	};
}
