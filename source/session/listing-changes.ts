import type {ListedRecord} from '../domain/notification.ts';

/** The IDs that changed since the operator last acknowledged changes. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

/** The IDs that are new in a complete listing, and those missing from it. */
export function changesBetween(before: readonly ListedRecord[], after: readonly ListedRecord[]): Changes {
	if (before === after) {
		return noChanges;
	}

	const unmatched = unmatchedIds(before, after);
	return {
		appeared: unmatched.after.difference(unmatched.before),
		vanished: unmatched.before.difference(unmatched.after),
	};
}

/** The number of records in a row that may have come or gone. */
const lookAhead = 1000;

/** The IDs of two listings without those that follow each other in both: sets of all of a large account would take longer than a key may wait. After more changes in a row all that is left counts as unmatched. */
function unmatchedIds(
	before: readonly ListedRecord[],
	after: readonly ListedRecord[],
): {readonly before: Set<string>; readonly after: Set<string>} {
	const ids = {before: new Set<string>(), after: new Set<string>()};
	let [gone, come] = [0, 0];
	while (gone < before.length || come < after.length) {
		// In a later listing most records are the same objects.
		if (before[gone] === after[come]) {
			gone++;
			come++;
			continue;
		}

		const next = nextMatch(before, gone, after, come);
		for (; gone < next.before; gone++) {
			addId(ids.before, before[gone]!);
		}

		for (; come < next.after; come++) {
			addId(ids.after, after[come]!);
		}

		gone++;
		come++;
	}

	return ids;
}

/** The next two records with the same ID, from these places on; the ends of both lists if none is near. */
function nextMatch(
	before: readonly ListedRecord[],
	gone: number,
	after: readonly ListedRecord[],
	come: number,
): {readonly before: number; readonly after: number} {
	for (let step = 0; step <= lookAhead; step++) {
		if (isSameId(before[gone + step], after[come + step])) {
			return {before: gone + step, after: come + step};
		}

		if (isSameId(before[gone + step], after[come])) {
			return {before: gone + step, after: come};
		}

		if (isSameId(before[gone], after[come + step])) {
			return {before: gone, after: come + step};
		}
	}

	return {before: before.length, after: after.length};
}

const isSameId = (one: ListedRecord | undefined, other: ListedRecord | undefined): boolean =>
	one?.kind === 'notification' && other?.kind === 'notification' && one.id === other.id;

function addId(ids: Set<string>, record: ListedRecord): void {
	if (record.kind === 'notification') {
		ids.add(record.id);
	}
}

/** Adds the vanished records to a listing, each after the record that it followed before. */
export function withVanished(
	before: readonly ListedRecord[],
	after: readonly ListedRecord[],
	{vanished}: Changes,
): readonly ListedRecord[] {
	if (vanished.size === 0) {
		return after;
	}

	const shown: ListedRecord[] = [];
	// Only for the removed ones: a map of all records would take longer than a key may wait.
	const followers = new Map<string, ListedRecord[]>();
	let lastKept: string | undefined;
	for (const record of before) {
		if (record.kind === 'unreadable') {
			continue;
		}

		if (!vanished.has(record.id)) {
			lastKept = record.id;
		} else if (lastKept === undefined) {
			shown.push(record);
		} else {
			const behind = followers.get(lastKept);
			if (behind === undefined) {
				followers.set(lastKept, [record]);
			} else {
				behind.push(record);
			}
		}
	}

	for (const record of after) {
		shown.push(record);
		for (const follower of record.kind === 'notification' ? (followers.get(record.id) ?? []) : []) {
			shown.push(follower);
		}
	}

	return shown;
}
