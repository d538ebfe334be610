import type {Buffer} from 'node:buffer';
import type {ListedRecord, Notification} from '../../domain/notification.ts';

/** The records of an earlier listing, recognised in the bytes of a later one. */
export type KnownRecords = {
	/** How many records it has gone past. Setting it goes back, for a page that is read again. */
	position: number;
	/** The record that comes next in the earlier listing, if its bytes are at this index. */
	readonly recognise: (bytes: Buffer, from: number) => Notification | undefined;
	/** Goes on to what followed this ID in the earlier listing, if it is there. */
	readonly goPast: (id: string) => void;
};

/** How far ahead an ID is looked for: so many notifications may have been deleted in a row. */
const farthest = 1000;

/** How often an ID may be looked for in vain: in a listing with another order that would take longer than it saves. */
const mostMisses = 1000;

/**
Recognises what a service lists again byte for byte and in the same order, which needs no checking and no copy of its bytes: it was checked when it was first listed.

What is not recognised only has to be checked as it would be without this.
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
		goPast(id) {
			const end = Math.min(records.length, position + (misses < mostMisses ? farthest : 1));
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
