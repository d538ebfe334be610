import {useState} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {detailLines, rawLines} from './detail-lines.ts';

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

	const keys = useKeys('detail', {
		guards: {isReadable: record.kind === 'notification', isWritable: !profile.isReadOnly},
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
		<Frame keys={keys} header={<Header title={isRaw ? `${title}, raw` : title} status={scrollStatus(top, size.rows, lines.length)}/>}>
			<TextLines lines={lines} top={top} height={size.rows} hasLabels={!isRaw}/>
		</Frame>
	);
}
