import {useMemo} from 'react';
import {breakdownOf, countBreakdown, type BreakdownCounts} from '../../domain/breakdown.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {itemsPerSlice} from '../../platform/time-slices.ts';
import {useSliced} from './use-sliced.ts';

/** Counts the notifications of a question by user, channel and network: few at once, many in slices between keys. Undefined until they are counted. */
export function useBreakdown(notifications: readonly NotificationFields[]): readonly BreakdownCounts[] | undefined {
	const isSmall = notifications.length <= itemsPerSlice;
	const small = useMemo(() => (isSmall ? breakdownOf(notifications) : undefined), [isSmall, notifications]);
	const counted = useSliced(
		useMemo(() => (isSmall ? undefined : () => countBreakdown(notifications)), [isSmall, notifications]),
	);
	return small ?? (counted.isCurrent ? counted.value : undefined);
}
