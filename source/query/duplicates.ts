import {sha256} from '../platform/text.ts';
import {member} from '../platform/json.ts';
import {itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';
import {canonicalForm} from '../notification/equivalence.ts';
import {type ListedRecord, type Notification, notificationsOf, rawOf} from '../notification/notification.ts';

/** Listed notifications with different IDs that do the same. */
export type DuplicateGroup = {
	/** Two or more, the lowest ID first; in the order of the listing if an ID is no number. */
	readonly members: readonly Notification[];
	/** Whether the IDs are numbers: then the first member is the oldest. */
	readonly isByAge: boolean;
	/** Whether this machine knows the unlisted content of several of them, and it differs. */
	readonly hasOtherContent: boolean;
};

/** The number of records compared between two pauses. Each is parsed. */
const step = itemsPerSlice / 4;

/** An integer ID (interface.md, "Fields returned when listing"). */
const integer = /^(?:0|[1-9]\d*)$/v;

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
	yield* mapInSlices(notificationsOf(records), step, record => {
		// Storing the forms of a large account would take hundreds of megabytes.
		const form = sha256(identityOf(record), 'base64');
		const same = byForm.get(form) ?? [];
		same.push(record);
		byForm.set(form, same);
	});

	const groups: DuplicateGroup[] = [];
	for (const same of byForm.values()) {
		const members = same.length > 1 ? [...new Map(same.map(record => [record.id, record])).values()] : [];
		if (members.length > 1) {
			groups.push(groupOf(members, unlistedOf));
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

function groupOf(members: readonly Notification[], unlistedOf: (id: string) => string | undefined): DuplicateGroup {
	const isByAge = members.every(({id}) => integer.test(id));
	const contents = new Set(members.map(({id}) => unlistedOf(id)).filter(content => content !== undefined));
	return {
		members: isByAge ? members.toSorted((a, b) => compareIntegers(a.id, b.id)) : members,
		isByAge,
		hasOtherContent: contents.size > 1,
	};
}

/** Compares two integers as written. */
const compareIntegers = (one: string, other: string): number =>
	one.length === other.length ? Number(one > other) - Number(one < other) : one.length - other.length;
