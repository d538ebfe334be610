import type {CheckedQuery} from '../../domain/query/check-query.ts';
import {noRecordQuery, parseQuery, type UncheckedQuery} from '../../domain/query/parse-query.ts';

/**
Creates a function that checks the text of a search. What checks patterns is imported when the first one is typed.

@param onLoaded - Called once that is imported: the text has to be checked again. Until then it finds nothing, so that no key acts on rows that it may exclude.
*/
export function createQueryChecker(onLoaded: () => void): (text: string) => CheckedQuery {
	let checkPatterns: ((query: UncheckedQuery) => CheckedQuery) | undefined;
	const load = async () => {
		const judge = await import('../../domain/query/check-patterns.ts');
		checkPatterns = judge.checkPatterns;
		onLoaded();
	};

	return text => {
		const parsed = parseQuery(text);
		if (parsed.ok !== 'unchecked') {
			return parsed;
		}

		if (checkPatterns !== undefined) {
			return checkPatterns(parsed.query);
		}

		void load();
		return {ok: true, query: noRecordQuery};
	};
}
