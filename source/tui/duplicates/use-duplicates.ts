import {useMemo} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {findDuplicateGroups, type DuplicateGroup} from '../../domain/query/duplicates.ts';
import {useSession} from '../shared/session-context.ts';
import {useSliced} from '../shared/use-sliced.ts';

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
	const {value: groups = noGroups, isCurrent} = useSliced(
		useMemo(() => {
			if (ledger === undefined) {
				return undefined;
			}

			const sentOf = (id: string) => {
				const sent = ledger.sent.get(profileKey, id);
				return sent && JSON.stringify([sent.template, sent.topics]);
			};

			return () => findDuplicateGroups(records, sentOf);
		}, [records, ledger, profileKey]),
	);

	return {groups, isBusy: !isCurrent};
}
