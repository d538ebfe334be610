import {sameAs} from '../notifications/canonical.ts';
import type {NotificationInput} from '../notifications/notification.ts';
import type {OldNotification} from '../ledger/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Bench} from './bench.ts';
import {look, notificationsIn, refusal} from './observe.ts';
import {pursue} from './pursue.ts';
import type {Refused, Settled} from './settled.ts';

/**
Edits a notification on a service that has no update: creates the new one, sees it in a listing, and only then deletes the old one. A crash at any point leaves at least one of them, and the journal tells how to go on.
*/
export async function replace(bench: Bench, old: OldNotification, input: NotificationInput): Promise<Settled | Refused> {
	if (!bench.isLogKept) {
		return {kind: 'impossible', reason: 'Editing needs the journal, which cannot be written: a crash in between could not be mended.'};
	}

	const before = await look(bench);
	const refused = refusal(bench, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return {kind: 'impossible', reason: `Nothing was sent: the notifications could not be listed first. ${before.failure.what}`};
	}

	const {listing} = before;
	if (!listing.complete) {
		return {kind: 'impossible', reason: `Nothing was sent: only a complete listing can tell the new one from the old. ${listing.reason}`};
	}

	const notifications = notificationsIn(listing);
	if (notifications.every(({id}) => id !== old.id)) {
		return {kind: 'impossible', reason: `Nothing was sent: ${sanitise(old.id)} is no longer there.`};
	}

	return pursue(bench, bench.log.begin({
		profile: bench.profile,
		profileName: bench.profileName,
		kind: 'replace',
		input,
		old,
		knownIds: sameAs(input, listing.records).map(({id}) => id),
	}));
}
