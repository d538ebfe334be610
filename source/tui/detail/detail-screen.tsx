import {Text, useIsScreenReaderEnabled} from 'ink';
import {useState} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncateMiddle} from '../../terminal/width.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {readerWidth} from '../shared/reader.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {useNotificationActions} from '../shared/use-notification-actions.ts';
import type {Line} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {useDetailLines} from './detail-pane.tsx';
import {useListedRecord} from './use-listed-record.ts';

export type DetailScreenProps = {
	/** The record as listed when the screen was opened. */
	readonly record: ListedRecord;
};

/** The columns that an ID leaves in the header at least, for the account and what is in sight. */
const leftByTitle = 44;

/** The least width of an ID in the header, in columns. */
const shortId = 20;

/** The details of one record. */
export function DetailScreen({record: earlier}: DetailScreenProps) {
	const {record, isListed} = useListedRecord(earlier);
	const size = useBodySize();
	const [isRaw, setIsRaw] = useState(false);
	const isReader = useIsScreenReaderEnabled();
	const width = isReader ? readerWidth : size.columns - 2;
	const lines = useDetailLines(record, width, isRaw);
	// A screen reader reads one line for each move.
	const height = isReader ? 1 : size.rows;
	const {top, moves} = useScroll(lines.length, height);
	const {guards, actions} = useNotificationActions(record, isListed);

	const keys = useKeys('detail', {
		guards,
		actions: {
			...moves,
			...actions,
			raw() {
				setIsRaw(current => !current);
				moves.first();
			},
		},
	});

	const title = [
		record.kind === 'notification'
			? truncateMiddle(sanitise(record.id), Math.max(shortId, size.columns - leftByTitle))
			: 'unreadable record',
		...(isListed ? [] : ['no longer listed']),
		...(isRaw ? ['raw'] : []),
	].join(', ');
	return (
		<Frame
			keys={keys}
			header={<Header title={title} status={isReader ? '' : scrollStatus(top, height, lines.length)} />}
		>
			{isReader ? <Text>{readerLine(lines, top)}</Text> : <Lines lines={lines} top={top} height={height} />}
		</Frame>
	);
}

/** One line as a screen reader reads it: `line 3 of 10, Channel: WEBHOOK`. */
function readerLine(lines: readonly Line[], index: number): string {
	const {label = '', text = ''} = lines[index] ?? {};
	return `line ${index + 1} of ${lines.length}, ${label === '' ? text : `${label}: ${text}`}`;
}
