import {useMemo, useState} from 'react';
import {keyOfId, type ListRows} from '../../domain/query/rows.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import type {useRowSelection} from '../shared/use-list-window.ts';

type Followed = {
	readonly id: string;
	/** The key of the row under the cursor when it was created. */
	readonly from: string | undefined;
};

export type FollowedHandle = {
	/** ID of the notification that no row shows yet; undefined if there is none. */
	readonly hiddenId: string | undefined;
	/** Moves the cursor to it once its row is there. Call it while rendering. */
	readonly follow: (selection: ReturnType<typeof useRowSelection>) => void;
};

/** Puts the cursor on a notification that was just created, edited, cloned or recreated, as the notice says, as soon as its row is there; unless the cursor is moved before. */
export function useFollowed(rows: ListRows): FollowedHandle {
	const {notice} = useNavigation();
	const [followed, setFollowed] = useState<Followed>();
	const [seen, setSeen] = useState<Notice>();
	const target = followed === undefined ? undefined : keyOfId(followed.id);
	const index = useMemo(() => target === undefined ? -1 : rows.indexOf(target), [rows, target]);
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
