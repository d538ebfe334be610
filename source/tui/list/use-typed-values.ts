import {useEffect, useEffectEvent, useMemo, useState} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {hasState, type TypedCondition} from '../../domain/query/parse.ts';
import {createMatcher, noStateIds, recordStates, searchTextOf, type StateIds} from '../../domain/query/match.ts';
import {countValues, type ValueCount} from '../../domain/query/group.ts';
import {finishInSlices} from '../../platform/time-slices.ts';

/** The values that a condition of the search can have, while it is being typed. */
export type TypedValues = {
	readonly condition: TypedCondition;
	/** Those that fit what is typed, the most frequent first. */
	readonly values: readonly ValueCount[];
	/** Whether the values are still being counted. */
	readonly isCounting: boolean;
};

const noValues: readonly ValueCount[] = [];

/**
The values of the condition that is being typed in the search, counted among the notifications that its other conditions find.

@param condition - The condition; undefined if none is being typed.
@param records - All that are listed; undefined until they are.
@param states - The notifications in each state.
*/
export function useTypedValues(
	condition: TypedCondition | undefined,
	records: readonly ListedRecord[] | undefined,
	states: StateIds,
): TypedValues | undefined {
	const counts = useCounts(condition, records, states);
	return useMemo(
		() =>
			condition && {
				condition,
				values: typedValues(condition, counts ?? noValues, states),
				isCounting: condition.field !== undefined && counts === undefined,
			},
		[condition, counts, states],
	);
}

/** The counts of the values of a field, for the other conditions of a query. */
type Counted = {readonly key: string; readonly values: readonly ValueCount[]};

/** Counts in slices between keys, once for each field: typing its value only chooses among them. */
function useCounts(
	condition: TypedCondition | undefined,
	records: readonly ListedRecord[] | undefined,
	states: StateIds,
): readonly ValueCount[] | undefined {
	const [counted, setCounted] = useState<Counted>();
	const {field, others = []} = condition ?? {};
	const key = JSON.stringify([field, others]);
	const othersStates = hasState(others) ? states : noStateIds;
	const countOf = useEffectEvent(async (all: readonly ListedRecord[], signal: AbortSignal) => {
		if (field === undefined) {
			return undefined;
		}

		const isMatching = createMatcher(others, othersStates);
		const isCounted =
			others.length === 0 ? undefined : (record: ListedRecord) => isMatching(record, searchTextOf(record));
		const counts = await finishInSlices(countValues(all, [field], isCounted), signal);
		return counts?.get(field);
	});
	useEffect(() => {
		if (records === undefined) {
			return;
		}

		const controller = new AbortController();
		const count = async () => {
			const values = await countOf(records, controller.signal);
			if (values !== undefined) {
				setCounted({key, values});
			}
		};

		void count();
		return () => {
			controller.abort();
		};
	}, [key, records, othersStates]);

	return counted?.key === key ? counted.values : undefined;
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
