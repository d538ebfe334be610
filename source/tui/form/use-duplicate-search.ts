import {useEffect, useState} from 'react';
import {isRequired} from '../../domain/draft/check.ts';
import {fieldsOf, readField, type Draft} from '../../domain/fields.ts';
import {findDuplicates} from '../../domain/equivalence.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import {completeRecordsOf, recordsOf} from '../../session/listing-state.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import type {DuplicateState} from './preview-lines.ts';

/** The pause in typing after which the search starts, in milliseconds. */
const pause = 300;

/** Searches the listing for duplicates of a form when the operator pauses, in slices. `ownId`: the ID of the edited notification, which is not a duplicate. */
export function useDuplicateSearch(draft: Draft, input: NotificationInput, ownId: string | undefined): DuplicateState {
	const {
		services: {clock},
	} = useSession();
	const {listing} = useListing();
	const records = recordsOf(listing);
	const isFilledIn = fieldsOf(draft).every(field => !isRequired(field) || readField(draft, field).trim() !== '');
	const [searched, setSearched] = useState<
		{readonly input: NotificationInput; readonly found: readonly Notification[]} | undefined
	>(undefined);

	useEffect(() => {
		if (!isFilledIn) {
			return undefined;
		}

		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			try {
				await clock.sleep(pause, signal);
			} catch {
				return;
			}

			const found: Notification[] = [];
			for await (const slice of inSlices(records)) {
				found.push(...(signal.aborted ? [] : findDuplicates(input, slice).filter(({id}) => id !== ownId)));
			}

			if (!signal.aborted) {
				setSearched({input, found});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [clock, input, isFilledIn, ownId, records]);

	if (!isFilledIn) {
		return {kind: 'incomplete'};
	}

	return searched?.input === input
		? {kind: 'searched', found: searched.found, isComplete: completeRecordsOf(listing) !== undefined}
		: {kind: 'searching'};
}
