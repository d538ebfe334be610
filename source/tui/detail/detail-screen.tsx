import {useState} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNotificationActions} from '../shared/use-notification-actions.ts';
import {useDetailLines} from './detail-pane.tsx';
import {useListedRecord} from './use-listed-record.ts';

export type DetailScreenProps = {
	/** As listed when the screen was opened. */
	readonly record: ListedRecord;
};

/** Columns of an ID in the header. */
const longestId = 20;

/** Everything known of one record. */
export function DetailScreen({record: earlier}: DetailScreenProps) {
	const {record, isListed} = useListedRecord(earlier);
	const size = useBodySize();
	const [isRaw, setIsRaw] = useState(false);
	const lines = useDetailLines(record, size.columns - 2, isRaw);
	const {top, moves} = useScroll(lines.length, size.rows);
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
		record.kind === 'notification' ? `notification ${truncate(sanitise(record.id), longestId)}` : 'unreadable record',
		...isListed ? [] : ['no longer listed'],
		...isRaw ? ['raw'] : [],
	].join(', ');
	return (
		<Frame keys={keys} header={<Header title={title} status={scrollStatus(top, size.rows, lines.length)}/>}>
			<TextLines lines={lines} top={top} height={size.rows} hasLabels={!isRaw}/>
		</Frame>
	);
}
