import {sameAs, sameJobAs} from '../notifications/canonical.ts';
import type {Notification, NotificationInput} from '../notifications/notification.ts';
import type {OldNotification} from '../ledger/operation.ts';
import type {Bench} from './bench.ts';
import {look, refusal, unseenId} from './observe.ts';
import {pursue} from './pursue.ts';
import type {Refused, Settled} from './settled.ts';

export type CreateOptions = {
	/** Notifications that say the same already, and that the operator knows of. */
	readonly acceptedIds: ReadonlySet<string>;
	/** Sends even where it cannot be known whether there is one that says the same. */
	readonly isUnchecked: boolean;
	/** What it brings back. */
	readonly restored?: OldNotification | undefined;
};

export type CreateOutcome =
	| Settled
	| Refused
	/** Nothing was sent: these say the same already. */
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Notification[]}
	/** Nothing was sent: there is no telling whether one says the same already. `reason` is a sentence, safe to show. */
	| {readonly kind: 'unchecked'; readonly reason: string};

/**
Creates a notification: looks at a fresh listing for one that says the same, then sends one POST, which is never repeated from here. Where its outcome is unknown the listing is asked, several times, for one that was not there before.
*/
export async function create(bench: Bench, input: NotificationInput, {acceptedIds, isUnchecked, restored}: CreateOptions): Promise<CreateOutcome> {
	const before = await look(bench);
	const refused = refusal(bench, before);
	if (refused !== undefined) {
		return refused;
	}

	const listed = 'listing' in before ? before.listing : undefined;
	const duplicates = listed === undefined ? [] : sameJobAs(input, listed.records);
	const unknown = duplicates.filter(({id}) => !acceptedIds.has(id));
	if (unknown.length > 0) {
		return {kind: 'duplicates', duplicates: unknown};
	}

	if (!listed?.complete && !isUnchecked) {
		const reason = 'failure' in before ? before.failure.what : (listed?.complete === false ? listed.reason : '');
		return {kind: 'unchecked', reason};
	}

	const seenIds = listed === undefined ? [] : sameAs(input, listed.records).map(({id}) => id);
	return pursue(bench, bench.log.begin({
		profile: bench.profile,
		profileName: bench.profileName,
		kind: restored === undefined ? 'create' : 'restore',
		input,
		old: restored,
		// Without a complete listing before, none after can tell which one is new.
		knownIds: listed?.complete ? seenIds : [...seenIds, unseenId],
	}));
}
