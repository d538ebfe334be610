import {widthOf} from '../../terminal/width.ts';

/** The number of keys of one action from which only the first and the last are named. */
const manyKeys = 4;

const separator = ' · ';

/** The keys of an action, as many as fit into `columns`: the first one at least. */
export function fittingKeys(keys: readonly string[], columns: number): string {
	const [first = '', ...others] = keys;
	if (keys.length >= manyKeys) {
		return `${first} … ${others.at(-1)!}`;
	}

	let text = first;
	for (const key of others) {
		if (widthOf(text + separator + key) > columns) {
			break;
		}

		text += separator + key;
	}

	return text;
}
