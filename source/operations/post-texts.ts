import {failureText, type Failure} from '../service/failure.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import {alikeOthersText} from './after-delete.ts';
import {keptText} from './contested.ts';
import {unknownPriorId, type CreationVerdict} from './operation-context.ts';
import {clearedDetail, twinsText} from './transitions.ts';

/** The beginning of the detail of an operation that ended because the service overwrote another notification. */
const overwrittenBeginning = 'The service overwrote ';

/** Returns the sentence for a service that overwrote another notification. */
export const overwrittenText = ({kind, snapshot}: Operation, id: string, isOldMissing: boolean | undefined): string =>
	`${overwrittenBeginning}${id} instead of creating a notification.${kind === 'replace' ? ` ${keptText(snapshot!.id, isOldMissing, 'Nothing')}.` : ''} Undo creates what ${id} was again.`;

/** The ID in a confirmation, to be added to it; empty if none was named. */
export const asId = (id: string | undefined): string => (id === undefined ? '' : ` as ID ${id}`);

/** Returns the sentence that says how the new notification was found; undefined leaves the detail empty. */
export function foundText(
	{knownIds, detail, overwritten}: Operation,
	newId: string,
	confirmed: RequestEntry | undefined,
	twins: readonly string[] = [],
): string | undefined {
	if (knownIds.includes(unknownPriorId)) {
		return `It was sent without a check for duplicates, so it may have existed before.${twins.length === 0 ? '' : alikeOthersText(twins)}`;
	}

	if (twins.length > 0) {
		return twinsText(twins);
	}

	if (confirmed === undefined) {
		return 'The response did not confirm it, but it is listed.';
	}

	const {target} = confirmed;
	const named =
		target !== undefined && overwritten?.id === target
			? `${target}, which was listed before and may have been overwritten`
			: (target ?? 'no ID');
	return target === newId ? clearedDetail(detail) : `The response named ${named}, but it is listed as ${newId}.`;
}

/** Returns the beginning of a sentence about the service's answer to the POST. */
export function answerText(posts: readonly RequestEntry[], failure: Failure | undefined): string {
	if (failure !== undefined) {
		return `${failureText(failure)} `;
	}

	const {outcome, summary} = posts.at(-1) ?? {};
	return summary === undefined || outcome === 'ok' ? '' : `${summary} `;
}

/** Returns the sentence that lists which notifications may be the new one. */
export function ambiguousText(
	{knownIds}: Operation,
	{ids, isRewritten}: Extract<CreationVerdict, {kind: 'ambiguous'}>,
): string {
	const [first] = ids;
	if (ids.length > 1) {
		return `Several new notifications have this content${isRewritten ? ', but for rewritten text or undocumented members' : ''}: ${ids.join(', ')}. One of them is the new one.`;
	}

	if (knownIds.includes(unknownPriorId)) {
		return `${first!} has this content, but it may have existed before.`;
	}

	return isRewritten
		? `Probably it is ${first!}: it is new, and differs from what was sent only in rewritten text or undocumented members.`
		: `${first!} has this content and was not listed before, but an earlier change was to delete one with this ID: it may be that one.`;
}
