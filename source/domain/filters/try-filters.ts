import type {Filter} from '../notification.ts';
import {member} from '../../platform/json.ts';
import {operators, resolveTypeAlias} from '../vocabulary.ts';
import {operatorText} from './operator-signs.ts';
import {listItems} from './sentence.ts';
import {compareDecimals, isHexadecimal} from './decimal.ts';

/** The result of one filter on one row of an event. */
export type FilterResult = {
	readonly filter: Filter;
	readonly isMatch: boolean;
	/** The reason, with the row's value: `it is 0.5`. */
	readonly reason: string;
};

/** The result of all filters on one row of an event. The row matches if every filter does. */
export type ActivityResult = {
	readonly row: unknown;
	readonly isMatch: boolean;
	readonly results: readonly FilterResult[];
};

/**
Evaluates filters on a sample event. interface.md does not say how the service evaluates them, so its result may differ.

@param filters - A row matches if all of them do.
@param sample - A webhook delivery such as `sampleEvent`, its `event` alone, one row, or a list of rows.
@returns A result for each row.
*/
export function tryFilters(filters: readonly Filter[], sample: unknown): ActivityResult[] {
	return rowsOf(sample).map(row => {
		const results = filters.map(filter => tryFilter(filter, row));
		return {row, results, isMatch: results.every(({isMatch}) => isMatch)};
	});
}

function rowsOf(sample: unknown): readonly unknown[] {
	const rows = [member(member(sample, 'event'), 'activity'), member(sample, 'activity'), sample].find(value =>
		Array.isArray(value),
	);
	return rows ?? [member(sample, 'event') ?? sample];
}

function tryFilter(filter: Filter, row: unknown): FilterResult {
	if (filter.fieldName === '' || filter.operator === '') {
		return {filter, isMatch: false, reason: 'the filter is not complete'};
	}

	const actual = fieldOf(row, filter.fieldName);
	if (actual === undefined || actual === null) {
		return {filter, isMatch: false, reason: `the event has no ${filter.fieldName}`};
	}

	if (operators.every(({name}) => name !== filter.operator)) {
		return {filter, isMatch: false, reason: `operator ${operatorText(filter.operator)} is not evaluated here`};
	}

	const isMatch = compare(filter, actual);
	const shown = valueText(actual);
	return isMatch === undefined
		? {
				filter,
				isMatch: false,
				reason:
					filter.value.trim() === '' ? 'the filter has no value yet' : `cannot compare ${shown} with ${filter.value}`,
			}
		: {filter, isMatch, reason: `it is ${shown}`};
}

/** Returns a field of a row by its name, or else by its path: `rawContract.decimals`. */
function fieldOf(row: unknown, name: string): unknown {
	const named = member(row, name);
	if (named !== undefined) {
		return named;
	}

	let inner = row;
	for (const step of name.split('.')) {
		inner = member(inner, step);
	}

	return inner;
}

function compare({operator, value, valueType}: Filter, actual: unknown): boolean | undefined {
	const wanted = value.trim();
	switch (operator) {
		case 'eq': {
			return isSame(actual, wanted, valueType);
		}

		case 'neq': {
			return not(isSame(actual, wanted, valueType));
		}

		case 'gt': {
			return isOrder(compareDecimals(valueText(actual), wanted), 1);
		}

		case 'lt': {
			return isOrder(compareDecimals(valueText(actual), wanted), -1);
		}

		case 'in': {
			return listItems(wanted).some(item => isSameItem(valueText(actual), item));
		}

		case 'nin': {
			return listItems(wanted).every(item => !isSameItem(valueText(actual), item));
		}

		case 'contains': {
			return hasPart(actual, wanted);
		}

		case 'ncontains': {
			return !hasPart(actual, wanted);
		}

		default: {
			return undefined;
		}
	}
}

function isSame(actual: unknown, wanted: string, valueType: string): boolean | undefined {
	return ['int', 'float'].includes(resolveTypeAlias(valueType))
		? isOrder(compareDecimals(valueText(actual), wanted), 0)
		: isSameText(valueText(actual), wanted);
}

/** Compares an item of a list. Items have no type, so a hexadecimal quantity also equals its decimal form. */
function isSameItem(a: string, b: string): boolean {
	return isSameText(a, b) || (isHexadecimal(a) !== isHexadecimal(b) && compareDecimals(a, b) === 0);
}

/** Compares texts. Hexadecimal text, such as addresses and hashes, is compared without case. */
function isSameText(a: string, b: string): boolean {
	return a === b || (isHexadecimal(a) && a.toLowerCase() === b.toLowerCase());
}

function hasPart(actual: unknown, wanted: string): boolean {
	return Array.isArray(actual)
		? actual.some(item => isSameText(valueText(item), wanted))
		: valueText(actual).includes(wanted);
}

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

const isOrder = (order: number | undefined, wanted: number) => (order === undefined ? undefined : order === wanted);

function valueText(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	const text = JSON.stringify(value);
	// `parseJson` keeps the number as written, possibly with an exponent, which a filter's value never has.
	return JSON.isRawJSON(value) && /e/iv.test(text) ? String(Number(text)) : text;
}

/** A webhook delivery of an ADDRESS_ACTIVITY event, as a similar service documents it. */
export const sampleEvent = {
	webhookId: 'wh_1',
	external_user_id: 'user123',
	createdAt: '2024-01-01T12:00:00Z',
	type: 'ADDRESS_ACTIVITY',
	event: {
		network: 'ETH_MAINNET',
		activity: [
			{
				hash: '0x6b1f0f1f2f3f4f5f6f7f8f9fafbfcfdfefff0e1e2e3e4e5e6e7e8e9eaebecede',
				fromAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
				toAddress: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
				asset: 'ETH',
				value: '0.5',
				category: 'external',
				blockNum: '17000000',
			},
		],
	},
};
