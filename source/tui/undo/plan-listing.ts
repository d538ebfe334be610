import {recordsOf, type ListingState} from '../../session/listing-state.ts';
import type {PlanListing} from '../../session/undo-plan.ts';

/** The records for planning an undo. Only a complete listing of this run proves that a notification is absent. */
export const planListing = (listing: ListingState): PlanListing => ({records: recordsOf(listing), isComplete: listing.state === 'ready' && listing.value.complete});
