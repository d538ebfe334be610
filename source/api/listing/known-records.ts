import type {Buffer} from 'node:buffer';
import type {ListedRecord, Notification} from '../../domain/notification.ts';

/** The records of an earlier listing, recognised by their bytes in a later one. */
export type KnownRecords = {
	/** The number of records passed so far. Set it to go back, for a page that is read again. */
	position: number;
	/** The next record of the earlier listing, if its bytes are at this index. */
	readonly recognise: (bytes: Buffer, from: number) => Notification | undefined;
	/** Continues after the record with this ID in the earlier listing, if it is there. */
	readonly skipPast: (id: string) => void;
};

/** The number of records searched ahead for an ID, which is how many notifications may have been deleted in a row. */
const maxLookAhead = 1000;

/** The maximum number of searches without a result: in a listing with another order they would take longer than they save. */
const maxMisses = 1000;

/**
Recognises records that a service lists again byte for byte and in the same order. They were checked when they were first listed, so they need no check and no copy of their bytes.

Other records are checked as usual.
*/
export function createKnownRecords(records: readonly ListedRecord[]): KnownRecords {
	let position = 0;
	let misses = 0;

	return {
		get position() {
			return position;
		},
		set position(value) {
			position = value;
		},
		recognise(bytes, from) {
			while (records[position]?.kind === 'unreadable') {
				position++;
			}

			const record = records[position];
			if (record?.kind !== 'notification' || record.source === undefined) {
				return undefined;
			}

			const {source} = record;
			const to = from + source.to - source.from;
			if (to > bytes.length || bytes.compare(source.bytes, source.from, source.to, from, to) !== 0) {
				return undefined;
			}

			return record;
		},
		skipPast(id) {
			const end = Math.min(records.length, position + (misses < maxMisses ? maxLookAhead : 1));
			for (let index = position; index < end; index++) {
				const record = records[index]!;
				if (record.kind === 'notification' && record.id === id) {
					position = index + 1;
					return;
				}
			}

			misses++;
		},
	};
}
