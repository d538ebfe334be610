import {addFilter, filterOf, moveFilter, type FieldId} from '../../domain/draft/draft.ts';
import type {Filter} from '../../domain/notification.ts';
import {focusOn, type FormState} from './form.ts';

export type FilterAction =
	| {readonly type: 'add-filter' | 'copy-filter' | 'remove-filter'}
	| {readonly type: 'move-filter'; readonly by: 1 | -1};

/** Where a filter is after a change, by where it was; undefined once it is gone. */
type Renumber = (index: number) => number | undefined;

/** Adds a filter, or changes the one that has the cursor. */
export function changeFilters(state: FormState, action: FilterAction): FormState {
	const {filters} = state.draft;
	const filter = filterOf(state.focus);
	if (filter === undefined) {
		return action.type === 'add-filter'
			? setFilters(state, addFilter(filters), `filter.${filters.length}.fieldName`, index => index)
			: state;
	}

	const {index, part} = filter;
	const madeRoom: Renumber = other => other > index ? other + 1 : other;
	switch (action.type) {
		case 'add-filter': {
			return setFilters(state, addFilter(filters, index), `filter.${index + 1}.fieldName`, madeRoom);
		}

		case 'copy-filter': {
			return setFilters(state, addFilter(filters, index, filters[index]), `filter.${index + 1}.${part}`, madeRoom);
		}

		case 'move-filter': {
			const to = Math.max(0, Math.min(index + action.by, filters.length - 1));
			const swapped: Renumber = other => other === index ? to : (other === to ? index : other);
			return setFilters(state, moveFilter(filters, index, to), `filter.${to}.${part}`, swapped);
		}

		case 'remove-filter': {
			const left = Math.min(index, filters.length - 2);
			const closed: Renumber = other => other === index ? undefined : (other > index ? other - 1 : other);
			return setFilters(state, filters.toSpliced(index, 1), left === -1 ? 'address' : `filter.${left}.fieldName`, closed);
		}
	}
}

/** What was said of a filter goes with it. */
function setFilters(state: FormState, filters: readonly Filter[], focus: FieldId, renumber: Renumber): FormState {
	const move = (field: FieldId): FieldId | undefined => {
		const filter = filterOf(field);
		const index = filter && renumber(filter.index);
		return filter === undefined ? field : (index === undefined ? undefined : `filter.${index}.${filter.part}`);
	};

	const visited = [...state.visited, state.focus].flatMap(field => move(field) ?? []);
	return focusOn({
		...state,
		draft: {...state.draft, filters},
		answers: state.answers.flatMap(answer => {
			const field = move(answer.field);
			return field === undefined ? [] : [{...answer, field}];
		}),
		visited: new Set(visited),
	}, focus);
}
