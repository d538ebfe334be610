import {isDeepStrictEqual} from 'node:util';
import {arrangementOf, unarranged, type ArrangedSearch} from '../../domain/query/arrangement.ts';
import type {ListQuery} from './list-query.ts';

/** The storage of an account's search and arrangement between runs. */
export type ViewStore = {
	readonly read: () => ArrangedSearch | undefined;
	readonly write: (settings: ArrangedSearch) => void;
};

/** The list whose search is kept. */
type Searched = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => ListQuery;
	readonly restore: (saved: ArrangedSearch) => void;
	/** Whether the search is about marks or changes. */
	readonly isOfThisRun: () => boolean;
};

const noSettings: ArrangedSearch = {query: '', ...unarranged};

/** Restores a search and its arrangement, and saves every complete change. Returns a function that saves the last change and stops. */
export function persistSearch({read, write}: ViewStore, {subscribe, get, restore, isOfThisRun}: Searched): () => void {
	let saved = read() ?? noSettings;
	restore(saved);
	const save = () => {
		// Marks and changes are those of this run: the next one would begin with an empty list.
		const query = get();
		const settings = {query: isOfThisRun() ? '' : query.query.text, ...arrangementOf(query)};
		if (isDeepStrictEqual(settings, saved)) {
			return;
		}

		saved = settings;
		write(settings);
	};

	const stop = subscribe(() => {
		if (get().mode === 'list') {
			save();
		}
	});
	return () => {
		stop();
		save();
	};
}
