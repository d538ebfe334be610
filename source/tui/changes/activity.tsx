import {useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore} from 'react';
import {say} from '../../changes/say.ts';
import type {ChangeRef} from '../../account/account-changes.ts';
import {readOnlyReason} from '../../config/profile.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {formatTime} from '../../terminal/time.ts';
import {useBulkRun} from './run.tsx';
import {ageInterval, changeText, endingsSaid, interruptedSaid, toldFields, type Ending} from './change-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import {pendingReason} from '../ui/notices.ts';
import {Frame, useBodySize, Header} from '../ui/frame.tsx';
import {fitWindow} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize, movesOf, useScroll, List, rowMargin, useList} from '../ui/list.tsx';
import {SearchLine} from '../ui/text-field.tsx';
import {useListing, useSession, useNow, useTeamState} from '../ui/session.ts';
import {pendingChanges} from '../app/session-start.ts';
import {useTextInput} from '../keys/text-edit.ts';
import {gap, linesOf, warning, Lines} from '../ui/line.tsx';
import {objectLines} from '../ui/question.tsx';
import {ChangeView, endSeveral, useEndings} from './change.tsx';

/** The number of changes read at a time. */
const pageLength = 200;

/** The height in lines below which one row alone is shown beside the details of what is pending. */
const tightRows = 8;

/** What a row tells of a change. */
type ToldChange = Parameters<typeof changeText>[0];

/** The pending changes of an account, the oldest first, and then the others, the newest first, at most `limit`. Without a search all that are pending are among them. */
function activityOf(ledger: AwaitedLedger, profile: string, search: string, limit: number): readonly ToldChange[] {
	const {changes} = ledger;
	const listed = changes.changes({profile, search, limit, say});
	const open = pendingChanges(ledger, profile);
	const ids = new Set(open.map(({id}) => id));
	const found = new Map(listed.map(change => [change.set.id, change]));
	const pending = open.flatMap(set => {
		const [first] = changes.items(set.id, {limit: 1});
		return (
			found.get(set.id) ?? (search === '' ? {set, first: first!, isUndo: first!.isUndo === true, isUndone: false} : [])
		);
	});
	return [...pending, ...listed.filter(({set: {id}}) => !ids.has(id))];
}

/** What was interrupted, on top, and can be finished, stopped or taken back; then the changes made to this account from this machine and by the team, the newest first. */
export function ActivityScreen() {
	const session = useSession();
	const {ledger, profile, profileKey, services} = session;
	const received = useTeamState(session)?.received;
	// A listing may settle changes while the screen is open.
	const settled = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {push, pop} = useNavigation();
	const {columns, rows} = useBodySize();
	const {columns: textColumns} = useTextSize();
	const {refresh} = useListing();
	const {edit: search, setText: setSearch, keys: typed} = useTextInput();
	const [isSearching, setIsSearching] = useState(false);
	const [limit, setLimit] = useState(pageLength);
	// `received`, `settled`: read again when changes of colleagues arrive, and when a listing has settled some.
	const {entries} = useMemo(
		() => ({
			received,
			settled,
			entries: ledger === undefined ? [] : activityOf(ledger, profileKey, search.text, limit),
		}),
		[ledger, profileKey, search.text, limit, received, settled],
	);
	const list = useList(
		entries.map(({set: {id}}) => String(id)),
		rows,
	);
	const entry = entries[list.selected];
	const only = entry?.set.size === 1 ? entry.first : undefined;
	const told = entry && {set: entry.set, item: only};
	const endings = useEndings(told, (how, {set}) => {
		push({name: 'change', set: set.id, begin: how});
	});
	const {isPending} = endings;
	const now = useNow(services.clock, endings.isRunning ? 1000 : ageInterval);
	const isWritable = readOnlyReason(profile) === undefined;

	const below = [
		...(isPending && only !== undefined ? objectLines(toldFields(only), columns, Math.max(1, rows - tightRows)) : []),
		...linesOf(
			[
				isPending && only !== undefined && warning(pendingReason(only)),
				isPending &&
					only === undefined && [
						interruptedSaid(entry!.set, entry!.first, now),
						isWritable && endingsSaid(entry!.set, 'activity'),
					],
				endings.said,
			],
			columns,
		),
	];
	// In few lines the last ones of what is pending, because they say what to do.
	const least = Math.min(entries.length, rows < tightRows ? 1 : 3);
	const hasSearch = isSearching || search.text !== '';
	const room = rows - (hasSearch ? 1 : 0);
	const details = below.length === 0 ? [] : [gap, ...below].slice(-Math.max(1, room - least));
	const height = Math.max(1, room - details.length);
	const window = {...list, ...fitWindow(list, entries.length, height), height};
	const moves = movesOf(move => {
		list.moves[move]();
		if (entries.length >= limit && list.selected + 2 * height >= limit) {
			setLimit(limit + pageLength);
		}
	});

	const keys = useModalKeys(isSearching ? 'search' : 'activity', {
		activity: {
			guards: {...endings.guards, hasRow: entry !== undefined},
			onKey: endings.onKey,
			actions: {
				...moves,
				...endings.actions,
				refresh,
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
				back() {
					if (endings.isRunning) {
						endings.cancel();
					} else {
						const still = `Still pending. It is shown again at the next start and by ${keyOf('list', 'pending')}.`;
						pop(settled.count === 0 ? undefined : {text: still});
					}
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
			: `No matches. Press ${keyOf('activity', 'back')} to clear the search.`;
	const isMore = entries.length >= limit ? '+' : '';
	return (
		<Frame
			keys={keys}
			header={<Header status={`${entries.length}${isMore} change${entries.length === 1 ? '' : 's'}`} />}
		>
			{hasSearch && <SearchLine search={{query: search, isTyping: isSearching}} width={columns} />}
			<Lines lines={linesOf(entries.length === 0 && nothing, columns)} />
			<List of={window} textAt={index => changeText(entries[index]!, now, textColumns - rowMargin)} />
			<Lines lines={details} />
		</Frame>
	);
}

/** A change, or one of its items. `begin`: how it is ended, as soon as it is shown. */
export function ChangeScreen({begin, ...ref}: ChangeRef & {readonly begin?: Ending}) {
	const {ledger, changes} = useSession();
	const [set] = useState(() => ledger!.changes.set(ref.set));
	const {run, view, outcome} = useBulkRun(set.kind);
	const end = useEffectEvent(() => {
		if (begin !== undefined) {
			endSeveral(run, changes, begin, set);
		}
	});
	useEffect(() => {
		end();
	}, []);
	return view ?? <ChangeView {...ref} outcome={outcome} run={run} />;
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
