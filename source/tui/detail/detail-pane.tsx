import {memo, useMemo} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {useSession} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useThemeChanges} from '../shared/theme-context.ts';
import {detailLines, rawLines, type TextLine} from './detail-lines.ts';

export type DetailPaneProps = {
	readonly record: ListedRecord;
	/** Terminal columns of its lines. */
	readonly columns: number;
	readonly rows: number;
};

/** Everything known of one record, as far as there is room: the detail screen without its header, beside the list. It is drawn again only for another record or another size. */
export const DetailPane = memo(({record, columns, rows}: DetailPaneProps) => {
	useThemeChanges();
	return <TextLines hasLabels lines={useDetailLines(record, columns, false)} height={rows}/>;
});

/** The lines of a record, `columns` wide: its fields with what was sent from this machine, or its JSON. */
export function useDetailLines(record: ListedRecord, columns: number, isRaw: boolean): readonly TextLine[] {
	const {ledger, profileKey} = useSession();
	const id = record.kind === 'notification' ? record.id : undefined;
	const sent = useMemo(() => id === undefined ? undefined : ledger?.sent.get(profileKey, id), [ledger, profileKey, id]);
	return useMemo(() => isRaw ? rawLines(record, columns) : detailLines(record, columns, sent), [isRaw, record, columns, sent]);
}
