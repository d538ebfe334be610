import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {keptText} from './contested.ts';
import {isListedIn, unknownPriorId, type CreationVerdict} from './operation-context.ts';
import {isOldChanged, isOldGone, keptId, neverListed, oldChangedText} from './never-listed.ts';
import {ambiguousText, answerText, asId, foundText, overwrittenText} from './post-texts.ts';
import {nameFirst, withOverwritten, type Intent, type Facts, type Transition, type OrNoListing} from './transitions.ts';
import {unknownText} from './unknown-text.ts';

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
