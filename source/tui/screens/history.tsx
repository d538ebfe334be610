import {Text} from 'ink';
import {useMemo, useState} from 'react';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Rows} from '../components/rows.tsx';
import {SearchLine} from '../components/search-line.tsx';
import {useSelection} from '../hooks/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {historyText} from '../state/history-lines.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../state/text-edit.ts';

/** So many requests are shown: to see older ones, search. */
const limit = 1000;

/** Every mutating request that this machine sent on this account, newest first. */
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
	const deletion = entry === undefined ? undefined : ledger?.journal.deletion(entry.operation);

	const scope = isSearching ? 'search' : 'history';
	const facts = {deletion: deletion !== undefined, writable: !profile.isReadOnly};
	useKeys(scope, {
		facts,
		actions: isSearching
			? {
				up: moves.up,
				down: moves.down,
				accept() {
					setIsSearching(false);
				},
				back() {
					setSearch(editAtEnd(''));
					setIsSearching(false);
				},
			}
			: {
				...moves,
				search() {
					setIsSearching(true);
				},
				undo() {
					push({name: 'form', origin: {kind: 'restore', deletion: deletion!}});
				},
			},
		onKey(key) {
			setSearch(current => isSearching ? editText(current, key) ?? current : current);
		},
		onPaste(text) {
			setSearch(current => isSearching ? insertText(current, onOneLine(text)) : current);
		},
	});

	return (
		<Frame scope={scope} facts={facts} header={<Header title='history' status={`${entries.length} request${entries.length === 1 ? '' : 's'}`}/>}>
			<SearchLine search={{query: search, isTyping: isSearching}} width={columns}/>
			{entries.length === 0 && <Text> Nothing was sent from this machine{search.text === '' ? '' : ' that matches'}.</Text>}
			<Rows lines={entries.slice(0, top + height).map(one => historyText(one))} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}
