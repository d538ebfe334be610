import {useEffect, useMemo, useState} from 'react';
import {breakdownOf, countBreakdown, type BreakdownCounts} from '../../domain/breakdown.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {finishInSlices, itemsPerSlice} from '../../system/time-slices.ts';

/** Counts the notifications of a question by user, channel and network: few at once, many in slices between keys. Undefined until they are counted. */
export function useBreakdown(notifications: readonly NotificationFields[]): readonly BreakdownCounts[] | undefined {
	const isSmall = notifications.length <= itemsPerSlice;
	const small = useMemo(() => isSmall ? breakdownOf(notifications) : undefined, [isSmall, notifications]);
	const [counted, setCounted] = useState<{readonly notifications: readonly NotificationFields[]; readonly counts: readonly BreakdownCounts[]}>();
	useEffect(() => {
		if (isSmall) {
			return undefined;
		}

		const controller = new AbortController();
		const count = async () => {
			const counts = await finishInSlices(countBreakdown(notifications), controller.signal);
			if (counts !== undefined) {
				setCounted({notifications, counts});
			}
		};

		void count();
		return () => {
			controller.abort();
		};
	}, [isSmall, notifications]);

	return small ?? (counted?.notifications === notifications ? counted.counts : undefined);
}
