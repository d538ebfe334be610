import {useState} from 'react';
import type {LoggedRequest} from '../../service/request-log.ts';
import {useCopy} from '../copy/use-copy.ts';
import {ageInterval} from '../history/history-lines.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {curlOf, requestLines, requestRow} from './request-lines.ts';

/** The last requests of this run, newest first. They are in memory only. */
export function RequestsScreen() {
	const {
		services: {requestLog, clock},
	} = useSession();
	const now = useNow(clock, ageInterval);
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [requests, setRequests] = useState(() => requestLog.get().toReversed());
	const list = useList(
		requests.map(({number}) => String(number)),
		rows,
	);
	const request = requests[list.selected];
	const keys = useKeys('requests', {
		guards: {hasRow: request !== undefined},
		actions: {
			...list.moves,
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
			<Lines lines={linesOf(requests.length === 0 && 'Nothing was requested yet.', columns)} />
			<List of={list} textAt={index => requestRow(requests[index]!, now, columns)} />
		</Frame>
	);
}

/** The details of a request: its headers and bodies, and a curl command. */
export function RequestScreen({request}: {readonly request: LoggedRequest}) {
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const lines = requestLines(request, columns);
	const {top, moves} = useScroll(lines.length, rows);
	const copy = useCopy();
	const keys = useKeys('request', {
		actions: {
			...moves,
			copy() {
				void (async () => {
					announce(await copy(curlOf(request), 'the curl command'));
				})();
			},
		},
	});

	return (
		<Frame
			keys={keys}
			header={<Header title={`request ${request.number}`} status={scrollStatus(top, rows, lines.length)} />}
		>
			<Lines lines={lines} top={top} height={rows} />
		</Frame>
	);
}
