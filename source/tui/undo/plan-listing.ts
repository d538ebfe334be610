import {recordsOf, type ListingState} from '../../session/listing-state.ts';
import type {PlanListing} from '../../session/undo-plan.ts';

/** What an undo is planned by. Only a listing of this run shows what is absent. */
export const planListing = (listing: ListingState): PlanListing => ({records: recordsOf(listing), isComplete: listing.state === 'ready' && listing.value.complete});
