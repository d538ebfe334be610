import type {Operation} from '../storage/journal/operation.ts';
import {concludeCreate} from './create-step.ts';
import {concludeDelete} from './delete-step.ts';
import {judgeCreation, judgeDeletion, type Sighting} from './evidence.ts';
import {saveSentContent, type OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {concludeRollBack} from './roll-back.ts';

/**
Concludes what a listing proves of a pending operation. It sends nothing.

@returns Undefined if the listing proves nothing new.
*/
export async function settle(context: OperationContext, operation: Operation, sighting: Sighting): Promise<OperationResult | undefined> {
	const requests = context.log.requestsOf(operation.id);
	const problem = sighting.listing.complete ? undefined : sighting.listing.reason;
	switch (operation.state) {
		case 'creating': {
			const verdict = judgeCreation(context, operation, requests, sighting);
			if (verdict.kind === 'pending' || verdict.kind === 'ambiguous') {
				return undefined;
			}

			if (operation.kind !== 'replace' || verdict.kind === 'absent') {
				return concludeCreate(context, operation, {verdict, sighting, problem});
			}

			await saveSentContent(context, verdict.id, operation.input!);
			const created = await context.log.advance(operation.id, {
				newId: verdict.id, state: 'created', detail: `${verdict.id} is listed now: finish the edit to delete ${operation.snapshot!.id}, or roll it back.`,
			});
			return {kind: 'open', operation: created, reason: created.detail!};
		}

		case 'deleting': {
			const verdict = judgeDeletion(context, operation.snapshot!.id, requests, sighting);
			return verdict.kind === 'pending' ? undefined : concludeDelete(context, operation, {verdict, sighting, problem});
		}

		case 'undoing': {
			const verdict = judgeDeletion(context, operation.newId!, requests, sighting);
			return verdict.kind === 'pending' ? undefined : concludeRollBack(context, operation, {verdict, sighting, problem});
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
