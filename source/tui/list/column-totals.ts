import {cellText, fields, type Field} from '../../domain/fields.ts';
import type {ListedRecord, Notification} from '../../domain/notification.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain} from '../../terminal/width.ts';
import {partsOf} from './column-parts.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {createColumnTally} from './column-tally.ts';
import type {DistinctParts} from './distinct-cuts.ts';
import {createRecordSample} from './record-sample.ts';

/** The cells of notifications, counted so that some can be added and others subtracted. */
export type ColumnTotals = {
	/** `values`: those of the notification (`valuesOf`). */
	readonly add: (notification: Notification, values: readonly string[]) => void;
	readonly remove: (notification: Notification, values: readonly string[]) => void;
	/** Measures the columns of these records, which are those that were added and not removed. Undefined if that cannot be told any more: then count them anew. They may change meanwhile. */
	readonly result: (records: readonly ListedRecord[]) => Sliced<ListStats | undefined>;
};

/** See `createColumnTotals`. */
const comparedCount = 1000;

/** The length of the values that are compared. A longer one looks like another one in any case. */
const comparedLength = 400;

/** The common part of the cells of a field, as far as they were compared. */
type Compared = {
	readonly texts: ReadonlySet<string>;
	readonly parts: Readonly<Record<string, DistinctParts>>;
};

const columnFields = fields.flatMap((field, index) => field.column === undefined ? [] : [{field, index}]);

/**
Creates totals of no notifications.

@param compared - How many of the first notifications, and of a sample of all, are compared with each other.
*/
export function createColumnTotals(compared = comparedCount): ColumnTotals {
	const tallies = columnFields.map(({field, index}) => ({field, index, tally: createColumnTally(field)}));
	const sample = createRecordSample(compared);
	let count = 0;
	/** The notifications that were compared last. */
	let last: readonly Notification[] = [];
	const comparedBefore = new Map<Field, Compared>();

	/**
	Compares the cells of notifications. What is as before is not computed again.

	@yields Nothing; the computation can pause there.
	*/
	function * compare(notifications: readonly Notification[]): Sliced<ReadonlyMap<Field, Compared>> {
		if (notifications.length === last.length && notifications.every((notification, index) => notification === last[index])) {
			return comparedBefore;
		}

		const texts = new Map(columnFields.map(({field}) => [field, new Set<string>()]));
		for (const [index, notification] of notifications.entries()) {
			for (const [field, ofField] of texts) {
				ofField.add(cellText(field, notification));
			}

			if (index % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		for (const [field, ofField] of texts) {
			const before = comparedBefore.get(field);
			if (before === undefined || !isEqual(before.texts, ofField)) {
				comparedBefore.set(field, {texts: ofField, parts: yield * partsOf(comparable(ofField, field), field.column!.cut)});
			}
		}

		last = notifications;
		return comparedBefore;
	}

	return {
		add(notification, values) {
			count++;
			sample.add(notification);
			for (const {field, index, tally} of tallies) {
				tally.count(cellText(field, notification, values[index]), values[index]!, 1);
			}
		},
		remove(notification, values) {
			count--;
			sample.remove(notification);
			for (const {field, index, tally} of tallies) {
				tally.count(cellText(field, notification, values[index]), values[index]!, -1);
			}
		},
		* result(records) {
			const sampled = sample.get();
			if (sampled === undefined) {
				return undefined;
			}

			const all = count;
			const measured = tallies.map(({field, tally}) => ({field, ...tally.result()}));
			const notifications = [...new Set([...records.slice(0, compared).filter(record => record.kind === 'notification'), ...sampled])];
			const byField = yield * compare(notifications);
			const stats = new Map<string, ColumnStats>();
			for (const {field, only, ...rest} of measured) {
				const {texts, parts} = byField.get(field) ?? {texts: new Set(), parts: {}};
				const [text] = texts;
				if (only === 'unknown' && texts.size === 1 && notifications.length < all) {
					return undefined;
				}

				const shared = only === 'unknown' ? (texts.size === 1 && all > 1 ? text : undefined) : only.text;
				stats.set(field.name, {...rest, only: shared, parts});
			}

			return stats;
		},
	};
}

/** The values that are compared, as they are shown. */
function comparable(texts: ReadonlySet<string>, {column}: Field): Set<string> {
	const shown = [...texts].map(text => isPlain(text) ? text : sanitiseCell(text));
	return new Set(shown.filter(text => text !== (column?.ifEmpty ?? '') && text.length <= comparedLength));
}

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => one.size === other.size && one.isSubsetOf(other);
