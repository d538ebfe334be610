import {useSyncExternalStore} from 'react';
import type {ListingStore} from '../../session/listing-store.ts';
import type {AccountListing} from '../../session/listing-state.ts';
import {useSession} from './session-context.ts';

export type ListingHandle = AccountListing & ListingStore;

/** The account's notifications: listed once, and again on `refresh`. */
export function useListing(): ListingHandle {
	const {listing: store} = useSession();
	return {...store, ...useSyncExternalStore(store.subscribe, store.get)};
}
