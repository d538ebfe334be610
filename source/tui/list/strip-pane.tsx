import {memo, useMemo} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {isWhole} from '../../session/listing-state.ts';
import {useSentContent} from '../detail/use-sent-content.ts';
import {useListing} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useThemeChanges} from '../shared/theme-context.ts';
import {stripLines} from './strip-lines.ts';
import {useUserCounts} from './use-user-counts.ts';

export type StripPaneProps = {
	readonly record: ListedRecord;
	/** The width of its lines, in terminal columns. */
	readonly columns: number;
	readonly rows: number;
};

/** A record in two lines below the list, where there is no room for more. */
export const StripPane = memo(({record, columns, rows}: StripPaneProps) => {
	useThemeChanges();
	const {listing, shown} = useListing();
	const counts = useUserCounts(isWhole(listing) ? shown : undefined);
	const sent = useSentContent(record);
	const sameUser = record.kind === 'notification' ? counts?.get(record.userId) : undefined;
	const lines = useMemo(() => stripLines(record, columns, sent, sameUser), [record, columns, sent, sameUser]);
	return <TextLines lines={lines} height={rows} />;
});
