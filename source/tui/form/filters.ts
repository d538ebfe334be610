import {addFilter, filterOf, moveFilter, type FieldId} from '../../domain/fields.ts';
import type {Filter} from '../../domain/notification.ts';
import {focusOn, type FilterAction, type FormState} from './form.ts';

/** Maps the old index of a filter to its new one; undefined for a removed filter. */
type Renumber = (index: number) => number | undefined;

/** Adds a filter, or copies, moves or removes the one with the cursor. Without a filter under the cursor, only adding does anything. */
export function changeFilters(state: FormState, action: FilterAction): FormState {
	const {filters} = state.draft;
	const filter = filterOf(state.focus);
	if (filter === undefined) {
		return action.type === 'add-filter'
			? withReturnFocus(
					state,
					setFilters(state, addFilter(filters), `filter.${filters.length}.fieldName`, index => index),
				)
			: state;
	}

	const {index, part} = filter;
	const afterInsert: Renumber = other => (other > index ? other + 1 : other);
	switch (action.type) {
		case 'add-filter': {
			return withReturnFocus(
				state,
				setFilters(state, addFilter(filters, index), `filter.${index + 1}.fieldName`, afterInsert),
			);
		}

		case 'copy-filter': {
			const copied = withReturnFocus(
				state,
				setFilters(state, addFilter(filters, index, filters[index]), `filter.${index + 1}.${part}`, afterInsert),
			);
			return state.filledTypes.has(`filter.${index}.valueType`)
				? {...copied, filledTypes: new Set<FieldId>([...copied.filledTypes, `filter.${index + 1}.valueType`])}
				: copied;
		}

		case 'move-filter': {
			const to = Math.max(0, Math.min(index + action.by, filters.length - 1));
			const afterSwap: Renumber = other => (other === index ? to : other === to ? index : other);
			return setFilters(state, moveFilter(filters, index, to), `filter.${to}.${part}`, afterSwap);
		}

		case 'remove-filter': {
			const next = Math.min(index, filters.length - 2);
			const afterRemoval: Renumber = other => (other === index ? undefined : other > index ? other - 1 : other);
			const removed = (focus: FieldId) => setFilters(state, filters.toSpliced(index, 1), focus, afterRemoval);
			const last = state.returns.at(-1);
			return last?.filter === index
				? {...removed(last.focus), returns: state.returns.slice(0, -1)}
				: removed(next === -1 ? 'address' : `filter.${next}.fieldName`);
		}
	}
}

/** Records the field that was focused before a filter was added, so that removing the filter returns the focus to it. */
function withReturnFocus({returns, focus}: FormState, added: FormState): FormState {
	return {...added, returns: [...returns, {filter: filterOf(added.focus)!.index, focus}]};
}

/** Sets the filters and the focus. The issues of a filter move with it. */
function setFilters(state: FormState, filters: readonly Filter[], focus: FieldId, renumber: Renumber): FormState {
	const move = (field: FieldId): FieldId | undefined => {
		const filter = filterOf(field);
		const index = filter && renumber(filter.index);
		return filter === undefined ? field : index === undefined ? undefined : `filter.${index}.${filter.part}`;
	};

	const visited = [...state.visited, state.focus].flatMap(field => move(field) ?? []);
	const emptied = [...state.emptied].flatMap(field => move(field) ?? []);
	return focusOn(
		{
			...state,
			draft: {...state.draft, filters},
			serviceIssues: state.serviceIssues.flatMap(issue => {
				const field = move(issue.field);
				return field === undefined ? [] : [{...issue, field}];
			}),
			visited: new Set(visited),
			emptied: new Set(emptied),
			filledTypes: new Set([...state.filledTypes].flatMap(field => move(field) ?? [])),
			returns: [],
		},
		focus,
	);
}
