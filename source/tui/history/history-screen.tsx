import {Text} from 'ink';
import {useMemo, useState} from 'react';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Rows} from '../shared/rows.tsx';
import {SearchLine} from '../shared/search-line.tsx';
import {useSelection} from '../shared/use-list-window.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {historyText} from './history-lines.ts';

/** Requests shown at most. Older ones are found by searching. */
const limit = 1000;

/** Every write request that this machine sent for this account, newest first. */
export function HistoryScreen() {
	const {ledger, profileKey, profile} = useSession();
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [search, setSearch] = useState(editAtEnd(''));
	const [isSearching, setIsSearching] = useState(false);
	const entries = useMemo(() => ledger?.journal.history({profile: profileKey, search: search.text, limit}) ?? [], [ledger, profileKey, search.text]);
	const height = Math.max(1, rows - 1);
	const {selected, top, moves} = useSelection(entries.map(({id}) => String(id)), height);
	const entry = entries[selected];

	const keys = useModalKeys(isSearching ? 'search' : 'history', {
		history: {
			guards: {hasRow: entry !== undefined, isWritable: !profile.isReadOnly},
			actions: {
				...moves,
				search() {
					setIsSearching(true);
				},
				undo() {
					push({name: 'undo', operation: entry!.operation});
				},
			},
		},
		search: {
			actions: {
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
		<Frame keys={keys} header={<Header status={`${entries.length} request${entries.length === 1 ? '' : 's'}`}/>}>
			<SearchLine search={{query: search, isTyping: isSearching}} width={columns}/>
			{entries.length === 0 && <Text> {search.text === '' ? 'No history for this API key.' : 'No matches. Press esc to clear the search.'}</Text>}
			<Rows lines={entries.slice(0, top + height).map(one => historyText(one))} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}
