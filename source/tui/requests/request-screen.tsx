import {useMemo} from 'react';
import type {LoggedRequest} from '../../api/request-log.ts';
import {useCopy} from '../copy/use-copy.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {curlOf, requestLines} from './request-lines.ts';

export type RequestScreenProps = {
	readonly request: LoggedRequest;
};

/** The details of a request: its headers and bodies, and a curl command. */
export function RequestScreen({request}: RequestScreenProps) {
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const lines = useMemo(() => requestLines(request, columns - 2), [request, columns]);
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
			<TextLines lines={lines} top={top} height={rows} />
		</Frame>
	);
}
