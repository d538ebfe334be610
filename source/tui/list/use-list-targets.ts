import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {recordsOf, type ListingState} from '../../session/listing-state.ts';
import type {BulkEditScreenProps} from '../bulk-edit/bulk-edit-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {usePendingRefusal} from '../shared/use-pending-refusal.ts';
import type {ListRowsHandle} from './use-list-rows.ts';

/** The notifications that keys of the list act on: the marked ones or, if none is marked, the row under the cursor. */
export type ListTargets = {
	/** The listed notifications with these IDs. */
	readonly marked: (ids: ReadonlySet<string>) => readonly Notification[];
	readonly editMarked: (how?: Pick<BulkEditScreenProps, 'repeats' | 'isAsText'>) => void;
	readonly deleteMarked: (ids: ReadonlySet<string>, keeps: ReadonlySet<string>) => void;
};

/** Opens the screens that change the notifications that are marked. `record`: the row under the cursor. */
export function useListTargets(
	listing: ListingState,
	{query: {query}, view, marks}: Pick<ListRowsHandle, 'query' | 'view' | 'marks'>,
	record: ListedRecord | undefined,
): ListTargets {
	const {push} = useNavigation();
	const isRefused = usePendingRefusal();

	const marked = (ids: ReadonlySet<string>) =>
		recordsOf(listing)
			.filter(listed => listed.kind === 'notification')
			.filter(({id}) => ids.has(id));

	/** The search, if it finds exactly the notifications with these IDs. */
	const exactQuery = (ids: ReadonlySet<string>) =>
		ids.size > 0 && marks.hidden.size === 0 && ids.size === view.matches.length && query.text !== ''
			? query.text
			: undefined;

	/** Opens the bulk edit of the marked notifications or, if none is marked, of the row under the cursor. */
	const editMarked = (how: Pick<BulkEditScreenProps, 'repeats' | 'isAsText'> = {}) => {
		const targets = marks.ids.size === 0 && record?.kind === 'notification' ? [record] : marked(marks.ids);
		if (isRefused(targets.map(({id}) => id))) {
			return;
		}

		push({name: 'bulk-edit', targets, hiddenIds: marks.hidden, query: exactQuery(marks.ids), ...how});
	};

	/** Opens the question before deleting, unless one of the notifications has a pending change. A single visible row needs only a key. A hidden row, a duplicate, or several rows need their number to be typed. */
	const deleteMarked = (ids: ReadonlySet<string>, keeps: ReadonlySet<string>) => {
		const targets = marked(ids);
		if (isRefused(targets.map(({id}) => id))) {
			return;
		}

		const isOne = targets.length === 1 && marks.hidden.size === 0 && keeps.size === 0;
		push(
			isOne
				? {name: 'delete', target: targets[0]!}
				: {
						name: 'bulk-delete',
						targets,
						hiddenIds: marks.hidden,
						keeps,
						query: view.query,
						exactQuery: keeps.size === 0 ? exactQuery(ids) : undefined,
					},
		);
	};

	return {marked, editMarked, deleteMarked};
}
