import {recordsOf, type AccountListing} from '../../session/listing-state.ts';
import type {PlanListing} from '../../session/undo-plan.ts';

/** The records for planning an undo. Only a complete listing of this run that is not older than the last change proves that a notification is absent. */
export const planListing = ({
	listing,
	isOutdated = false,
}: Pick<AccountListing, 'listing'> & {readonly isOutdated?: boolean | undefined}): PlanListing => ({
	records: recordsOf(listing),
	isComplete: listing.state === 'ready' && listing.value.complete && !isOutdated,
});
