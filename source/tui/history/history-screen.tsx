import {useMemo, useState} from 'react';
import {say} from '../../changes/say.ts';
import {formatTime} from '../../terminal/time.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {SearchLine} from '../shared/search-line.tsx';
import {useSession} from '../shared/session-context.ts';
import {movesOf, useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {useTeamState} from '../shared/use-team.ts';
import {useTextInput} from '../shared/use-text-input.ts';
import {linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {ageInterval, changeText} from './history-lines.ts';

/** The number of changes read at a time. */
const pageLength = 200;

/** The changes made to this account from this machine and by the team, newest first. */
export function HistoryScreen() {
	const session = useSession();
	const {ledger, profileKey, services} = session;
	const received = useTeamState(session)?.received;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const {columns: textColumns} = useTextSize();
	const {edit: search, setText: setSearch, keys: typed} = useTextInput();
	const [isSearching, setIsSearching] = useState(false);
	const [limit, setLimit] = useState(pageLength);
	// `received`: read again when changes of colleagues arrive.
	const {entries} = useMemo(
		() => ({received, entries: ledger?.changes.changes({profile: profileKey, search: search.text, limit, say}) ?? []}),
		[ledger, profileKey, search.text, limit, received],
	);
	const height = Math.max(1, rows - 1);
	const list = useList(
		entries.map(({set: {id}}) => String(id)),
		height,
	);
	const entry = entries[list.selected];
	const now = useNow(services.clock, ageInterval);
	const moves = movesOf(move => {
		list.moves[move]();
		if (entries.length === limit && list.selected + 2 * height >= limit) {
			setLimit(limit + pageLength);
		}
	});

	const keys = useModalKeys(isSearching ? 'search' : 'history', {
		history: {
			guards: {hasRow: entry !== undefined},
			actions: {
				...moves,
				search() {
					setIsSearching(true);
				},
				open() {
					push({name: 'change', set: entry!.set.id});
				},
				notices() {
					push({name: 'notices'});
				},
				undo() {
					push({name: 'undo', scope: {set: entry!.set.id}});
				},
			},
		},
		search: {
			guards: {hasValue: false},
			actions: {
				complete: () => undefined,
				up: moves.up,
				down: moves.down,
				accept() {
					setIsSearching(false);
				},
				back() {
					setSearch('');
					setIsSearching(false);
				},
			},
			...typed,
		},
	});

	const nothing =
		search.text === ''
			? 'No history for this API key.'
			: `No matches. Press ${keyOf('history', 'back')} to clear the search.`;
	return (
		<Frame
			keys={keys}
			header={
				<Header
					status={`${entries.length}${entries.length === limit ? '+' : ''} change${entries.length === 1 ? '' : 's'}`}
				/>
			}
		>
			<SearchLine search={{query: search, isTyping: isSearching}} width={columns} />
			<Lines lines={linesOf(entries.length === 0 && nothing, columns)} />
			<List of={list} textAt={index => changeText(entries[index]!, now, textColumns - rowMargin)} />
		</Frame>
	);
}

/** Shows the notices of this run, the newest first. */
export function NoticesScreen() {
	const {notices: log} = useSession();
	const {columns, rows} = useBodySize();
	const [notices] = useState(() => log.get().toReversed());
	const lines = useMemo(() => {
		const said = notices.map(({at, tone, text}) => ({tone, text: `${formatTime(at)}  ${text}`}));
		return linesOf(said.length === 0 ? 'There was no notice yet.' : said, columns);
	}, [notices, columns]);
	const {top, moves} = useScroll(lines.length, rows);
	const keys = useKeys('notices', {actions: moves});

	const count = `${notices.length} ${notices.length === 1 ? 'notice' : 'notices'}`;
	return (
		<Frame keys={keys} header={<Header status={[`${count} of this run`, count]} />}>
			<Lines lines={lines} top={top} height={rows} />
		</Frame>
	);
}
