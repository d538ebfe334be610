import {inSlices} from '../platform/time-slices.ts';
import {comparableAddress} from './equivalence.ts';
import type {ListedRecord, Notification, NotificationFields} from './notification.ts';

type SimilarFields = Pick<NotificationFields, 'userId' | 'channel' | 'network' | 'name' | 'addresses'>;

/** The maximum number of similar notifications. Among more, none can be told apart. */
const limit = 20;

/** Two notifications are similar if they have one of these keys in common: the user, the channel and the network are the same, and the name or an address. */
function similarityKeys({userId, channel, network, name, addresses}: SimilarFields): string[] {
	const texts = [
		...(name === '' ? [] : [`name ${name}`]),
		...addresses.map(address => `address ${comparableAddress(address)}`),
	];
	return texts.map(text => JSON.stringify([userId, channel, network, text]));
}

/** Searches records once for those that are similar to any of the targets. The function that it returns finds those of one target; undefined if there are too many. */
export async function findSimilar(
	targets: Iterable<SimilarFields>,
	records: readonly ListedRecord[],
): Promise<(target: SimilarFields) => readonly Notification[] | undefined> {
	const found = new Map<string, Notification[]>();
	for await (const slice of inSlices(targets)) {
		for (const key of slice.flatMap(target => similarityKeys(target))) {
			found.set(key, []);
		}
	}

	if (found.size > 0) {
		for await (const slice of inSlices(records)) {
			for (const record of slice.filter(each => each.kind === 'notification')) {
				const lists = similarityKeys(record)
					.map(key => found.get(key))
					.filter(others => others !== undefined && others.length <= limit);
				for (const others of lists) {
					others!.push(record);
				}
			}
		}
	}

	return target => {
		const similar = new Set(similarityKeys(target).flatMap(key => found.get(key) ?? []));
		return similar.size > limit ? undefined : [...similar];
	};
}
