import {countFitting, fieldGap} from '../ui/fit.ts';

/** The number of keys of one action from which only the first and the last are named. */
const manyKeys = 4;

/** The keys of an action, as many as fit into `columns`: the first one at least. */
export const fittingKeys = (keys: readonly string[], columns: number): string =>
	keys.length >= manyKeys
		? `${keys[0]!} … ${keys.at(-1)!}`
		: keys.slice(0, Math.max(1, countFitting(keys, columns, fieldGap.length))).join(fieldGap);
