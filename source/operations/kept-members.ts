import {toSentBody} from '../service/body.ts';
import {type ListedRecord, rawOf} from '../notification/notification.ts';
import {undocumentedPaths} from '../notification/undocumented.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {keptText} from './contested.ts';
import type {OperationLog} from './operation-context.ts';
import {listedRecord} from './send.ts';

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
