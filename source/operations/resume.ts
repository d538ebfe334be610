import {failureSentence} from '../service/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {applyTransition, leaveOpen} from './conclude.ts';
import {concludeChosen, concludeCreate, post} from './create-step.ts';
import {deletePlanned} from './delete.ts';
import {concludeDelete, continueReplace} from './delete-step.ts';
import {judgeDeletion} from './judge-deletion.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {whyProtected} from './protected.ts';
import {fetchListing, verifyCreation, verifyDeletion} from './verify.ts';

export type ResumeOptions = {
	/** Whether the operator allows sending the request again if it is known to have had no effect. */
	readonly mayResend?: boolean;
	/** The ID of the new notification, chosen by the operator from several candidates. */
	readonly chosenId?: string | undefined;
};

/**
Continues an operation from its state in the journal, to its end or to the point where the operator must decide. Each state is on disk before the next request is sent. A POST is sent once, unless the operator allows another. Nothing is deleted before its replacement has been listed.
*/
export async function resume(
	context: OperationContext,
	operation: Operation,
	options: ResumeOptions = {},
): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			// Nothing was sent yet: what is protected by now stays.
			const why =
				operation.snapshot === undefined || operation.kind === 'recreate'
					? undefined
					: whyProtected(context, operation.snapshot);
			if (why !== undefined) {
				return leaveOpen(context, operation, why);
			}

			return operation.input === undefined ? deletePlanned(context, operation) : post(context, operation);
		}

		case 'creating': {
			return resumeCreate(context, await withoutDetail(context, operation), options);
		}

		case 'created': {
			return resumeReplace(context, await withoutDetail(context, operation), operation.detail);
		}

		case 'deleting': {
			const deleting = await withoutDetail(context, operation);
			return concludeDelete(context, deleting, await verifyDeletion(context, deleting, operation.snapshot!.id), {
				intent: options.mayResend === true ? 'resend' : 'finish',
			});
		}

		case 'undoing': {
			return resumeRollBack(context, operation);
		}

		case 'done': {
			return {kind: 'done', operation};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation};
		}
	}
}

/** Clears the detail of an operation: the reason why it stayed open may no longer apply. */
async function withoutDetail({log}: OperationContext, operation: Operation): Promise<Operation> {
	return operation.detail === undefined ? operation : log.advance(operation.id, {detail: ''});
}

async function resumeCreate(
	context: OperationContext,
	operation: Operation,
	{chosenId, mayResend = false}: ResumeOptions,
): Promise<OperationResult> {
	const verified = await verifyCreation(context, operation);
	return chosenId === undefined
		? concludeCreate(context, operation, verified, {intent: mayResend ? 'resend' : 'finish'})
		: concludeChosen(context, operation, verified, chosenId);
}

/** Resumes a replacement whose new notification was listed before; it may be gone by now. */
async function resumeReplace(
	context: OperationContext,
	operation: Operation,
	detail: string | undefined,
): Promise<OperationResult> {
	const attempt = await fetchListing(context);
	return 'failure' in attempt
		? leaveOpen(
				context,
				operation,
				`${operation.newId!} could not be verified, so nothing was deleted. ${failureSentence(attempt.failure)}`,
				attempt.failure,
			)
		: continueReplace(context, operation, attempt, detail);
}

/** Resumes an interrupted roll-back, which can still be reversed if its DELETE is known to have had no effect. */
async function resumeRollBack(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const newId = operation.newId!;
	const {verdict, sighting} = await verifyDeletion(context, operation, newId);
	if (operation.kind !== 'replace' || verdict.kind !== 'kept') {
		return leaveOpen(context, operation, 'A roll-back was started, so it cannot be finished. Roll it back.');
	}

	// `missingSince` is of the new notification.
	return judgeDeletion(context, operation.snapshot!.id, context.log.requestsOf(operation.id), sighting!, {
		content: operation.snapshot!.input,
	}).kind === 'gone'
		? applyTransition(context, operation, {
				state: 'done',
				detail: `The roll-back had no effect, and ${operation.snapshot!.id} is no longer listed.`,
			})
		: continueReplace(context, await context.log.advance(operation.id, {state: 'created', detail: ''}), sighting!);
}
