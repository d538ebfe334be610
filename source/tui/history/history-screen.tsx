import {useMemo, useState} from 'react';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useTextSize} from '../shared/reader.ts';
import {rowMargin, Rows} from '../shared/rows.tsx';
import {SearchLine} from '../shared/search-line.tsx';
import {useSelection} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {useTeamState} from '../shared/use-team.ts';
import {keyOf} from '../keys/match.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
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
	const [search, setSearch] = useState(editAtEnd(''));
	const [isSearching, setIsSearching] = useState(false);
	const [limit, setLimit] = useState(pageLength);
	// `received`: read again when changes of colleagues arrive.
	const {entries} = useMemo(
		() => ({received, entries: ledger?.journal.changes({profile: profileKey, search: search.text, limit}) ?? []}),
		[ledger, profileKey, search.text, limit, received],
	);
	const height = Math.max(1, rows - 1);
	const {selected, top, moves, selectAt} = useSelection(
		entries.map(({id}) => String(id)),
		height,
	);
	const entry = entries[selected];
	const now = useNow(services.clock, ageInterval);
	const subject = entry?.batch === undefined ? {operation: entry?.id} : {batch: entry.batch.id};
	if (entries.length === limit && selected + height >= limit) {
		setLimit(limit + pageLength);
	}

	// Only the visible changes are read, because there may be many.
	const operations = useMemo(
		() =>
			entries.map(({id, batch}, index) =>
				index < top || index >= top + height || batch !== undefined ? undefined : ledger?.journal.get(id),
			),
		[entries, top, height, ledger],
	);
	const lines = entries
		.slice(0, top + height)
		.map((one, index) => (index < top ? '' : changeText(one, operations[index], now, textColumns - rowMargin)));

	const keys = useModalKeys(isSearching ? 'search' : 'history', {
		history: {
			guards: {hasRow: entry !== undefined},
			actions: {
				...moves,
				search() {
					setIsSearching(true);
				},
				open() {
					push({name: 'change', ...subject});
				},
				notices() {
					push({name: 'notices'});
				},
				undo() {
					push({name: 'undo', ...subject});
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
					setSearch(editAtEnd(''));
					setIsSearching(false);
				},
			},
			onKey(key) {
				setSearch(current => editText(current, key) ?? current);
			},
			onPaste(text) {
				setSearch(current => insertText(current, onOneLine(text)));
			},
		},
	});

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
			{entries.length === 0 && (
				<Messages
					messages={messages(
						'plain',
						search.text === ''
							? 'No history for this API key.'
							: `No matches. Press ${keyOf('history', 'back')} to clear the search.`,
						columns,
					)}
				/>
			)}
			<Rows lines={lines} selected={selected} top={top} height={height} width={columns} onPoint={selectAt} />
		</Frame>
	);
}
