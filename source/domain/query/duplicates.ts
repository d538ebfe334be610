import {hash} from 'node:crypto';
import {member} from '../../system/json.ts';
import {range} from '../../system/range.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {canonicalForm} from '../equivalence.ts';
import {fields} from '../fields.ts';
import type {ListedRecord, Notification} from '../notification.ts';
import {largestFirst} from './group.ts';
import {mergeSort} from './sort.ts';

/** Listed notifications with different IDs that are identical in everything that says what they do. */
export type DuplicateGroup = {
	/** Two or more, the oldest first. */
	readonly members: readonly Notification[];
	/** By what the first is the oldest: the member of the JSON with the time of its creation, the lowest ID, or its place in the listing, which proves little. */
	readonly oldestBy: {readonly kind: 'time'; readonly member: string} | {readonly kind: 'id' | 'place'};
	/** Members of the JSON that interface.md does not name and that differ among them. */
	readonly differing: readonly string[];
	/** What listings do not return is known of several of them, and differs. */
	readonly hasOtherContent: boolean;
};

/** How many records are compared between two pauses: each is parsed. */
const step = itemsPerSlice / 4;

/** Names for the time of creation, as services spell them. */
const timeName = /^(?:created(?:_?(?:at|on|time|date))?|creation_?(?:time|date)|date_?created|inserted_?at)$/iv;

/** A date as in ISO 8601. */
const date = /^\d{4}-\d{2}-\d{2}(?:[ T]|$)/v;

/** An integer as services write an ID (interface.md, "Fields returned when listing"). */
const integer = /^(?:0|[1-9]\d*)$/v;

const topLevel: ReadonlySet<string> = new Set(['id', ...fields.map(({path}) => path.split('.', 1)[0]!)]);

/**
Finds the notifications of a listing that are identical: by their canonical form, and by what else of them is sent when one is created, as far as it is listed. The largest group is first. An ID that is listed twice counts once.

@param records - Of one listing.
@param unlistedOf - What this machine knows of a notification that listings do not return, as one text; undefined if it knows nothing.
@yields Nothing; the computation can pause there.
*/
export function * findDuplicateGroups(records: readonly ListedRecord[], unlistedOf: (id: string) => string | undefined): Sliced<DuplicateGroup[]> {
	const byForm = new Map<string, Notification[]>();
	for (const [index, record] of records.entries()) {
		if (record.kind === 'notification') {
			// The forms of a large account together would take hundreds of megabytes.
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
	for (const [index, same] of byForm.values().filter(all => all.length > 1).toArray().entries()) {
		const members = new Map(same.map(record => [record.id, record])).values().toArray();
		if (members.length > 1) {
			groups.push(yield * compare(members, unlistedOf));
		}

		if (index % step === step - 1) {
			yield;
		}
	}

	return yield * largestFirst(groups);
}

/** What two notifications have in common if they do the same, as far as a listing shows it. A member that some services do list is compared, too. */
function identityOf(record: Notification): string {
	const {extras = {}, raw} = record;
	const others = Object.entries(extras).toSorted(([a], [b]) => a < b ? -1 : 1);
	return JSON.stringify([canonicalForm(record), others, member(raw, 'template') ?? '']);
}

/**
Orders identical notifications by age, and finds what else differs.

@yields Nothing; the computation can pause there.
*/
function * compare(members: readonly Notification[], unlistedOf: (id: string) => string | undefined): Sliced<DuplicateGroup> {
	const first = otherMembers(members[0]!);
	let times = Object.keys(first).filter(name => timeName.test(name)).map(name => ({name, values: [] as number[]}));
	const differing = new Set<string>();
	const contents = new Set<string>();
	for (const [index, record] of members.entries()) {
		const others = otherMembers(record);
		times = times.filter(({name, values}) => {
			const time = timeOf(others[name]);
			values.push(time);
			return !Number.isNaN(time);
		});
		for (const name of Object.keys({...first, ...others})) {
			if (JSON.stringify(first[name]) !== JSON.stringify(others[name])) {
				differing.add(name);
			}
		}

		const content = unlistedOf(record.id);
		if (content !== undefined) {
			contents.add(content);
		}

		if (index % step === step - 1) {
			yield;
		}
	}

	const [time] = times;
	const areNumbered = members.every(({id}) => integer.test(id));
	const isOlder = (a: number, b: number) => time === undefined || time.values[a] === time.values[b]
		? areNumbered && isLess(members[a]!.id, members[b]!.id)
		: time.values[a]! < time.values[b]!;
	const order = yield * mergeSort(range(members.length), isOlder);
	return {
		members: order.map(index => members[index]!),
		oldestBy: time === undefined ? {kind: areNumbered ? 'id' : 'place'} : {kind: 'time', member: time.name},
		differing: [...differing].filter(name => name !== time?.name),
		hasOtherContent: contents.size > 1,
	};
}

/** Compares integers as they are written. */
const isLess = (one: string, other: string): boolean => one.length === other.length ? one < other : one.length < other.length;

/** The members of a record that interface.md does not name. */
function otherMembers({raw}: Notification): Readonly<Record<string, unknown>> {
	return typeof raw === 'object' && raw !== null ? Object.fromEntries(Object.entries(raw).filter(([name]) => !topLevel.has(name))) : {};
}

/** A time as a number to compare; NaN for anything else. */
function timeOf(value: unknown): number {
	return typeof value === 'number' ? value : (typeof value === 'string' && date.test(value) ? Date.parse(value) : NaN);
}
