import {toSentBody} from '../api/sent-body.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {undocumentedPaths} from '../domain/undocumented.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationLog} from './operation-context.ts';
import {listedRecord} from './send.ts';

/** What a service made of the undocumented members that were sent, by the `record` of the new notification: `status: "active" ("paused" was sent)`; undefined where it kept them. Only of text and of true and false: numbers count what happens. Not yet safe to show. */
export function changedMembers(operation: Operation, record: ListedRecord | undefined, log: Pick<OperationLog, 'get'>): string | undefined {
	const sent = undocumentedPaths(toSentBody(operation.input!, listedRecord(operation, log)));
	if (record?.kind !== 'notification') {
		return undefined;
	}

	const listed = undocumentedPaths(record.raw as object);
	const changed = [...sent].flatMap(([path, values]) => {
		const left = (listed.get(path) ?? []).map(value => JSON.stringify(value));
		const first = values.find(value => (typeof value === 'string' || typeof value === 'boolean') && !wasTaken(left, JSON.stringify(value)));
		return first === undefined ? [] : [`${path}: ${left[0] ?? 'none'} (${JSON.stringify(first)} was sent)`];
	});
	return changed.length === 0 ? undefined : changed.join(', ');
}

/** Whether a list has a text, which is then taken out of it. */
function wasTaken(list: string[], text: string): boolean {
	const at = list.indexOf(text);
	list.splice(at, at === -1 ? 0 : 1);
	return at !== -1;
}

/** Why the old notification of a replacement is kept until the operator finishes it; not yet safe to show. */
export const changedText = ({snapshot}: Operation, newId: string, changed: string): string => `${beginning(newId)} ${changed}, so ${snapshot!.id} was kept. Finish this to delete ${snapshot!.id}, or roll it back.`;

const beginning = (newId: string): string => `${newId} was created, but the service lists`;

/** Whether the operator was told so before, by the detail of the operation. */
export const wasTold = (detail: string | undefined, newId: string): boolean => detail?.startsWith(sanitise(beginning(newId))) === true;
