import {useMemo, useState} from 'react';
import {keyOfId, type ListRows} from '../../domain/query/rows.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import type {useRowSelection} from '../shared/use-list-window.ts';

type Followed = {
	readonly id: string;
	/** The key of the row under the cursor when the notification was created. */
	readonly from: string | undefined;
};

export type FollowedHandle = {
	/** The ID of the notification if no row shows it yet; undefined if there is none. */
	readonly hiddenId: string | undefined;
	/** Moves the cursor to the notification once it has a row. Call it while rendering. */
	readonly follow: (selection: ReturnType<typeof useRowSelection>) => void;
};

/** Moves the cursor to a notification that was just created, edited, cloned or recreated, according to the notice, as soon as it has a row, unless the operator moves the cursor first. */
export function useFollowed(rows: ListRows): FollowedHandle {
	const {notice} = useNavigation();
	const [followed, setFollowed] = useState<Followed>();
	const [seen, setSeen] = useState<Notice>();
	const target = followed === undefined ? undefined : keyOfId(followed.id);
	const index = useMemo(() => (target === undefined ? -1 : rows.indexOf(target)), [rows, target]);
	const hasRow = index !== -1;

	return {
		hiddenId: hasRow ? undefined : followed?.id,
		follow({key, select}) {
			if (notice?.follows !== undefined && notice !== seen) {
				setSeen(notice);
				setFollowed({id: notice.follows, from: key});
				return;
			}

			const isMoved = followed?.from !== undefined && key !== followed.from;
			if (target === undefined || (!hasRow && !isMoved)) {
				return;
			}

			setFollowed(undefined);
			if (!isMoved) {
				select(target);
			}
		},
	};
}
