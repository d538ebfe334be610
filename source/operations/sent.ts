import {keptText} from './transitions.ts';
import {recordsById} from '../query/changes.ts';
import type {Failure} from '../service/failure.ts';
import type {NotificationSnapshot, Operation} from '../ledger/journal/operation.ts';
import type {RequestAnswer} from '../ledger/journal/requests.ts';
import {isAlike, type OperationContext, type OperationLog} from './operation-context.ts';
import {toSentBody} from '../service/body.ts';
import {
	type ListedRecord,
	type Notification,
	type NotificationInput,
	rawOf,
	type Unlisted,
} from '../notification/notification.ts';
import {undocumentedPaths} from '../notification/undocumented.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {listedFields} from '../notification/spec.ts';

/** Returns a function that, given the ID in the answer to a POST, returns the notification that was listed with it before, as it was: the service may have overwritten it. Call this before the POST, because a listing that is read meanwhile may already show the new one. */
export function overwrittenFinder(
	{listed, lastListed = listed, sent, profile}: Pick<OperationContext, 'listed' | 'lastListed' | 'sent' | 'profile'>,
	{snapshot, input}: Pick<Operation, 'snapshot' | 'input'>,
): (named: string | undefined) => NotificationSnapshot | undefined {
	const records = lastListed?.() ?? [];
	return named => {
		if (named === undefined || named === snapshot?.id) {
			return undefined;
		}

		const before = recordsById(records).get(named);
		return before?.kind === 'notification' && (input === undefined || !isAlike(before, input))
			? takeSnapshot(before, sent.get(profile, named))
			: undefined;
	};
}

/** The listed record that an operation creates its notification from. An edit that undoes another edit recreates the notification that was replaced. */
export function listedRecord({kind, snapshot, undoes, input}: Operation, log: Pick<OperationLog, 'get'>): unknown {
	if (kind === 'create') {
		return input?.listed;
	}

	const before = kind === 'replace' && undoes !== undefined ? log.get(undoes)?.snapshot : undefined;
	return (before ?? snapshot)?.raw;
}

/** Converts the failure of a request to the answer that the journal stores. */
export const toAnswer = ({outcome, status, summary}: Failure): RequestAnswer => ({outcome, status, summary});

/** Describes the undocumented members that the service changed, by the `record` of the new notification: `status: "active" ("paused" was sent)`; undefined if it kept them all. Only strings and booleans are compared, because numbers may be counters. Not yet safe to show. */
export function changedMembers(
	operation: Operation,
	record: ListedRecord | undefined,
	log: Pick<OperationLog, 'get'>,
): string | undefined {
	const sent = undocumentedPaths(toSentBody(operation.input!, listedRecord(operation, log)));
	if (record?.kind !== 'notification') {
		return undefined;
	}

	const listed = undocumentedPaths(rawOf(record) as object);
	const changed = [...sent].flatMap(([path, values]) => {
		const left = (listed.get(path) ?? []).map(value => JSON.stringify(value));
		const first = values.find(
			value => (typeof value === 'string' || typeof value === 'boolean') && !removeFrom(left, JSON.stringify(value)),
		);
		return first === undefined ? [] : [`${path}: ${left[0] ?? 'none'} (${JSON.stringify(first)} was sent)`];
	});
	return changed.length === 0 ? undefined : changed.join(', ');
}

/** Removes a text from a list. Returns whether it was there. */
function removeFrom(list: string[], text: string): boolean {
	const at = list.indexOf(text);
	list.splice(at, at === -1 ? 0 : 1);
	return at !== -1;
}

/** The reason why the old notification of a replacement is kept until the operator finishes it; not yet safe to show. */
export const changedText = ({snapshot}: Operation, newId: string, changed: string, isOldMissing?: boolean): string =>
	`${beginning(newId)} ${changed}, so ${keptText(snapshot!.id, isOldMissing)}. Finish this to delete ${snapshot!.id}, or roll it back.`;

const beginning = (newId: string): string => `${newId} was created, but the service lists`;

/** Whether the detail of the operation has already told the operator of the change. */
export const isChangeReported = (detail: string | undefined, newId: string): boolean =>
	detail?.startsWith(sanitise(beginning(newId))) === true;

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

/** Takes a snapshot of a notification that was sent from here, and that may have been listed with this content or not. */
export const snapshotOfSent = (id: string, {template, topics, ...input}: NotificationInput): NotificationSnapshot => ({
	id,
	raw: undefined,
	input,
	template,
	topics,
});
