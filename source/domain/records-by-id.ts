import {createYielder, itemsPerSlice} from '../platform/time-slices.ts';
import type {ListedRecord} from './notification.ts';
import {idOfRecord} from './record-id.ts';

/** The records of a listing by ID. A record without one has `undefined`. */
export type RecordIndex = Pick<ReadonlyMap<string | undefined, ListedRecord>, 'get' | 'has'>;

const indexes = new WeakMap<readonly ListedRecord[], RecordIndex>();

/** The number of look-ups that search all records. */
const maxScans = 16;

/** The number of unreadable records that a look-up searches, since the ID of each has to be found first. */
const maxUnreadable = 1000;

/** The records by ID. The first look-ups search the records, because an index of a large account takes as long as a hundred of them; it is made, once, for those that follow. The records must not change. */
export function recordsById(records: readonly ListedRecord[]): RecordIndex {
	const index = indexes.get(records) ?? createIndex(records);
	indexes.set(records, index);
	return index;
}

function createIndex(records: readonly ListedRecord[]): RecordIndex {
	let left = maxScans;
	let index: ReadonlyMap<string | undefined, ListedRecord> | undefined;
	/** What was searched for is looked up again and again while a change is judged. */
	const searched = new Map<string | undefined, ListedRecord | undefined>();
	const search = (id: string | undefined) => {
		let unreadable = 0;
		const found = records.findLast(record => {
			unreadable += record.kind === 'unreadable' ? 1 : 0;
			return idOfRecord(record) === id;
		});
		left = unreadable > maxUnreadable ? 0 : left - 1;
		searched.set(id, found);
		return found;
	};

	const get = (id: string | undefined) => {
		if (searched.has(id)) {
			return searched.get(id);
		}

		if (left > 0) {
			return search(id);
		}

		index ??= new Map(records.map(record => [idOfRecord(record), record]));
		return index.get(id);
	};

	return {get, has: id => get(id) !== undefined};
}

const indexed = new WeakSet<readonly ListedRecord[]>();

/** Indexes records between keys: afterwards `recordsById` has the index at once. The records must not change. */
export async function indexRecords(records: readonly ListedRecord[]): Promise<void> {
	if (indexed.has(records)) {
		return;
	}

	const yieldIfDue = createYielder();
	const index = new Map<string | undefined, ListedRecord>();
	for (const [position, record] of records.entries()) {
		index.set(idOfRecord(record), record);
		if (position % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	indexed.add(records);
	indexes.set(records, index);
}
