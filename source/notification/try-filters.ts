import {member} from '../platform/json.ts';
import {operatorText, typedFilterText} from './filter-line.ts';
import {listItems, compareDecimals, isHexadecimal, resolveTypeAlias, writtenOut} from './filters.ts';
import type {Filter, NotificationFields} from './notification.ts';

/** The result of one filter on one row of an event. */
type FilterResult = {
	readonly filter: Filter;
	/** Undefined if the operator cannot be checked here. */
	readonly isMatch: boolean | undefined;
	/** The row's value; undefined if there is none, or it cannot be compared. */
	readonly actual?: string;
	/** The reason, with the row's value: `it is 0.5`. */
	readonly reason: string;
};

/** The result of all filters on one row of an event. The row matches if every filter does. */
export type ActivityResult = ReturnType<typeof tryFilters>[number];

/**
Evaluates filters on a sample event. interface.md does not say how the service evaluates them, so its result may differ.

@param filters - A row matches if all of them do.
@param sample - A webhook delivery such as `sampleEvent`, its `event` alone, one row, or a list of rows.
@returns A result for each row.
*/
export function tryFilters(filters: readonly Filter[], sample: unknown) {
	return rowsOf(sample).map(row => {
		const results = filters.map(filter => tryFilter(filter, row));
		return {row, results, isMatch: isRowMatch(results)};
	});
}

/** Whether a row matches; undefined if that depends on filters that cannot be checked. */
function isRowMatch(results: readonly FilterResult[]): boolean | undefined {
	if (results.some(({isMatch}) => isMatch === false)) {
		return false;
	}

	return results.every(({isMatch}) => isMatch === true) ? true : undefined;
}

function rowsOf(sample: unknown): readonly unknown[] {
	const rows = [member(member(sample, 'event'), 'activity'), member(sample, 'activity'), sample].find(value =>
		Array.isArray(value),
	);
	return rows ?? [member(sample, 'event') ?? sample];
}

