import {hash} from 'node:crypto';
import {member} from '../platform/json.ts';
import {inSlices, itemsPerSlice, type Sliced} from '../platform/time-slices.ts';
import {canonicalForm, comparableAddress} from '../notification/equivalence.ts';
import {fields} from '../notification/spec.ts';
import {type ListedRecord, type Notification, type NotificationFields, rawOf} from '../notification/notification.ts';

/** Listed notifications with different IDs that do the same. */
export type DuplicateGroup = {
	/** Two or more, the oldest first. */
	readonly members: readonly Notification[];
	/** The evidence for the oldest one: the JSON member with its time of creation, the lowest ID, or its position in the listing, which proves little. */
	readonly oldestBy: {readonly kind: 'time'; readonly member: string} | {readonly kind: 'id' | 'place'};
	/** The undocumented members of the JSON that differ among them. */
	readonly differing: readonly string[];
	/** Whether this machine knows the unlisted content of several of them, and it differs. */
	readonly hasOtherContent: boolean;
};

/** The number of records compared between two pauses. Each is parsed. */
const step = itemsPerSlice / 4;

/** Common names for the time of creation. */
const timeName = /^(?:created(?:_?(?:at|on|time|date))?|creation_?(?:time|date)|date_?created|inserted_?at)$/iv;

/** An ISO 8601 date. */
const date = /^\d{4}-\d{2}-\d{2}(?:[ T]|$)/v;

/** An integer ID (interface.md, "Fields returned when listing"). */
const integer = /^(?:0|[1-9]\d*)$/v;

const topLevel: ReadonlySet<string> = new Set(['id', ...fields.map(({path}) => path.split('.', 1)[0]!)]);

/**
Finds identical notifications in a listing, by their canonical form and all other listed members that are sent on creation. The largest group is first. An ID that is listed twice counts once.

@param records - The records of one listing.
@param unlistedOf - Returns this machine's knowledge of a notification's unlisted content as one text; undefined if it knows nothing.
@yields Nothing; the computation can pause there.
*/
export function* findDuplicateGroups(
	records: readonly ListedRecord[],
	unlistedOf: (id: string) => string | undefined,
): Sliced<DuplicateGroup[]> {
	const byForm = new Map<string, Notification[]>();
	for (const [index, record] of records.entries()) {
		if (record.kind === 'notification') {
			// Storing the forms of a large account would take hundreds of megabytes.
			const form = hash('sha256', identityOf(record), 'base64');
			const same = byForm.get(form);
			if (same === undefined) {
				byForm.set(form, [record]);
			} else {
				same.push(record);
			}
		}

		if (index % step === step - 1) {
			yield;
		}
	}

	const groups: DuplicateGroup[] = [];
	for (const same of byForm.values()) {
		const members = same.length > 1 ? [...new Map(same.map(record => [record.id, record])).values()] : [];
		if (members.length > 1) {
			groups.push(yield* compare(members, unlistedOf));
			yield;
		}
	}

	return groups.toSorted((a, b) => b.members.length - a.members.length);
}

/** Returns a text that is equal for two notifications if they do the same, as far as a listing shows. Members that only some services list are compared, too. */
function identityOf(record: Notification): string {
	const {extras = {}} = record;
	const others = Object.entries(extras).toSorted(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify([canonicalForm(record), others, member(rawOf(record), 'template') ?? '']);
}

/**
Orders identical notifications by age, and finds other differences.

@yields Nothing; the computation can pause there.
*/
function* compare(
	members: readonly Notification[],
	unlistedOf: (id: string) => string | undefined,
): Sliced<DuplicateGroup> {
	const others: Array<Readonly<Record<string, unknown>>> = [];
	const contents = new Set<string | undefined>();
	for (const [index, record] of members.entries()) {
		others.push(otherMembers(record));
		contents.add(unlistedOf(record.id));
		if (index % step === step - 1) {
			yield;
		}
	}

	contents.delete(undefined);
	const time = Object.keys(others[0]!)
		.filter(name => timeName.test(name))
		.find(name => others.every(each => !Number.isNaN(timeOf(each[name]))));
	const isDiffering = (name: string) =>
		name !== time && others.some(each => JSON.stringify(each[name]) !== JSON.stringify(others[0]![name]));
	const names = new Set(others.flatMap(each => Object.keys(each)));
	const areNumbered = members.every(({id}) => integer.test(id));
	const ages = members.map(({id}, index) => ({
		time: time === undefined ? 0 : timeOf(others[index]![time]),
		id: areNumbered ? id : '',
		index,
	}));
	const byAge = ages.toSorted((a, b) => (a.time === b.time ? compareIntegers(a.id, b.id) : a.time - b.time));
	return {
		members: byAge.map(({index}) => members[index]!),
		oldestBy: time === undefined ? {kind: areNumbered ? 'id' : 'place'} : {kind: 'time', member: time},
		differing: [...names].filter(name => isDiffering(name)),
		hasOtherContent: contents.size > 1,
	};
}

/** Compares two integers as written. */
const compareIntegers = (one: string, other: string): number =>
	one.length === other.length ? Number(one > other) - Number(one < other) : one.length - other.length;

/** The undocumented members of a record. */
function otherMembers(record: Notification): Readonly<Record<string, unknown>> {
	const raw = rawOf(record);
	return typeof raw === 'object' && raw !== null
		? Object.fromEntries(Object.entries(raw).filter(([name]) => !topLevel.has(name)))
		: {};
}

/** A time as a number, for comparison; NaN for anything else. */
function timeOf(value: unknown): number {
	return typeof value === 'number' ? value : typeof value === 'string' && date.test(value) ? Date.parse(value) : NaN;
}

type SimilarFields = Pick<NotificationFields, 'userId' | 'channel' | 'network' | 'name' | 'addresses'>;

/** The maximum number of similar notifications. Among more, none can be told apart. */
const limit = 20;

/** Two notifications are similar if they have one of these keys in common: the user, the channel and the network are the same, and the name or an address. */
function similarityKeys({userId, channel, network, name, addresses}: SimilarFields): string[] {
	const texts = [`name ${name}`, ...addresses.map(address => `address ${comparableAddress(address)}`)];
	return texts.filter(text => text !== 'name ').map(text => JSON.stringify([userId, channel, network, text]));
}

/** Searches records once for those that are similar to any of the targets. The function that it returns finds those of one target; undefined if there are too many. */
export async function findSimilar(
	targets: Iterable<SimilarFields>,
	records: readonly ListedRecord[],
): Promise<(target: SimilarFields) => readonly Notification[] | undefined> {
	const found = new Map<string, Notification[]>();
	const users = new Set<string>();
	for await (const slice of inSlices(targets)) {
		for (const target of slice) {
			users.add(target.userId);
			for (const key of similarityKeys(target)) {
				found.set(key, []);
			}
		}
	}

	for await (const slice of inSlices(records)) {
		for (const record of slice.filter(each => each.kind === 'notification')) {
			for (const key of users.has(record.userId) ? similarityKeys(record) : []) {
				const others = found.get(key);
				if (others !== undefined && others.length <= limit) {
					others.push(record);
				}
			}
		}
	}

	return target => {
		const similar = new Set(similarityKeys(target).flatMap(key => found.get(key) ?? []));
		return similar.size > limit ? undefined : [...similar];
	};
}
