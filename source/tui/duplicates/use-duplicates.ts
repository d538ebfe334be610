import {useEffect, useState} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {findDuplicateGroups, type DuplicateGroup} from '../../domain/query/duplicates.ts';
import {finishInSlices} from '../../system/time-slices.ts';
import {useSession} from '../shared/session-context.ts';

type Found = {
	readonly records: readonly ListedRecord[];
	readonly groups: readonly DuplicateGroup[];
};

export type DuplicatesHandle = {
	/** The groups among the records of the last search that finished. */
	readonly groups: readonly DuplicateGroup[];
	/** Whether the current records are still being searched. */
	readonly isBusy: boolean;
};

const noGroups: readonly DuplicateGroup[] = [];

/** Finds the groups of identical notifications among these records, in slices between key presses. Once the ledger is open, the content sent from this machine is compared as well. */
export function useDuplicates(records: readonly ListedRecord[]): DuplicatesHandle {
	const {ledger, profileKey} = useSession();
	const [found, setFound] = useState<Found | undefined>(undefined);
	useEffect(() => {
		if (ledger === undefined) {
			return;
		}

		const sentOf = (id: string) => {
			const sent = ledger.sent.get(profileKey, id);
			return sent && JSON.stringify([sent.template, sent.topics]);
		};

		const controller = new AbortController();
		void (async () => {
			const groups = await finishInSlices(findDuplicateGroups(records, sentOf), controller.signal);
			if (groups !== undefined) {
				setFound({records, groups});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [records, ledger, profileKey]);

	return {groups: found?.groups ?? noGroups, isBusy: found?.records !== records};
}
