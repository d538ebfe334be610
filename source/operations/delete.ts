import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {recordsToGuard, refusedAsProtected, whyProtected} from './protected.ts';
import {resume} from './resume.ts';

/**
Deletes a notification with one DELETE. Its content is written to the journal first, so that it can be recreated. If the outcome is unknown or the service answers 404, the listing decides; only a complete listing proves absence. Where notifications can be protected, a listing comes first.
*/
export async function remove(context: OperationContext, snapshot: NotificationSnapshot): Promise<OperationResult> {
	const listed = await recordsToGuard(context);
	if (listed.kind !== 'listed') {
		return listed;
	}

	const why = whyProtected(context, snapshot, listed.records);
	if (why !== undefined) {
		return refusedAsProtected(why);
	}

	return resume(context, await context.log.begin({profile: context.profile, profileName: context.profileName, kind: 'delete', snapshot}));
}
