import {findCandidates, rewritableForm} from '../notification/equivalence.ts';
import {
	type ListedRecord,
	type Notification,
	type NotificationFields,
	rawOf,
	type Unlisted,
} from '../notification/notification.ts';
import {listedFields} from '../notification/spec.ts';
import {undocumentedPaths} from '../notification/undocumented.ts';
import {inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import {toSentBody} from '../service/body.ts';
import type {ChangedMember, Item, NotificationSnapshot} from '../ledger/item.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {ChangeContext, Look} from './context.ts';

/*
How what is listed compares with what was sent.
*/

/** A text that is equal for what counts as the same. The ledger may have `[API key]` instead of the API key. */
const formOf = (fields: NotificationFields, form = rewritableForm): string => hideSecrets(form(fields));

/** Whether two notifications have the same content, apart from what services rewrite. */
export const isAlike = (one: NotificationFields, other: NotificationFields): boolean => formOf(one) === formOf(other);

/** The record with an ID in a listing. */
export const recordIn = ({listing: {records}}: Pick<Look, 'listing'>, id: string): ListedRecord | undefined =>
	recordsById(records).get(id);

/** Whether a listing shows a notification. One that cannot be read is there. `content`: its content; one with another content is another notification, because some services use IDs again. */
export function isListedIn(look: Pick<Look, 'listing'>, id: string, content?: NotificationFields): boolean {
	const record = recordIn(look, id);
	return record !== undefined && (record.kind === 'unreadable' || content === undefined || isAlike(record, content));
}

/** Finds the listed notifications that count as the same as some content. */
export type FindAlike = (fields: NotificationFields) => readonly Notification[];

/**
Creates the function that finds what is alike in a listing. Searching a whole long listing for every item of a large set would take minutes, so it is arranged once for the users that are asked about.

@param records - The listing.
@param contents - All that it will be asked for.
@param form - The text that is equal for those that count as the same.
*/
export async function alikeIn(
	records: readonly ListedRecord[],
	contents: Iterable<NotificationFields>,
	form = rewritableForm,
): Promise<FindAlike> {
	const users = new Set<string>();
	let count = 0;
	for await (const slice of inSlices(contents)) {
		count += slice.length;
		for (const {userId} of slice) {
			users.add(userOf(userId));
		}
	}

	if (count <= 1) {
		return fields => {
			const wanted = formOf(fields, form);
			return findCandidates(fields, records).filter(record => formOf(record, form) === wanted);
		};
	}

	const byForm = new Map<string, Notification[]>();
	for await (const slice of inSlices(records)) {
		for (const record of slice) {
			if (record.kind === 'notification' && users.has(userOf(record.userId))) {
				const key = formOf(record, form);
				const same = byForm.get(key) ?? [];
				same.push(record);
				byForm.set(key, same);
			}
		}
	}

	return fields => byForm.get(formOf(fields, form)) ?? [];
}

const userOf = (userId: string): string => hideSecrets(userId.trim().normalize('NFC'));

/** Returns a function that, given the ID in the answer to a POST, returns what was listed with it before, as it was: the service may have overwritten it. Call this before the POST, because a listing that is read meanwhile may already show the new one. `records`: what was listed last. */
export function formerFinder(
	{sent, profile}: Pick<ChangeContext, 'sent' | 'profile'>,
	{snapshot, input, kind}: Pick<Item, 'snapshot' | 'input' | 'kind'>,
	records: readonly ListedRecord[],
): (named: string | undefined) => NotificationSnapshot | undefined {
	return named => {
		if (named === undefined || (kind === 'replace' && named === snapshot?.id)) {
			return undefined;
		}

		const before = recordsById(records).get(named);
		return before?.kind === 'notification' && (input === undefined || !isAlike(before, input))
			? takeSnapshot(before, sent.get(profile, named))
			: undefined;
	};
}

/** The listed record that an item creates its notification from. An edit that undoes another edit recreates the notification that was replaced. */
export function listedRecord(
	{kind, snapshot, undoes, input}: Pick<Item, 'kind' | 'snapshot' | 'undoes' | 'input'>,
	changes: Pick<ChangeContext['changes'], 'item'>,
): unknown {
	if (kind === 'create') {
		return input?.listed;
	}

	const before = kind === 'replace' && undoes !== undefined ? changes.item(undoes)?.snapshot : undefined;
	return (before ?? snapshot)?.raw;
}

/** The undocumented members that the service changed, by the `record` of the new notification. Only strings and booleans are compared, because numbers may be counters. */
export function changedMembers(
	item: Pick<Item, 'kind' | 'snapshot' | 'undoes' | 'input'>,
	record: ListedRecord | undefined,
	changes: Pick<ChangeContext['changes'], 'item'>,
): readonly ChangedMember[] {
	if (record?.kind !== 'notification') {
		return [];
	}

	const sent = undocumentedPaths(toSentBody(item.input!, listedRecord(item, changes)));
	const listed = undocumentedPaths(rawOf(record) as object);
	return [...sent].flatMap(([path, values]) => {
		const left = (listed.get(path) ?? []).map(value => JSON.stringify(value));
		const first = values.find(
			value => (typeof value === 'string' || typeof value === 'boolean') && !removeFrom(left, JSON.stringify(value)),
		);
		return first === undefined ? [] : [{path, sent: JSON.stringify(first), listed: left[0]}];
	});
}

/** Removes a text from a list. Returns whether it was there. */
function removeFrom(list: string[], text: string): boolean {
	const at = list.indexOf(text);
	list.splice(at, at === -1 ? 0 : 1);
	return at !== -1;
}

/** Takes a snapshot of a notification before it is replaced or deleted: its listed fields, and its template and topics if they were sent from this machine. */
export function takeSnapshot(notification: Notification, sent?: Unlisted): NotificationSnapshot {
	return {
		id: notification.id,
		raw: rawOf(notification),
		input: listedFields(notification),
		template: sent?.template,
		topics: sent?.topics,
	};
}
