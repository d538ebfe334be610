import {useEffect} from 'react';
import {prepareCandidates} from '../../domain/equivalence.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {useListing} from '../shared/session-context.ts';

/** Searches the listing between keys for the user and the recipient of a form, so that its review and what is sent from it have the result at once. `isTyping`: one of them is being written. */
export function usePreparedCandidates({userId, recipient}: NotificationInput, isTyping: boolean): void {
	const {listing} = useListing();
	const records = recordsOf(listing);
	const isReady = !isTyping && userId !== '' && recipient !== '';

	useEffect(() => {
		if (isReady) {
			void prepareCandidates({userId, recipient}, records);
		}
	}, [isReady, userId, recipient, records]);
}