function tryFilter(filter: Filter, row: unknown): FilterResult {
	const refused = (reason: string) => ({filter, isMatch: false, reason});
	if (filter.fieldName === '' || filter.operator === '') {
		return refused('the filter is not complete');
	}

	const negated = negations.get(filter.operator);
	const test = tests.get(negated ?? filter.operator);
	if (test === undefined) {
		return {filter, isMatch: undefined, reason: `operator ${operatorText(filter.operator)} cannot be checked here`};
	}

	const actual = fieldOf(row, filter.fieldName);
	if (actual === undefined || actual === null) {
		return refused(`the event has no ${filter.fieldName}`);
	}

	const shown = valueText(actual);
	const wanted = filter.value.trim();
	const holds = test(actual, wanted, filter.valueType);
	if (holds === undefined) {
		return refused(wanted === '' ? 'the filter has no value yet' : `cannot compare ${shown} with ${filter.value}`);
	}

	return {filter, isMatch: holds !== (negated !== undefined), actual: shown, reason: `it is ${shown}`};
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

/** Decides whether a value of an event meets a filter; undefined if the two cannot be compared. */
type Test = (actual: unknown, wanted: string, valueType: string) => boolean | undefined;

const isOrder =
	(...wanted: readonly number[]): Test =>
	(actual, value) => {
		const order = compareDecimals(valueText(actual), value);
		return order === undefined ? undefined : wanted.includes(order);
	};

const tests: ReadonlyMap<string, Test> = new Map([
	[
		'eq',
		(actual, wanted, valueType) =>
			['int', 'float'].includes(resolveTypeAlias(valueType))
				? isOrder(0)(actual, wanted, valueType)
				: isSameText(valueText(actual), wanted),
	],
	['gt', isOrder(1)],
	['lt', isOrder(-1)],
	['gte', isOrder(1, 0)],
	['lte', isOrder(-1, 0)],
	['in', (actual, wanted) => listItems(wanted).some(item => isSameItem(valueText(actual), item))],
	[
		'contains',
		(actual, wanted) =>
			Array.isArray(actual)
				? actual.some(item => isSameText(valueText(item), wanted))
				: valueText(actual).includes(wanted),
	],
] satisfies Array<[string, Test]>);

/** The operators that are the opposite of another one. */
const negations: ReadonlyMap<string, string> = new Map([
	['neq', 'eq'],
	['nin', 'in'],
	['ncontains', 'contains'],
]);

/** Compares an item of a list. Items have no type, so a hexadecimal quantity also equals its decimal form. */
function isSameItem(a: string, b: string): boolean {
	return isSameText(a, b) || (isHexadecimal(a) !== isHexadecimal(b) && compareDecimals(a, b) === 0);
}

/** Compares texts. Hexadecimal text, such as addresses and hashes, is compared without case. */
function isSameText(a: string, b: string): boolean {
	return a === b || (isHexadecimal(a) && a.toLowerCase() === b.toLowerCase());
}

function valueText(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	const text = JSON.stringify(value);
	// `parseJson` keeps the number as written, possibly with an exponent, which a filter's value never has.
	return writtenOut(text) ?? text;
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

/** The kinds of conditions that an event must meet to fire a notification. */
type EventCondition = 'network' | 'event type' | 'address' | 'filter';

/** A condition that does not hold. */
type FailedCondition = {
	readonly condition: EventCondition;
	/** The value that the notification requires: `ETH_MAINNET`, or a filter as a sentence. */
	readonly wanted: string;
	/** The reason, with the value of the event: `it is BASE_MAINNET`. */
	readonly reason: string;
};

/** The result of comparing an event with a notification. */
export type EventMatch = ReturnType<typeof matchEvent>;

/**
Decides whether an event would fire a notification. interface.md does not say how the service decides it, so its result may differ. Filters are evaluated as the form does with a sample (`tryFilters`).

@param notification - The notification, as listed.
@param event - A webhook delivery, its `event` alone, one activity or a list of these.
*/
export function matchEvent(notification: NotificationFields, event: unknown) {
	const activities = tryFilters(notification.filters, event).map(({row, results}) => {
		const places = placesOf(notification, event, row);
		const filters = results
			.filter(({isMatch}) => isMatch === false)
			.map(({filter, reason}): FailedCondition => ({condition: 'filter', wanted: typedFilterText(filter), reason}));
		return {
			failed: [
				...places
					.filter(({isMet}) => isMet === false)
					.map(({condition, wanted, reason}): FailedCondition => ({condition, wanted, reason})),
				...filters,
			],
			notCompared: [
				...places.filter(({isMet}) => isMet === undefined).map(({condition}) => condition),
				...(results.some(({isMatch}) => isMatch === undefined) ? (['filter'] as const) : []),
			],
		};
	});
	const [closest] = activities.toSorted((a, b) => a.failed.length - b.failed.length);
	/** `failed`: the conditions that do not hold for the activity that is closest to firing it. `notCompared`: those that the event says nothing about, and filters that cannot be checked. */
	const {failed = [], notCompared = []} = closest ?? {};
	return {
		/** Whether all conditions that are compared hold, for at least one activity of the event. */
		isFiring: closest?.failed.length === 0,
		/** Whether it does not fire, but is close to it: same network, event type and address, or all but one condition. */
		isNear: isNearMiss(failed, notCompared),
		failed,
		notCompared,
	};
}

/** Whether it is worth to say why nothing fires. Another address is not near: most notifications of an account differ in it. */
function isNearMiss(failed: readonly FailedCondition[], notCompared: readonly EventCondition[]): boolean {
	const has = (condition: EventCondition) => failed.some(each => each.condition === condition);
	const isSamePlace = !has('network') && !has('event type') && !notCompared.includes('address');
	return failed.length > 0 && !has('address') && (isSamePlace || failed.length === 1);
}

/** A condition other than the filters. `isMet`: undefined if the event or the notification does not say it. */
type Place = FailedCondition & {readonly isMet: boolean | undefined};

function placesOf({network, eventType, addresses}: NotificationFields, event: unknown, row: unknown): Place[] {
	const inner = member(event, 'event');
	const found = [row, inner, event].map(of => member(of, 'network')).find(value => typeof value === 'string');
	const textPlace = (condition: EventCondition, wanted: string, actual: unknown): Place => ({
		condition,
		wanted,
		reason: `it is ${String(actual)}`,
		isMet: wanted === '' || typeof actual !== 'string' ? undefined : wanted.toLowerCase() === actual.toLowerCase(),
	});
	const present = new Set(
		JSON.stringify(row)
			.matchAll(/"(0x[\da-f]{40})"/giv)
			.map(([, address]) => address!.toLowerCase()),
	);
	return [
		textPlace('network', network, found),
		textPlace('event type', eventType, deliveryType(event, inner)),
		{
			condition: 'address',
			wanted: addresses.join(' '),
			reason: 'the event does not name it',
			isMet:
				addresses.length === 0 || present.size === 0
					? undefined
					: addresses.some(address => present.has(address.toLowerCase())),
		},
	];
}

/** The event type of a delivery. The `type` of an activity is something else, such as the kind of a transaction. */
function deliveryType(event: unknown, inner: unknown): unknown {
	const isDelivery = inner !== undefined || member(event, 'activity') !== undefined;
	const names = isDelivery ? ['event_type', 'type'] : ['event_type'];
	return names.flatMap(name => [member(event, name), member(inner, name)]).find(type => typeof type === 'string');
}
