import {useMemo, useRef, useState} from 'react';
import type {ListedRecord} from '../../notifications/notification.ts';
import {
	isFound,
	isNarrower,
	parseQuery,
	type Term,
} from '../../notifications/search.ts';
import type {KeyPress} from '../keys/key.ts';
import {
	editAtEnd,
	editText,
	insertText,
	onOneLine,
	type TextState,
} from '../state/text-edit.ts';

export type SearchHandle = {
	readonly query: TextState;
	readonly terms: readonly Term[];
	/** What meets the query; everything where there is none. */
	readonly found: readonly ListedRecord[];
	/** Whether keys go to the query. */
	readonly isTyping: boolean;
	readonly open: () => void;
	readonly close: () => void;
	readonly clear: () => void;
	readonly type: (key: KeyPress) => void;
	readonly paste: (text: string) => void;
};

type Search = {
	readonly records: readonly ListedRecord[];
	readonly terms: readonly Term[];
	readonly found: readonly ListedRecord[];
};

/** A query over the records. Typing on narrows what was found, instead of searching everything again. */
export function useSearch(records: readonly ListedRecord[]): SearchHandle {
	const [query, setQuery] = useState(editAtEnd(''));
	const [isTyping, setIsTyping] = useState(false);
	const last = useRef<Search>({records: [], terms: [], found: []});
	const terms = useMemo(() => parseQuery(query.text), [query.text]);
	const found = useMemo(() => {
		const {records: before, terms: previous, found: seen} = last.current;
		const source = before === records && isNarrower(terms, previous) ? seen : records;
		const now = terms.length === 0 ? records : source.filter(record => isFound(record, terms));
		last.current = {records, terms, found: now};
		return now;
	}, [records, terms]);

	return {
		query,
		terms,
		found,
		isTyping,
		open() {
			setIsTyping(true);
		},
		close() {
			setIsTyping(false);
		},
		clear() {
			setQuery(editAtEnd(''));
			setIsTyping(false);
		},
		type(key) {
			setQuery(current => isTyping ? editText(current, key) ?? current : current);
		},
		paste(text) {
			setQuery(current => isTyping ? insertText(current, onOneLine(text)) : current);
		},
	};
}
