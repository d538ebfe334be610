import type {Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {alikeOthersText} from './after-delete.ts';
import {type CreationVerdict, isListedIn, type Sighting, unknownPriorId} from './operation-context.ts';
import {
	keptText,
	clearedDetail,
	type Facts,
	type Intent,
	nameFirst,
	type OrNoListing,
	type Transition,
	twinsText,
	unknownText,
	withOverwritten,
} from './transitions.ts';
import {findAsSent} from '../notification/equivalence.ts';
import {recordsById} from '../query/changes.ts';
import {failureText, type Failure} from '../service/failure.ts';

/** Returns the transition of an operation in the state `creating`, by the verdict of listings on its POST. */
export function afterPost(operation: Operation, verdict: OrNoListing<CreationVerdict>, facts: Facts): Transition {
	const former = operation.overwritten === undefined && 'former' in verdict ? verdict.former : undefined;
	return former === undefined
		? transitionOf(operation, verdict, facts)
		: {...transitionOf({...operation, overwritten: former}, verdict, facts), overwritten: former};
}

function transitionOf(operation: Operation, verdict: OrNoListing<CreationVerdict>, facts: Facts): Transition {
	const {intent, requests, failure, changed, isOldMissing, waiting = ''} = facts;
	const {kind, snapshot} = operation;
	const posts = requests.filter(({method}) => method === 'POST');
	const confirmed = posts.findLast(({outcome}) => outcome === 'ok');
	const answer = answerText(posts, failure);
	switch (verdict.kind) {
		case 'certified': {
			const {id: newId} = verdict;
			if (intent === 'settle' && verdict.isUnconfirmed && operation.detail === sanitise(nameFirst(newId).detail!)) {
				// The operator is rolling it back.
				return {};
			}

			const found = foundText(operation, newId, confirmed, verdict.twins);
			if (kind === 'replace') {
				return newId === snapshot!.id ? keptId(newId) : created(operation, newId, found, intent);
			}

			return withOverwritten(
				{
					state: 'done',
					newId,
					detail: changed === undefined ? found : `${found ?? ''} The service lists ${changed}.`.trim(),
				},
				{...operation, newId},
			);
		}

		case 'overwritten': {
			return {
				state: 'failed',
				detail: overwrittenText(operation, verdict.id, isOldMissing),
				overwritten: verdict.former,
			};
		}

		case 'ambiguous': {
			const text = ambiguousText(operation, verdict);
			return {detail: failure === undefined ? text : `${answer}${text}`, candidates: verdict.ids};
		}

		case 'absent': {
			return confirmed === undefined
				? notCreated(operation, facts, answer, verdict)
				: neverListed(operation, confirmed.target, facts);
		}

		case 'pending': {
			const probableId = 'probableId' in verdict ? verdict.probableId : undefined;
			if (confirmed === undefined) {
				const what = `${kind === 'replace' ? `the replacement of ${snapshot!.id}` : 'it'} was created`;
				return {
					detail: `${unknownText(what, posts, failure)} ${probableId === undefined ? '' : `Probably it is ${probableId}. `}${waiting}`,
				};
			}

			// The ID in a response may belong to another notification.
			const seen = `The service confirmed it${asId(confirmed.target)}, but ${probableId === undefined ? 'no listing shows it yet' : `probably it is ${probableId}`}`;
			return kind === 'replace'
				? {detail: `${seen}, so ${keptText(snapshot!.id, isOldMissing)}. ${waiting}`}
				: {detail: `${seen}. ${waiting}`, isAccepted: true};
		}
	}
}

/** Returns the transition when the new notification of a replacement is listed and the old one is to be deleted. `found`: how the new one was found. */
function created({snapshot}: Operation, newId: string, found: string | undefined, intent: Intent): Transition {
	if (intent === 'settle') {
		return {
			state: 'created',
			newId,
			detail: `${newId} is listed now: finish the edit to delete ${snapshot!.id}, or roll it back.`,
		};
	}

	return {state: 'created', newId, detail: found};
}

/** Returns the transition when nothing was created and no response says otherwise. */
function notCreated(
	operation: Operation,
	{intent, sighting}: Facts,
	answer: string,
	{adoptedId, goneId}: Extract<CreationVerdict, {kind: 'absent'}>,
): Transition {
	const {knownIds, input} = operation;
	if (adoptedId !== undefined) {
		return {
			state: 'failed',
			detail: `${answer}Not created, unless it is ${adoptedId}, which counts as the new notification of another change.`,
		};
	}

	if (goneId !== undefined) {
		return {
			state: 'failed',
			detail: `${answer}Not created, unless it was ${goneId}, which had this content and is not listed any more.`,
		};
	}

	// The machine of a colleague may wake up at any time, and send its own.
	if (intent === 'resend' && operation.by === undefined) {
		return {state: 'planned'};
	}

	if (isOldGone(operation, sighting)) {
		return {state: 'failed', detail: `${answer}Neither ${operation.snapshot!.id} nor what was sent is listed.`};
	}

	if (isOldChanged(operation, sighting)) {
		return {state: 'failed', detail: oldChangedText(operation)};
	}

	// The service may have given the ID of one of them to the new one, after another machine deleted it.
	const alike =
		sighting === undefined ? [] : knownIds.filter(id => id !== unknownPriorId && isListedIn(sighting, id, input));
	const same =
		alike.length === 0 ? undefined : `Not created, unless it is ${alike.join(' or ')}, which had this content before.`;
	return intent === 'roll-back' || intent === 'skip'
		? {state: 'rolled-back', detail: same ?? 'Nothing was created.'}
		: {state: 'failed', detail: `${answer}${same ?? 'Not created. It does not appear in the listing.'}`};
}

/** Returns the transition when the service confirmed the POST but the notification is still not listed after the settling time. The POST is not sent again. */
function neverListed(
	operation: Operation,
	named: string | undefined,
	{intent, sighting, isOldMissing, settlingTime}: Facts,
): Transition {
	if (isUnchanged(operation, named, sighting)) {
		return keptId(named!);
	}

	const end = intent === 'roll-back' || intent === 'skip' ? 'rolled-back' : 'failed';
	if (
		named !== undefined &&
		sighting !== undefined &&
		operation.knownIds.includes(named) &&
		isListedIn(sighting, named, operation.input)
	) {
		const text = `No new ID is listed: the service named ${named}, which had this content before.`;
		return operation.kind === 'replace'
			? {state: 'failed', detail: `${text} ${keptText(operation.snapshot!.id, isOldMissing, 'Nothing')}.`}
			: {state: end, detail: text};
	}

	if (
		named !== undefined &&
		operation.overwritten === undefined &&
		!operation.knownIds.includes(named) &&
		recordsById(sighting?.listing.records ?? []).has(named)
	) {
		return {
			state: 'failed',
			detail: `The service confirmed it as ID ${named}, but ${named} is listed with other content: it may have been overwritten.`,
		};
	}

	const seen = `The service confirmed it${asId(named)}, but`;
	if (operation.kind === 'replace') {
		const {id} = operation.snapshot!;
		const confirmation = `, although the service confirmed it${asId(named)}`;
		if (isOldGone(operation, sighting)) {
			return {state: 'failed', detail: `Neither ${id} nor what was sent is listed${confirmation}.`};
		}

		if (isOldChanged(operation, sighting)) {
			return {state: 'failed', detail: oldChangedText(operation, confirmation)};
		}

		return {
			state: 'failed',
			detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it. ${keptText(operation.snapshot!.id, isOldMissing, 'Nothing')}.`,
		};
	}

	return {
		state: end,
		detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it.`,
	};
}

/** Whether a complete listing does not show the old notification of a replacement: the service may have put there what was sent, and somebody else deleted it. */
export const isOldGone = ({kind, snapshot}: Operation, sighting: Sighting | undefined): boolean =>
	kind === 'replace' && sighting?.listing.complete === true && !isListedIn(sighting, snapshot!.id);

/** Whether the old notification of a replacement is listed with another content: the service may have put there what was sent, and something else since. */
const isOldChanged = ({kind, snapshot}: Operation, sighting: Sighting | undefined): boolean =>
	kind === 'replace' &&
	sighting !== undefined &&
	isListedIn(sighting, snapshot!.id) &&
	!isListedIn(sighting, snapshot!.id, snapshot!.input);

/** The sentence for an old notification that has changed. `confirmation`: what the service said of the POST. */
const oldChangedText = ({snapshot}: Operation, confirmation = ''): string =>
	`Neither ${snapshot!.id} as it was nor what was sent is listed${confirmation}: ${snapshot!.id} has other content now.`;

/** Returns the final transition of a replacement on a service that overwrites. */
const keptId = (newId: string): Transition => ({
	state: 'done',
	newId,
	detail: 'The service kept the ID, so nothing was deleted.',
});

/** Whether the service named the replaced notification as the new one, and it has the content that was sent. */
export function isUnchanged(
	{kind, input, snapshot}: Pick<Operation, 'kind' | 'input' | 'snapshot'>,
	named: string | undefined,
	sighting: Sighting | undefined,
): boolean {
	return (
		kind === 'replace' &&
		named === snapshot!.id &&
		findAsSent(input!, sighting?.listing.records ?? []).some(({id}) => id === named)
	);
}

/** The beginning of the detail of an operation that ended because the service overwrote another notification. */
const overwrittenBeginning = 'The service overwrote ';

/** Returns the sentence for a service that overwrote another notification. */
const overwrittenText = ({kind, snapshot}: Operation, id: string, isOldMissing: boolean | undefined): string =>
	`${overwrittenBeginning}${id} instead of creating a notification.${kind === 'replace' ? ` ${keptText(snapshot!.id, isOldMissing, 'Nothing')}.` : ''} Undo creates what ${id} was again.`;

/** The ID in a confirmation, to be added to it; empty if none was named. */
const asId = (id: string | undefined): string => (id === undefined ? '' : ` as ID ${id}`);

/** Returns the sentence that says how the new notification was found; undefined leaves the detail empty. */
function foundText(
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
function answerText(posts: readonly RequestEntry[], failure: Failure | undefined): string {
	if (failure !== undefined) {
		return `${failureText(failure)} `;
	}

	const {outcome, summary} = posts.at(-1) ?? {};
	return summary === undefined || outcome === 'ok' ? '' : `${summary} `;
}

/** Returns the sentence that lists which notifications may be the new one. */
function ambiguousText(
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
