import type {Operation} from '../storage/journal/operation.ts';
import {concludeCreate} from './create-step.ts';
import {concludeDelete} from './delete-step.ts';
import {notePending} from './conclude.ts';
import {contentOfDeleted, type Sighting, type OperationContext} from './operation-context.ts';
import {judgeCreation} from './judge-creation.ts';
import {judgeDeletion} from './judge-deletion.ts';
import type {OperationResult} from './operation-result.ts';

/**
Concludes from a listing the outcome of a pending operation. It sends nothing.

@returns Undefined if the listing proves nothing new.
*/
export async function settle(
	context: OperationContext,
	operation: Operation,
	sighting: Sighting,
): Promise<OperationResult | undefined> {
	const requests = context.log.requestsOf(operation.id);
	const problem = sighting.listing.complete ? undefined : sighting.listing.reason;
	switch (operation.state) {
		case 'creating': {
			const verdict = judgeCreation(context, operation, requests, sighting);
			return verdict.kind === 'pending' || verdict.kind === 'ambiguous'
				? notePending(context, operation, verdict, sighting)
				: concludeCreate(context, operation, {verdict, sighting, problem}, {intent: 'settle'});
		}

		case 'deleting':
		case 'undoing': {
			const id = operation.state === 'deleting' ? operation.snapshot!.id : operation.newId!;
			const verdict = judgeDeletion(context, id, requests, sighting, {
				missingSince: operation.missingSince,
				content: contentOfDeleted(operation),
			});
			return verdict.kind === 'pending'
				? notePending(context, operation, verdict, sighting)
				: concludeDelete(context, operation, {verdict, sighting, problem}, {intent: 'settle'});
		}

		case 'planned':
		case 'created':
		case 'done':
		case 'failed':
		case 'rolled-back': {
			return undefined;
		}
	}
}
