import {cellText, fields} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import type {ListStats} from './column-stats.ts';
import {createColumnTally} from './column-tally.ts';

/** The cells of notifications, counted so that some can be added and others subtracted. */
export type ColumnTotals = {
	/** `values`: those of the notification (`valuesOf`). */
	readonly add: (notification: Notification, values: readonly string[]) => void;
	readonly remove: (notification: Notification, values: readonly string[]) => void;
	/** The measurements of the columns of those that were added and not removed. */
	readonly result: () => ListStats;
};

/** Creates totals of no notifications. */
export function createColumnTotals(): ColumnTotals {
	const tallies = fields.flatMap((field, index) =>
		field.column === undefined ? [] : [{field, index, tally: createColumnTally()}],
	);
	const count = (notification: Notification, values: readonly string[], by: 1 | -1) => {
		for (const {field, index, tally} of tallies) {
			tally.count(cellText(field, notification, values[index]), by);
		}
	};

	return {
		add(notification, values) {
			count(notification, values, 1);
		},
		remove(notification, values) {
			count(notification, values, -1);
		},
		result: () => new Map(tallies.map(({field, tally}) => [field.name, tally.result()])),
	};
}
