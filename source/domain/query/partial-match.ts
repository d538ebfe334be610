import {foldText, numberText} from '../../platform/text.ts';
import {fieldNamed, type FieldName} from '../fields.ts';
import type {Notification} from '../notification.ts';
import type {Query, SearchTerm} from './parse-query.ts';

/** A condition that also found other values than the one that was probably meant: `user:42` finds `customer-104205`, too. */
export type PartialMatch = {
	/** The condition: `user:42`. */
	readonly term: string;
	/** The other values that it found, the most frequent first. */
	readonly others: readonly string[];
	/** The condition that finds only what was meant: `user:=user-42`. */
	readonly exact: string;
	/** The number of notifications with the value that was meant. */
	readonly count: number;
	/** The field, and the number of its values that were found. */
	readonly field: FieldName;
	readonly values: number;
};

/** The fields whose values say whose notifications they are. */
const owners: ReadonlySet<FieldName> = new Set(['user', 'recipient']);

/** The first condition of a query that finds a value as a whole, and others that only contain it, among the notifications to change. */
export function findPartialMatch(query: Query, targets: readonly Notification[]): PartialMatch | undefined {
	for (const term of query.flat()) {
		const found = partialMatchOf(term, targets);
		if (found !== undefined) {
			return found;
		}
	}

	return undefined;
}

function partialMatchOf(
	{field: named, text, isNot, isExact, pattern}: SearchTerm,
	targets: readonly Notification[],
): PartialMatch | undefined {
	// A word alone is meant as a user only if it is one.
	const field = named ?? 'user';
	if (isNot || isExact === true || pattern !== undefined || text === '' || !owners.has(field)) {
		return undefined;
	}

	const counts = countValues(targets, field, text);
	const sorted = [...counts].toSorted(([, a], [, b]) => b.count - a.count);
	const equal = sorted.filter(([value]) => value === text);
	const meant = equal.length > 0 || named === undefined ? equal : sorted.filter(([value]) => isWholeWord(value, text));
	const others = sorted.filter(each => !meant.includes(each));
	const [, best] = meant[0] ?? [];
	const exact = best && exactCondition(field, best.value);
	if (exact === undefined || others.length === 0) {
		return undefined;
	}

	return {
		term: named === undefined ? text : conditionText(field, text),
		others: others.map(([, {value}]) => value),
		exact,
		count: best!.count,
		field,
		values: sorted.length,
	};
}

type Counted = {readonly value: string; readonly count: number};

/** The values of a field that contain a text, folded. */
function countValues(targets: readonly Notification[], field: FieldName, text: string): Map<string, Counted> {
	const {read} = fieldNamed(field);
	const counts = new Map<string, Counted>();
	for (const target of targets) {
		const value = read(target);
		const lower = foldText(value);
		if (lower.includes(text)) {
			counts.set(lower, {value, count: (counts.get(lower)?.count ?? 0) + 1});
		}
	}

	return counts;
}

const letterOrDigit = /[\p{L}\p{N}]/v;

/** Whether a text stands in a value without a letter or digit next to it: `42` in `user-42`, but not in `1042`. */
function isWholeWord(value: string, text: string): boolean {
	for (let at = value.indexOf(text); at !== -1; at = value.indexOf(text, at + 1)) {
		const [before = '', after = ''] = [value.slice(0, at).at(-1), value.slice(at + text.length).at(0)];
		if (!letterOrDigit.test(before) && !letterOrDigit.test(after)) {
			return true;
		}
	}

	return false;
}

const conditionText = (field: FieldName, text: string): string =>
	/\s/v.test(text) ? `${field}:"${text}"` : `${field}:${text}`;

/** The condition that a field equals a value; undefined if the value has a quotation mark, which no condition can have. */
const exactCondition = (field: FieldName, value: string): string | undefined =>
	value.includes('"') ? undefined : conditionText(field, `=${value}`);

/** Warns of a condition that also found others, in a sentence; not yet safe to show: `23 users: user:42 also matches customer-104205. user:=user-42 finds 154.` */
export function partialMatchText({term, others, exact, count, field, values}: PartialMatch): string {
	const more = others.length - 1;
	return `${numberText(values)} ${field}s: ${term} also matches ${others[0]!}${more === 0 ? '' : ` and ${numberText(more)} more`}. ${exact} finds ${numberText(count)}.`;
}
