import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {resume} from './resume.ts';

/**
Deletes a notification with one DELETE. Its content is written to the journal first, so that it can be recreated. If the outcome is unknown or the service answers 404, the listing decides; only a complete listing proves absence.
*/
export async function remove(context: OperationContext, snapshot: NotificationSnapshot): Promise<OperationResult> {
	return resume(context, await context.log.begin({profile: context.profile, profileName: context.profileName, kind: 'delete', snapshot}));
}
