import {isObject, member} from '../../platform/json.ts';
import type {NotificationFields} from '../notification.ts';
import {typedFilterText} from './sentence.ts';
import {tryFilters} from './try-filters.ts';

/** The kinds of conditions that an event must meet to fire a notification. */
export type EventCondition = 'network' | 'event type' | 'address' | 'filter';

/** A condition that does not hold. */
export type FailedCondition = {
	readonly condition: EventCondition;
	/** The value that the notification requires: `ETH_MAINNET`, or a filter as a sentence. */
	readonly wanted: string;
	/** The reason, with the value of the event: `it is BASE_MAINNET`. */
	readonly reason: string;
};

/** The result of comparing an event with a notification. */
export type EventMatch = {
	/** Whether all conditions hold, for at least one activity of the event. */
	readonly isFiring: boolean;
	/** Whether it does not fire, but is close to it: same network, event type and address, or all but one condition. */
	readonly isNear: boolean;
	/** The conditions that do not hold for the activity that is closest to firing it. */
	readonly failed: readonly FailedCondition[];
	/** The conditions that are not compared, because the event says nothing about them. */
	readonly notCompared: readonly EventCondition[];
};

/**
Decides whether an event would fire a notification. interface.md does not say how the service decides it, so its result may differ. Filters are evaluated as the form does with a sample (`tryFilters`).

@param notification - The notification, as listed.
@param event - A webhook delivery, its `event` alone, one activity or a list of these.
*/
export function matchEvent(notification: NotificationFields, event: unknown): EventMatch {
	const activities = tryFilters(notification.filters, event).map(({row, results}) => {
		const places = placeConditions(notification, event, row);
		const filters = results
			.filter(({isMatch}) => !isMatch)
			.map(({filter, reason}): FailedCondition => ({condition: 'filter', wanted: typedFilterText(filter), reason}));
		const failed = [...places.flatMap(({failed: one}) => one ?? []), ...filters];
		return {failed, notCompared: places.filter(({isCompared}) => !isCompared).map(({condition}) => condition)};
	});
	const [closest] = activities.toSorted((a, b) => a.failed.length - b.failed.length);
	if (closest === undefined) {
		return {isFiring: false, isNear: false, failed: [], notCompared: []};
	}

	return {...closest, isFiring: closest.failed.length === 0, isNear: isNearMiss(closest)};
}

/** Whether it is worth to say why nothing fires. Another address is not near: most notifications of an account differ in it. */
function isNearMiss({failed, notCompared}: Pick<EventMatch, 'failed' | 'notCompared'>): boolean {
	const has = (condition: EventCondition) => failed.some(each => each.condition === condition);
	const isSamePlace = !has('network') && !has('event type') && !notCompared.includes('address');
	return failed.length > 0 && !has('address') && (isSamePlace || failed.length === 1);
}

type PlaceCondition = {
	readonly condition: EventCondition;
	readonly isCompared: boolean;
	readonly failed?: FailedCondition;
};

/** The conditions other than the filters. What the event or the notification does not say is not compared. */
function placeConditions(
	{network, eventType, addresses}: NotificationFields,
	event: unknown,
	row: unknown,
): PlaceCondition[] {
	const inner = member(event, 'event');
	const named = (names: readonly string[]) =>
		[row, inner, event].flatMap(of => names.map(name => member(of, name))).find(value => typeof value === 'string');
	const compare = (condition: EventCondition, wanted: string, actual: unknown): PlaceCondition => {
		if (wanted === '' || typeof actual !== 'string') {
			return {condition, isCompared: false};
		}

		return wanted.toLowerCase() === actual.toLowerCase()
			? {condition, isCompared: true}
			: {condition, isCompared: true, failed: {condition, wanted, reason: `it is ${actual}`}};
	};

	const present = addressesIn(row);
	const isPresent = addresses.some(address => present.has(address.toLowerCase()));
	return [
		compare('network', network, named(['network'])),
		compare('event type', eventType, deliveryType(event, inner)),
		addresses.length === 0 || present.size === 0
			? {condition: 'address', isCompared: false}
			: {
					condition: 'address',
					isCompared: true,
					...(!isPresent && {
						failed: {condition: 'address', wanted: addresses.join(' '), reason: 'the event does not name it'},
					}),
				},
	];
}

/** The event type of a delivery. The `type` of an activity is something else, such as the kind of a transaction. */
const deliveryType = (event: unknown, inner: unknown): unknown =>
	member(event, 'event_type') ??
	member(inner, 'event_type') ??
	(inner === undefined && member(event, 'activity') === undefined
		? undefined
		: (member(event, 'type') ?? member(inner, 'type')));

const addressPattern = /^0x[\da-f]{40}$/iv;

/** All addresses in an activity, in lower case, wherever they are: from, to, or that of a contract. */
function addressesIn(value: unknown): ReadonlySet<string> {
	const found = new Set<string>();
	const collect = (inner: unknown) => {
		if (typeof inner === 'string' && addressPattern.test(inner)) {
			found.add(inner.toLowerCase());
		} else if (Array.isArray(inner) || isObject(inner)) {
			Object.values(inner).forEach(each => {
				collect(each);
			});
		}
	};

	collect(value);
	return found;
}
