import {useState} from 'react';
import {curlOf} from '../../service/curl.ts';
import type {LoggedRequest} from '../../service/request-log.ts';
import {useCopy} from '../ui/notices.ts';
import {ageInterval} from '../changes/change-lines.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/layout.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useNow} from '../ui/session.ts';
import {useScroll, List, rowMargin, useList} from '../ui/list.tsx';
import {linesOf, Lines, faint, type Line, type Said, gap} from '../ui/line.tsx';
import {counted, joined, numberText} from '../../platform/text.ts';
import {sanitiseCell, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';
import {truncateMiddle, widthOf} from '../../terminal/width.ts';

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

	const count = counted(requests.length, 'request');
	return (
		<Frame keys={keys} status={[`${count} of this run`, count]}>
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
			async copy() {
				announce(await copy(curlOf(request), 'the curl command'));
			},
		},
	});

	return (
		<Frame keys={keys} title={`request ${request.number}`} status={scrollStatus(top, rows, lines.length)}>
			<Lines lines={lines} top={top} height={rows} />
		</Frame>
	);
}

/** The width of the longest method, so that the paths stand below each other. */
const longestMethod = 'DELETE'.length;

/** The width to which a path that does not fit is cut at least, in columns. */
const leastPath = 12;

/** A request on one line that begins with `time`, safe to show: method, path, status, duration, size and retries. A path that does not fit into `columns` is cut in its middle. */
function requestLine(
	{method, url, status, duration, bytes, retries, problem}: LoggedRequest,
	time: string,
	columns = Infinity,
): string {
	const {pathname, search} = new URL(url);
	const path = sanitiseCell(hideSecrets(`${pathname}${search}`));
	const result =
		duration === undefined
			? '… under way'
			: [status ?? '–', `${numberText(duration)} ms`, `${numberText(bytes)} B`].join('  ');
	const retried = retries > 0 && `retry ${retries}`;
	const lineWith = (shown: string) =>
		joined(
			[time, `${method.padEnd(longestMethod)} ${shown}`, result, retried, sanitiseCell(hideSecrets(problem ?? ''))],
			'  ',
		);
	return lineWith(truncateMiddle(path, Math.max(leastPath, columns - widthOf(lineWith('')))));
}

/** A request with its headers and bodies, and as a curl command, as lines of at most `columns`. The API key is hidden, and only the start of a body is shown. */
export function requestLines(request: LoggedRequest, columns: number): Line[] {
	const {method, url, body, status, headers, start, bytes, problem} = request;
	const title = (text: string): Said => [gap, faint(text)];
	const response = [
		status === undefined ? `none. ${problem ?? ''}`.trimEnd() : String(status),
		...Object.entries(headers).map(([name, value]) => `${name}: ${value ?? ''}`),
	];
	const said: Said = [
		requestLine(request, formatTime(request.at)),
		title('Request'),
		safe(`${method} ${url}\naccept: application/json\nauthorization: Bearer [API key]`),
		body !== undefined && safe(`content-type: application/json\n\n${indented(body)}`),
		title('Response'),
		safe(response.join('\n')),
		start !== '' && safe(`\n${indented(start)}`),
		bytes > new TextEncoder().encode(start).length && `… ${numberText(bytes)} bytes in all`,
		title('As a curl command'),
		safe(curlOf(request)),
	];
	return linesOf(said, columns);
}

const safe = (text: string): string => sanitiseLines(hideSecrets(text));

/** The width of an age: `59 min ago`. */
const ageWidth = 10;

/** A request as a row of a list, `columns` wide, safe to show. `now`: in milliseconds since the epoch. */
export const requestRow = (request: LoggedRequest, now: number, columns: number): string =>
	requestLine(request, timeAgo(now - request.at).padEnd(ageWidth), columns - rowMargin);

/** JSON, indented; another text as it is. */
export function indented(json: string): string {
	try {
		return JSON.stringify(JSON.parse(json), undefined, 2);
	} catch {
		return json;
	}
}
