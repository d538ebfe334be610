import {widthOf} from '../../terminal/width.ts';

/** The parts of a search, each part as it is typed, the most useful first. */
export const grammarParts = ['words', 'user:=exact', 'channel:', 'to:', 'not:', '/regex/', 'is:new', 'a or b'] as const;

/** The parts of a search that fit into `columns`, for the empty search line. */
export function searchGrammar(columns: number): string {
	let shown = '';
	for (const part of grammarParts) {
		const longer = shown === '' ? part : `${shown}  ${part}`;
		if (widthOf(longer) > columns) {
			break;
		}

		shown = longer;
	}

	return shown;
}
