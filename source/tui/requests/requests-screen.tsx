import {Text} from 'ink';
import {useState} from 'react';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {Rows} from '../shared/rows.tsx';
import {useNow} from '../shared/use-now.ts';
import {useSession} from '../shared/session-context.ts';
import {useSelection} from '../shared/use-list-window.ts';
import {ageInterval} from '../history/history-lines.ts';
import {requestRow} from './request-lines.ts';

/** The last requests of this run, newest first. They are in memory only. */
export function RequestsScreen() {
	const {
		services: {requestLog, clock},
	} = useSession();
	const now = useNow(clock, ageInterval);
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [requests, setRequests] = useState(() => requestLog.get().toReversed());
	const {selected, top, moves, selectAt} = useSelection(
		requests.map(({number}) => String(number)),
		rows,
	);
	const request = requests[selected];
	const keys = useKeys('requests', {
		guards: {hasRow: request !== undefined},
		actions: {
			...moves,
			open() {
				push({name: 'request', request: request!});
			},
			refresh() {
				setRequests(requestLog.get().toReversed());
			},
		},
	});

	const count = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'}`;
	return (
		<Frame keys={keys} header={<Header status={[`${count} of this run`, count]} />}>
			{requests.length === 0 && <Text> Nothing was requested yet.</Text>}
			<Rows
				lines={requests.map(one => requestRow(one, now, columns))}
				selected={selected}
				top={top}
				height={rows}
				width={columns}
				onPoint={selectAt}
			/>
		</Frame>
	);
}
