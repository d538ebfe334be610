import {useState} from 'react';
import type {ListedRecord} from '../../notifications/notification.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {TextLines} from '../components/text-lines.tsx';
import {useScroll} from '../hooks/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {detailLines, rawLines} from '../state/detail-lines.ts';
import {scrollStatus} from '../state/list-window.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

export type DetailScreenProps = {
	readonly record: ListedRecord;
};

/** Everything known of one record. */
export function DetailScreen({record}: DetailScreenProps) {
	const {profile, ledger, profileKey} = useSession();
	const sent = record.kind === 'notification' ? ledger?.sent.get(profileKey, record.id) : undefined;
	const {push} = useNavigation();
	const size = useBodySize();
	const [isRaw, setIsRaw] = useState(false);
	const width = size.columns - 2;
	const lines = isRaw ? rawLines(record.raw, width) : detailLines(record, width, sent);
	const {top, moves} = useScroll(lines.length, size.rows);

	const facts = {record: record.kind === 'notification', writable: !profile.isReadOnly};
	useKeys('detail', {
		facts,
		actions: {
			...moves,
			raw() {
				setIsRaw(current => !current);
				moves.first();
			},
			edit() {
				if (record.kind === 'notification') {
					push({name: 'form', origin: {kind: 'edit', of: record}});
				}
			},
			clone() {
				if (record.kind === 'notification') {
					push({name: 'form', origin: {kind: 'clone', of: record}});
				}
			},
			delete() {
				if (record.kind === 'notification') {
					push({name: 'delete', target: record});
				}
			},
		},
	});

	const title = record.kind === 'notification' ? 'notification' : 'unreadable record';
	return (
		<Frame scope='detail' facts={facts} header={<Header title={isRaw ? `${title}, raw` : title} status={scrollStatus(top, size.rows, lines.length)}/>}>
			<TextLines lines={lines} top={top} height={size.rows} hasLabels={!isRaw}/>
		</Frame>
	);
}
