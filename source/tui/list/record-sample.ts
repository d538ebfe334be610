import type {Notification} from '../../domain/notification.ts';

/** A random sample of notifications that does not depend on the order in which they came and went: those whose IDs have the lowest hashes. */
export type RecordSample = {
	readonly add: (notification: Notification) => void;
	readonly remove: (notification: Notification) => void;
	/** The sample; undefined if so many of it were removed that all notifications have to be added again. */
	readonly get: () => readonly Notification[] | undefined;
};

type Rank = {readonly hash: number; readonly id: string};

/** Creates a sample of at most `size` notifications. More are kept in reserve, for those that are removed. */
export function createRecordSample(size: number): RecordSample {
	const kept = new Map<Notification, number>();
	/** The highest rank that was kept when others were given up; undefined if none were. */
	let last: Rank | undefined;
	let sample: readonly Notification[] | undefined;

	const sorted = () => [...kept].map(([notification, hash]) => ({notification, hash, id: notification.id})).toSorted(compareRanks);

	const giveUpHighest = () => {
		const others = sorted().slice((2 * size) - 1);
		last = others.shift();
		for (const {notification} of others) {
			kept.delete(notification);
		}
	};

	return {
		add(notification) {
			const hash = hashOf(notification.id);
			if (last !== undefined && compareRanks({hash, id: notification.id}, last) > 0) {
				return;
			}

			kept.set(notification, hash);
			sample = undefined;
			if (kept.size > 4 * size) {
				giveUpHighest();
			}
		},
		remove(notification) {
			if (kept.delete(notification)) {
				sample = undefined;
			}
		},
		get() {
			if (kept.size < size && last !== undefined) {
				return undefined;
			}

			sample ??= sorted().slice(0, size).map(({notification}) => notification);
			return sample;
		},
	};
}

function compareRanks(one: Rank, other: Rank): number {
	return one.hash === other.hash ? Number(one.id > other.id) - Number(one.id < other.id) : one.hash - other.hash;
}

/** An odd number whose multiples are spread evenly over 32 bits: 2^32 divided by the golden ratio. */
const multiplier = 0x9E_37_79_B1;

/** A hash of 32 bits that differs widely for IDs that follow each other. */
function hashOf(text: string): number {
	let hash = 0;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash + text.codePointAt(index)!, multiplier);
	}

	return Math.imul(hash + text.length, multiplier);
}
