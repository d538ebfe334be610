import {failureSentence, failureText, type Failure} from '../api/failure.ts';
import {findAsSent} from '../domain/equivalence.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {clearedDetail, leaveAccepted, leaveOpen, markDone, markFailed, waitingText} from './conclude.ts';
import {continueReplace} from './delete-step.ts';
import {certifyChoice, recordWithId, unknownPriorId, type CertifiedId, type CreationVerdict, type Sighting} from './evidence.ts';
import {changedMembers} from './kept-members.ts';
import {saveSentContent, type OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {sendCreate} from './send.ts';
import {verifyCreation, type Verified} from './verify.ts';

/** Sends the POST of an operation, and finds in listings what it created. */
export async function post(context: OperationContext, operation: Operation): Promise<OperationResult> {
	if (operation.isRedacted === true) {
		return leaveOpen(context, operation, 'It contains the API key, which is never stored. Roll it back, then enter it again.');
	}

	const isFirst = operation.state === 'planned';
	const creating = await context.log.advance(operation.id, {state: 'creating'});
	context.onPhase?.('creating');
	const created = await sendCreate(context, operation);
	context.onPhase?.('finding');
	return !created.ok && created.failure.outcome !== 'unknown' && isFirst
		? markFailed(context, creating, failureSentence(created.failure), created.failure)
		: concludeCreate(context, creating, await verifyCreation(context, creating), created.ok ? undefined : created.failure);
}

/** Ends or continues an operation by what listings say of its POST. `failure`: of the POST just sent. */
export async function concludeCreate(context: OperationContext, operation: Operation, verified: Verified<CreationVerdict>, failure?: Failure): Promise<OperationResult> {
	const {verdict, sighting, problem} = verified;
	const lastFailure = failure ?? verified.failure;
	switch (verdict.kind) {
		case 'certified': {
			const isConfirmed = answerOf(context, operation)?.target === verdict.id;
			return settleCreated(context, operation, verified, {id: verdict.id, detail: foundText(operation, isConfirmed)});
		}

		case 'ambiguous': {
			return {...await leaveOpen(context, operation, `${said(context, operation, failure)}${ambiguousText(operation, verdict)}`), candidates: verdict.ids};
		}

		case 'absent': {
			const answer = answerOf(context, operation);
			if (answer === undefined) {
				return markFailed(context, operation, `${said(context, operation, failure)}Not created. It does not appear in the listing.`);
			}

			if (isUnchanged(operation, answer.target, sighting)) {
				return markDone(context, operation, {newId: answer.target!, detail: keptId});
			}

			const confirmed = `The service confirmed it${asId(answer.target)}, but no listing shows it.`;
			return operation.kind === 'replace'
				? leaveOpen(context, operation, `${confirmed} ${operation.snapshot!.id} was kept.`)
				: markDone(context, operation, {detail: confirmed});
		}

		case 'pending': {
			const answer = answerOf(context, operation);
			if (answer === undefined) {
				return leaveOpen(context, operation, `${said(context, operation, failure)}Outcome unknown: ${'probableId' in verdict ? `probably it is ${verdict.probableId}` : 'it may have been created, but no listing shows it'}. ${waitingText(context, {...verdict, problem})}`, lastFailure);
			}

			const id = asId(answer.target);
			// What an answer names may be something else.
			const confirmed = `The service confirmed it${id}, but ${'probableId' in verdict ? `probably it is ${verdict.probableId}` : 'no listing shows it yet'}`;
			const waiting = waitingText(context, {...verdict, problem});
			return operation.kind === 'replace'
				? leaveOpen(context, operation, `${confirmed}, so ${operation.snapshot!.id} was kept. ${waiting}`, lastFailure)
				: leaveAccepted(context, operation, `${confirmed}. ${waiting}`, lastFailure);
		}
	}
}

/** Continues with the notification that the operator chose among several. */
export async function concludeChosen(context: OperationContext, operation: Operation, verified: Verified<CreationVerdict>, chosenId: string): Promise<OperationResult> {
	const id = verified.verdict.kind === 'pending' ? undefined : certifyChoice(verified.verdict, chosenId);
	return id === undefined
		? leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`)
		: settleCreated(context, operation, verified, {id});
}

/** With the new notification seen in a listing, a create is done; a replacement goes on to delete the old one. */
async function settleCreated(context: OperationContext, operation: Operation, {sighting}: Verified<CreationVerdict>, {id, detail}: {readonly id: CertifiedId; readonly detail?: string | undefined}): Promise<OperationResult> {
	await saveSentContent(context, id, operation.input!);
	if (operation.kind !== 'replace') {
		const changed = changedMembers(operation, recordWithId(sighting!, id), context.log);
		return markDone(context, operation, {newId: id, detail: changed === undefined ? detail : sanitise(`${detail ?? ''} The service lists ${changed}.`.trim())});
	}

	return id === operation.snapshot!.id
		? markDone(context, operation, {newId: id, detail: keptId})
		: continueReplace(context, await context.log.advance(operation.id, {newId: id, state: 'created', detail}), sighting!);
}

/** How the new notification was found; undefined if there is nothing to say, and never was. */
function foundText({knownIds, detail}: Operation, isConfirmed: boolean): string | undefined {
	if (knownIds.includes(unknownPriorId)) {
		return 'It was sent without a check for duplicates, so it may have existed before.';
	}

	return isConfirmed ? clearedDetail(detail) : 'The response did not confirm it, but it is listed.';
}

/** The detail of a replacement on a service that overwrites. */
export const keptId = 'The service kept the ID, so nothing was deleted.';

/** Whether the service named the replaced notification as the new one, and it says what was sent. */
export function isUnchanged({kind, input, snapshot}: Pick<Operation, 'kind' | 'input' | 'snapshot'>, named: string | undefined, sighting: Sighting | undefined): boolean {
	return kind === 'replace' && named === snapshot!.id && findAsSent(input!, sighting?.listing.records ?? []).some(({id}) => id === named);
}

const asId = (id: string | undefined): string => id === undefined ? '' : ` as ID ${id}`;

/** The POST that the service confirmed. */
export const answerOf = ({log}: OperationContext, {id}: Operation) => log.requestsOf(id).findLast(({method, outcome}) => method === 'POST' && outcome === 'ok');

/** What the service answered, now or when it was sent, before what was found. */
function said({log}: OperationContext, {id}: Operation, failure: Failure | undefined): string {
	if (failure === undefined) {
		const {outcome, summary} = log.requestsOf(id).findLast(({method}) => method === 'POST') ?? {};
		return summary === undefined || outcome === 'ok' ? '' : `${summary} `;
	}

	return `${failureText(failure)} `;
}

/** Says which notifications may be the new one; not yet safe to show. */
export function ambiguousText({knownIds}: Operation, {ids, isRewritten}: Extract<CreationVerdict, {kind: 'ambiguous'}>): string {
	const [first] = ids;
	if (ids.length > 1) {
		return `Several new notifications have this content${isRewritten ? ', but for rewritten text or undocumented members' : ''}: ${ids.join(', ')}. One of them is the new one.`;
	}

	return knownIds.includes(unknownPriorId)
		? `${first!} has this content, but it may have existed before.`
		: `Probably it is ${first!}: it is new, and differs from what was sent only in rewritten text or undocumented members.`;
}
