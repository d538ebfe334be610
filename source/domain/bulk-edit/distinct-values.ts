import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {emptyDraft, fieldsOf, hasTopics, readField, type Draft, type FieldId} from '../fields.ts';
import type {Filter} from '../notification.ts';

/** A value of a field, and the number of notifications that have it. */
export type DistinctValue = {readonly value: string; readonly count: number};

/** The distinct values of each field that some of the notifications have, the most frequent first. The fields are in the form's order. */
export type ValuesByField = ReadonlyMap<FieldId, readonly DistinctValue[]>;

const step = itemsPerSlice / 4;

/**
Counts the distinct values of every field.

@yields Nothing; the computation can pause there.
*/
export function* distinctValues(drafts: readonly Draft[]): Sliced<ValuesByField> {
	const counts = new Map<FieldId, Map<string, number>>();
	let filters: readonly Filter[] = [];
	let withTopics: Draft | undefined;
	for (const [index, draft] of drafts.entries()) {
		filters = draft.filters.length > filters.length ? draft.filters : filters;
		withTopics ??= hasTopics(draft) ? draft : undefined;
		for (const field of fieldsOf(draft)) {
			const ofField = counts.get(field) ?? new Map<string, number>();
			counts.set(field, ofField);
			const value = readField(draft, field);
			ofField.set(value, (ofField.get(value) ?? 0) + 1);
		}

		if (index % step === step - 1) {
			yield;
		}
	}

	const values = new Map<FieldId, readonly DistinctValue[]>();
	for (const field of fieldsOf({...(withTopics ?? emptyDraft), filters})) {
		values.set(field, mostFrequentFirst(counts.get(field) ?? new Map<string, number>()));
		yield;
	}

	return values;
}

/** Sorts only the values that occur several times: there can be as many of one occurrence as notifications. */
function mostFrequentFirst(counts: ReadonlyMap<string, number>): DistinctValue[] {
	const all = counts
		.entries()
		.map(([value, count]) => ({value, count}))
		.toArray();
	return [
		...all.filter(({count}) => count > 1).toSorted((a, b) => b.count - a.count),
		...all.filter(({count}) => count === 1),
	];
}
