import {Text, useIsScreenReaderEnabled} from 'ink';
import {useState} from 'react';
import {idOfRecord, type ListedRecord} from '../../notification/notification.ts';
import {joined} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/layout.ts';
import {useScroll, useTextSize} from '../ui/list.tsx';
import {useListing} from '../ui/session.ts';
import {useNotificationActions} from './list-keys.ts';
import {type Line, Lines} from '../ui/line.tsx';
import {useDetailLines, useParked} from './detail-lines.ts';

/** The columns that a name leaves in the header at least, for the account and what is in sight. */
const leftByTitle = 44;

/** The least width of a name in the header, in columns. */
const shortName = 10;

/** The details of one record, as listed when the screen was opened and since. */
export function DetailScreen({
	record: earlier,
	isRaw: isFirstRaw = false,
}: {
	readonly record: ListedRecord;
	readonly isRaw?: boolean;
}) {
	const isParked = useParked(earlier) !== undefined;
	const {record: found, isListed} = useListedRecord(earlier);
	// What is parked can be shown as gone as well.
	const record = isParked ? earlier : found;
	const {columns, rows, atOnce} = useTextSize();
	const [isRaw, setIsRaw] = useState(isFirstRaw);
	const isReader = useIsScreenReaderEnabled();
	const lines = useDetailLines(record, columns - 2, isRaw);
	const height = Math.min(rows, atOnce);
	const {top, moves} = useScroll(lines.length, height);
	const {guards, actions} = useNotificationActions(record, isListed || isParked);

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

	const name = record.kind === 'notification' ? record.name : 'unreadable record';
	const title = joined(
		[
			truncate(
				sanitise(name === '' ? `notification ${idOfRecord(record)}` : name),
				Math.max(shortName, columns - leftByTitle),
			),
			isParked && 'parked',
			!isListed && !isParked && 'no longer listed',
			isRaw && 'raw',
		],
		', ',
	);
	return (
		<Frame keys={keys} title={title} status={isReader ? '' : scrollStatus(top, height, lines.length)}>
			{isReader ? <Text>{readerLine(lines, top)}</Text> : <Lines lines={lines} top={top} height={height} />}
		</Frame>
	);
}

/** One line as a screen reader reads it: `line 3 of 10, Channel: WEBHOOK`. */
function readerLine(lines: readonly Line[], index: number): string {
	const {label = '', text = ''} = lines[index] ?? {};
	return `line ${index + 1} of ${lines.length}, ${label === '' ? text : `${label}: ${text}`}`;
}

/** A record of an earlier listing as in the last one that has it, and whether it is still listed: only a complete listing can prove that it is not. A record without a readable ID stays as it was. */
function useListedRecord(earlier: ListedRecord) {
	const {listing, shown, changes} = useListing();
	const isComplete = listing.state === 'ready' && listing.value.complete;

	if (earlier.kind === 'unreadable') {
		return {record: earlier, isListed: true};
	}

	const {id} = earlier;
	const found = shown.find(record => record.kind === 'notification' && record.id === id);
	return {record: found ?? earlier, isListed: !changes.vanished.has(id) && (found !== undefined || !isComplete)};
}
