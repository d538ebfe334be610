import {findIdentical} from '../domain/equivalence.ts';
import type {NotificationInput} from '../domain/notification.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import {fetchListing, notificationsIn, refusedBefore} from './verify.ts';
import {resume} from './resume.ts';
import type {Refused, OperationResult} from './operation-result.ts';

/**
Edits a notification on a service that has no update: creates the new one, sees it in a listing, and only then deletes the old one. A crash at any point leaves at least one of them, and the journal tells how to go on.
*/
export async function replace(context: OperationContext, snapshot: NotificationSnapshot, input: NotificationInput): Promise<OperationResult | Refused> {
	if (!context.isLogPersistent) {
		return {kind: 'impossible', reason: 'Editing needs the journal, which cannot be written: a crash in between could not be mended.'};
	}

	const before = await fetchListing(context);
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return {kind: 'impossible', reason: `Nothing was sent: the notifications could not be listed first. ${before.failure.summary}`};
	}

	const {listing} = before;
	if (!listing.complete) {
		return {kind: 'impossible', reason: `Nothing was sent: only a complete listing can tell the new one from the old. ${listing.reason}`};
	}

	const notifications = notificationsIn(listing);
	if (notifications.every(({id}) => id !== snapshot.id)) {
		return {kind: 'impossible', reason: `Nothing was sent: ${sanitise(snapshot.id)} is no longer there.`};
	}

	return resume(context, context.log.begin({
		profile: context.profile,
		profileName: context.profileName,
		kind: 'replace',
		input,
		snapshot,
		knownIds: findIdentical(input, listing.records).map(({id}) => id),
	}));
}
