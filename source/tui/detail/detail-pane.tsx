import {memo, useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import type {Line} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {detailLines, headLines, rawLines} from './detail-lines.ts';
import {paneLines} from './pane-lines.ts';
import {useSentContent} from './use-sent-content.ts';

export type DetailPaneProps = {
	readonly record: ListedRecord;
	/** The width of its lines, in terminal columns. */
	readonly columns: number;
	readonly rows: number;
};

/** The details of a record beside the list, without the header, as far as there is room. Redrawn only for another record or another size. */
export const DetailPane = memo(({record, columns, rows}: DetailPaneProps) => {
	useThemeChanges();
	return <Lines lines={paneLines(useDetailLines(record, columns, false), record, columns, rows)} height={rows} />;
});

/** The lines of a record, at most `columns` wide: its sentence, then its fields with what was sent from this machine; or its JSON. */
export function useDetailLines(record: ListedRecord, columns: number, isRaw: boolean): readonly Line[] {
	const sent = useSentContent(record);
	return useMemo(
		() =>
			isRaw
				? rawLines(record, columns)
				: [
						...(record.kind === 'notification' ? headLines(record, columns) : []),
						...detailLines(record, columns, sent),
					],
		[isRaw, record, columns, sent],
	);
}
