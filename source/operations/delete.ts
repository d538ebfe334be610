import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import type {OperationContext} from './operation-context.ts';
import {resume} from './resume.ts';
import type {OperationResult} from './operation-result.ts';

/**
Deletes a notification with one DELETE; what it said is written down first, so that it can be restored. Where the outcome is unknown, or the service knows no such notification, a listing decides; only a complete one proves absence.
*/
export async function remove(context: OperationContext, snapshot: NotificationSnapshot): Promise<OperationResult> {
	return resume(context, context.log.begin({profile: context.profile, profileName: context.profileName, kind: 'delete', snapshot}));
}
