import type {Scope} from '../keys/bindings.ts';
import {bindingsOf} from '../keys/match.ts';
import {SearchLine} from '../shared/search-line.tsx';
import {choices, type ListQuery} from './list-query.ts';
import type {FieldChoice} from './choices.ts';
import {ChoiceLine} from './choice-line.tsx';
import {searchGrammar} from './search-grammar.ts';

export type QueryLineProps = {
	readonly query: ListQuery;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The line above the list: the query, or the fields to sort or group by. */
export function QueryLine({query: {mode, query, isSelected, choice}, width}: QueryLineProps) {
	return mode === 'sort' || mode === 'group' ? (
		<ChoiceLine title={mode === 'sort' ? 'sort' : 'group'} choices={choicesOf(mode)} chosen={choice} width={width} />
	) : (
		<SearchLine
			search={{query, isTyping: mode === 'search', isSelected}}
			placeholder={searchGrammar(width - 4)}
			width={width}
		/>
	);
}

function choicesOf(mode: 'sort' | 'group'): FieldChoice[] {
	return choices[mode].map(field => ({label: field ?? '', key: keyOf(mode, `by-${field ?? 'none'}`)}));
}

function keyOf(scope: Scope, wanted: string): string {
	return bindingsOf(scope).find(({action}) => action === wanted)!.keys[0]!;
}
