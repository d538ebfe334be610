import {groupLetters, sortLetters, type FieldName, type GroupField} from '../../notification/spec.ts';
import {arrangementOf, isSameArrangement, unarranged, type ArrangedSearch, type Arrangement} from '../../query/sort.ts';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd, editText, emptied, insertText, onOneLine, textToEdit, type TextState} from '../shared/text-edit.ts';

/** The search and the arrangement of the list, and the mode of its keys. Each mode is a scope. */
export type ListQuery = Arrangement & {
	readonly mode: 'list' | 'search' | 'sort' | 'group';
	readonly query: TextState;
	/** Whether the query is selected, as when a kept one is opened again: typing replaces it, an arrow keeps it. */
	readonly isSelected: boolean;
	/** The index of the choice under the cursor. */
	readonly choice: number;
};

export type ListQueryAction =
	| {readonly type: 'open'; readonly mode: 'search' | 'sort' | 'group'}
	| {readonly type: 'close'}
	| {readonly type: 'clear'}
	| {readonly type: 'edit'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** Replaces the query that is being typed. */
	| {readonly type: 'complete'; readonly query: TextState}
	| {readonly type: 'step'; readonly by: 1 | -1}
	| {readonly type: 'accept'}
	/** Chooses a field. Choosing the current sort field reverses the order; choosing the current group field ungroups. */
	| {readonly type: 'take'; readonly field: FieldName | undefined}
	/** Reverses the order, or ungroups: the key that opened the line was pressed again. */
	| {readonly type: 'again'}
	/** Toggles the order of the groups between count and value. */
	/** Changes the search or the arrangement. Omitted members stay as they are. */
	| {readonly type: 'arrange'; readonly view: Partial<ArrangedSearch>}
	| {readonly type: 'restore'; readonly saved: ArrangedSearch};

/** The search for what appeared and what vanished. */
export const changesQuery = 'is:new or is:gone';

export const initialListQuery: ListQuery = {
	...unarranged,
	mode: 'list',
	query: editAtEnd(''),
	isSelected: false,
	choice: 0,
};

const groupFields = Object.keys(groupLetters()) as GroupField[];

/** The choices of each mode. `undefined` stands for not sorted and not grouped. */
export const choices = {
	sort: [...(Object.keys(sortLetters()) as FieldName[]), undefined],
	group: [...groupFields, undefined],
} as const satisfies Readonly<Record<'sort' | 'group', ReadonlyArray<FieldName | undefined>>>;

export function reduceListQuery(state: ListQuery, action: ListQueryAction): ListQuery {
	const {mode, query, isSelected, sort, group} = state;
	switch (action.type) {
		case 'open': {
			const current = action.mode === 'sort' ? sort?.field : group;
			const fields: ReadonlyArray<FieldName | undefined> = action.mode === 'search' ? [] : choices[action.mode];
			return {
				...state,
				mode: action.mode,
				isSelected: action.mode === 'search' && query.text !== '',
				choice: current === undefined ? 0 : Math.max(0, fields.indexOf(current)),
			};
		}

		case 'close': {
			return {...state, mode: 'list'};
		}

		case 'clear': {
			return {...state, mode: 'list', query: editAtEnd('')};
		}

		case 'edit': {
			const edited = mode === 'search' ? editText(textToEdit(query, isSelected, action.key), action.key) : undefined;
			return edited === undefined ? state : {...state, query: edited, isSelected: false};
		}

		case 'paste': {
			return mode === 'search'
				? {...state, query: insertText(isSelected ? emptied(query) : query, onOneLine(action.text)), isSelected: false}
				: state;
		}

		case 'complete': {
			return mode === 'search' ? {...state, query: action.query, isSelected: false} : state;
		}

		case 'step': {
			return mode === 'sort' || mode === 'group'
				? {...state, choice: (state.choice + action.by + choices[mode].length) % choices[mode].length}
				: state;
		}

		case 'accept': {
			return mode === 'sort' || mode === 'group' ? take(state, choices[mode][state.choice]) : state;
		}

		case 'take': {
			return take(state, action.field);
		}

		case 'again': {
			return take(state, mode === 'sort' ? sort?.field : undefined);
		}

		case 'arrange': {
			const {query: text, ...order} = action.view;
			return {...state, mode: 'list', ...(text !== undefined && {query: editAtEnd(text)}), ...order};
		}

		case 'restore': {
			const {saved} = action;
			// Changes that the operator made in the meantime are kept.
			const isUntouched = mode === 'list' && query.text === '' && isSameArrangement(state, unarranged);
			return isUntouched ? {...state, query: editAtEnd(saved.query), ...arrangementOf(saved)} : state;
		}
	}
}

function take(state: ListQuery, field: FieldName | undefined): ListQuery {
	const {mode, sort, group} = state;
	const sorted = field === undefined ? undefined : {field, isDescending: field === sort?.field && !sort.isDescending};
	const grouped = field === group ? undefined : groupFields.find(name => name === field);
	return {...state, mode: 'list', ...(mode === 'sort' ? {sort: sorted} : {group: grouped})};
}
