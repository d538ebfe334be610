import {memo, useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import type {SentContent} from '../../storage/small-stores.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {useSentContent} from '../detail/use-sent-content.ts';
import {isSentenceCut, sentenceLines} from '../shared/sentence-lines.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {title, type Line} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';

export type StripPaneProps = {
	readonly record: ListedRecord;
	/** The width of its lines, in terminal columns. */
	readonly columns: number;
	readonly rows: number;
};

/** A record in two lines below the list, where there is no room for more. */
export const StripPane = memo(({record, columns, rows}: StripPaneProps) => {
	useThemeChanges();
	const sent = useSentContent(record);
	const lines = useMemo(() => stripLines(record, columns, sent), [record, columns, sent]);
	return <Lines lines={lines} height={rows} />;
});

/** Describes a record in two lines of at most `columns`: its sentence, then whether its template is known here (`sent`: what this machine sent). A sentence that one line would cut takes both. */
export function stripLines(record: ListedRecord, columns: number, sent: SentContent | undefined): Line[] {
	if (record.kind === 'unreadable') {
		return [{text: truncate(`record ${record.index + 1} of the listing: ${sanitise(record.problem)}`, columns)}];
	}

	const head = (rows: number) => sentenceLines(record, columns, rows).map(text => title(text));
	if (isSentenceCut(record, columns)) {
		return head(2);
	}

	const known = sent?.template === '' ? 'no template' : 'template known here';
	const template = sent === undefined ? 'template unknown here' : known;
	return [...head(1), {text: truncate(template, columns)}];
}
