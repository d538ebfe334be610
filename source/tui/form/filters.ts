import {addFilter, filterOf, moveFilter} from '../../notification/fields.ts';
import {type FieldId} from '../../notification/spec.ts';
import type {Filter} from '../../notification/notification.ts';
import {focusOn, type FilterAction, type FormState} from './form.ts';

/** Maps the old index of a filter to its new one; undefined for a removed filter. */
type Renumber = (index: number) => number | undefined;

/** Adds a filter, or copies, moves or removes the one with the cursor. Without a filter under the cursor, only adding does anything. */
export function changeFilters(state: FormState, action: FilterAction): FormState {
	const {filters} = state.draft;
	const {index = filters.length - 1, part} = filterOf(state.focus) ?? {};
	const afterInsert: Renumber = other => (other > index ? other + 1 : other);
	if (action.type === 'add-filter') {
		return setFilters(state, addFilter(filters, index), `filter.${index + 1}.fieldName`, afterInsert);
	}

	if (part === undefined) {
		return state;
	}

	switch (action.type) {
		case 'copy-filter': {
			const copied = addFilter(filters, index, filters[index]);
			const added = setFilters(state, copied, `filter.${index + 1}.${part}`, afterInsert);
			const isFilled = state.filledTypes.has(`filter.${index}.valueType`);
			const filled = new Set<FieldId>([...added.filledTypes, `filter.${index + 1}.valueType`]);
			return isFilled ? {...added, filledTypes: filled} : added;
		}

		case 'move-filter': {
			const to = Math.max(0, Math.min(index + action.by, filters.length - 1));
			const swapped = new Map([
				[index, to],
				[to, index],
			]);
			const afterSwap: Renumber = other => swapped.get(other) ?? other;
			return setFilters(state, moveFilter(filters, index, to), `filter.${to}.${part}`, afterSwap);
		}

		case 'remove-filter': {
			const next = Math.min(index, filters.length - 2);
			const focus = next === -1 ? 'address' : (`filter.${next}.fieldName` as const);
			const others: Renumber = other => (other > index ? other - 1 : other);
			const afterRemoval: Renumber = other => (other === index ? undefined : others(other));
			return setFilters(state, filters.toSpliced(index, 1), focus, afterRemoval);
		}
	}
}

/** Sets the filters and the focus. The issues of a filter move with it. */
function setFilters(state: FormState, filters: readonly Filter[], focus: FieldId, renumber: Renumber): FormState {
	const move = (field: FieldId): FieldId[] => {
		const filter = filterOf(field);
		const index = filter && renumber(filter.index);
		const moved: FieldId[] = index === undefined ? [] : [`filter.${index}.${filter!.part}`];
		return filter === undefined ? [field] : moved;
	};

	const moveAll = (fields: ReadonlySet<FieldId>) => new Set([...fields].flatMap(field => move(field)));
	return focusOn(
		{
			...state,
			draft: {...state.draft, filters},
			serviceIssues: state.serviceIssues.flatMap(issue => move(issue.field).map(field => ({...issue, field}))),
			visited: moveAll(new Set([...state.visited, state.focus])),
			emptied: moveAll(state.emptied),
			filledTypes: moveAll(state.filledTypes),
		},
		focus,
	);
}
