import {itemsPerSlice, type Sliced} from '../platform/time-slices.ts';
import type {NotificationFields} from './notification.ts';
import {groupFields} from './spec.ts';

/** The values that several notifications have in one field, the most frequent first. */
export type BreakdownCounts = {
	/** The name of the field: `user`. */
	readonly name: string;
	readonly values: ReadonlyArray<readonly [value: string, count: number]>;
};

/** Counts the values of notifications that are added one by one. */
export type Breakdown = {
	readonly add: (notification: NotificationFields) => void;
	readonly counts: () => BreakdownCounts[];
};

/** Counts many notifications by user, channel and network. */
export function createBreakdown(): Breakdown {
	const counted = groupFields.slice(0, 3).map(({name, read}) => ({name, read, counts: new Map<string, number>()}));
	return {
		add(notification) {
			for (const {read, counts} of counted) {
				const value = read(notification);
				counts.set(value, (counts.get(value) ?? 0) + 1);
			}
		},
		counts: () => counted.map(({name, counts}) => ({name, values: [...counts].toSorted(([, a], [, b]) => b - a)})),
	};
}

/**
Counts many notifications by user, channel and network, in slices.

@yields Nothing; the computation can pause there.
*/
export function* countBreakdown(notifications: readonly NotificationFields[]): Sliced<BreakdownCounts[]> {
	const breakdown = createBreakdown();
	for (const [index, notification] of notifications.entries()) {
		breakdown.add(notification);
		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	return breakdown.counts();
}

/** Counts notifications by user, channel and network. */
export function breakdownOf(notifications: readonly NotificationFields[]): BreakdownCounts[] {
	const breakdown = createBreakdown();
	for (const notification of notifications) {
		breakdown.add(notification);
	}

	return breakdown.counts();
}

/** The users among the counted notifications. */
export const usersIn = (counts: readonly BreakdownCounts[]): string[] =>
	counts.find(({name}) => name === 'user')?.values.map(([user]) => user) ?? [];
