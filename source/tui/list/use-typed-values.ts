import {useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {countValues, type ValueCount} from '../../query/group.ts';
import {type Query, createMatcher, noStateIds, recordStates, searchTextOf, type StateIds} from '../../query/match.ts';
import {hasState, type TypedCondition} from '../../query/parse.ts';
import {useSliced} from '../shared/use-sliced.ts';

/**
The values of the condition that is being typed in the search, counted among the notifications that its other conditions find, in slices between keys: once for each field and other conditions, because typing its value only chooses among them.

@param condition - The condition; undefined if none is being typed.
@param records - All that are listed; undefined until they are.
@param states - The notifications in each state.
@returns The values that fit what is typed, the most frequent first, and whether they are still being counted.
*/
export function useTypedValues(
	condition: TypedCondition | undefined,
	records: readonly ListedRecord[] | undefined,
	states: StateIds,
) {
	const key = JSON.stringify(condition?.others ?? []);
	const others = useMemo(() => JSON.parse(key) as Query, [key]);
	const othersStates = hasState(others) ? states : noStateIds;
	const field = condition?.field;
	const {value} = useSliced(
		useMemo(() => {
			if (records === undefined || field === undefined) {
				return undefined;
			}

			const isMatching = createMatcher(others, othersStates);
			const isCounted =
				others.length === 0 ? undefined : (record: ListedRecord) => isMatching(record, searchTextOf(record));
			return function* () {
				const counts = yield* countValues(records, [field], isCounted);
				return {field, others, values: counts.get(field)!};
			};
		}, [records, field, others, othersStates]),
	);
	const counts = value?.field === field && value?.others === others ? value?.values : undefined;
	return (
		condition && {
			condition,
			values: typedValues(condition, counts ?? [], states),
			isCounting: field !== undefined && counts === undefined,
		}
	);
}

/** The number of values offered for a condition: more than fit on any line. */
const offered = 30;

/** The values that fit the text of a condition being typed, with their counts: those that contain it or, if they must equal it, begin with it. `counts`: those of its field. */
function typedValues(
	{field, text, isExact}: TypedCondition,
	counts: readonly ValueCount[],
	states: StateIds,
): ValueCount[] {
	return field === undefined
		? recordStates
				.filter(state => state.startsWith(text))
				.map(state => ({value: state, lower: state, count: states[state].size}))
		: counts
				.values()
				.filter(({lower}) => (isExact ? lower.startsWith(text) : lower.includes(text)))
				.take(offered)
				.toArray();
}
