import {useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore} from 'react';
import {itemOf, type ChangeRef} from '../../account/account-changes.ts';
import {readOnlyReason} from '../../config/profile.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {isOpen} from '../../ledger/item.ts';
import {formatTime} from '../../terminal/time.ts';
import {pendingChanges} from '../app/session-start.ts';
import {keyOf} from '../keys/match.ts';
import {useTextInput} from '../keys/text-edit.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {gap, linesOf, warning, type Line, Lines} from '../ui/line.tsx';
import {useTextSize, movesOf, rowMargin} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {pendingReason, sayItem} from '../ui/notices.ts';
import {objectLines} from '../ui/question.tsx';
import {useListing, useSession, useNow, useTeamState} from '../ui/session.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {
	agedRow,
	ageInterval,
	canUndo,
	changeText,
	type Ending,
	endingsSaid,
	interruptedSaid,
	type Told,
	toldFields,
} from './change-lines.ts';
import {ChangeView, useEnd, useEndings} from './change.tsx';
import {useBulkRun} from './run.tsx';
import {ToldList, useToldList} from './rows.tsx';

/** The number of changes read at a time. */
const pageLength = 200;

/** The lines for the reason of what is pending, which the notification leaves. */
const leastReason = 3;

/** What a row tells of a change. */
type ToldChange = Parameters<typeof changeText>[0];

const toldBy = ({set, first}: ToldChange): Told => ({set, item: set.size === 1 ? first : undefined});

/** All pending changes of an account, the oldest first, and then the others, the newest first, at most `limit`. A search finds them in their order. */
function activityOf(ledger: AwaitedLedger, profile: string, search: string, limit: number): readonly ToldChange[] {
	const {changes} = ledger;
	const listed = changes.changes({profile, search, limit, say: sayItem});
	const open = search === '' ? pendingChanges(ledger, profile) : [];
	return [
		...open.map(set => {
			const [first] = changes.items(set.id, {limit: 1});
			return {set, first: first!, isUndo: first!.isUndo === true, isUndone: false};
		}),
		...listed.filter(({set}) => open.every(({id}) => id !== set.id)),
	];
}

/** What was interrupted, on top, and can be finished, stopped or taken back; then the changes made to this account from this machine and by the team, and then the notices of this run, the newest first. */
export function ActivityScreen() {
	const session = useSession();
	const {ledger, profile, profileKey, services} = session;
	const received = useTeamState(session)?.received;
	// A listing may settle changes while the screen is open.
	const settled = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {push, pop, isTop} = useNavigation();
	const {columns, rows} = useBodySize();
	const {columns: textColumns} = useTextSize();
	const {refresh} = useListing();
	const {edit: search, setText: setSearch, keys: typed} = useTextInput();
	const [isSearching, setIsSearching] = useState(false);
	const [limit, setLimit] = useState(pageLength);
	const now = useNow(services.clock, ageInterval);
	// `received`, `settled`, `isTop`: read again when changes of colleagues arrive, when a listing has settled some, and when a screen above may have made some.
	const {entries} = useMemo(
		() => ({
			received,
			settled,
			isTop,
			entries: ledger === undefined ? [] : activityOf(ledger, profileKey, search.text, limit),
		}),
		[ledger, profileKey, search.text, limit, received, settled, isTop],
	);
	const [allNotices] = useState(() => session.notices.get().toReversed());
	const notices = search.text === '' ? allNotices : [];
	const isWritable = readOnlyReason(profile) === undefined;
	const toldBelow = (index: number, most: number): Line[] => {
		const {set, first} = entries[index] ?? {};
		if (set === undefined) {
			const {at, text, tone} = notices[index - entries.length]!;
			return [gap, ...linesOf({text: `${formatTime(at)}  ${text}`, tone}, columns)];
		}

		if (!isOpen(set)) {
			return [];
		}

		// In few lines the last ones, because they say what to do.
		return set.size === 1
			? [
					gap,
					...objectLines(toldFields(first!), columns, Math.max(1, most - leastReason)),
					...linesOf(warning(pendingReason(first!)), columns),
				]
			: [gap, ...linesOf([interruptedSaid(set, first!, now), isWritable && endingsSaid(set, 'activity')], columns)];
	};

	const hasSearch = isSearching || search.text !== '';
	const keysOfRows = [...entries.map(({set: {id}}) => String(id)), ...notices.map((_, index) => `notice ${index}`)];
	const list = useToldList(keysOfRows, Math.max(1, rows - Number(hasSearch || entries.length === 0)), toldBelow);
	const entry = entries[list.selected];
	const told = entry && toldBy(entry);
	const {guards, actions} = useEndings(told, (how, {set}) => {
		push({name: 'change', set: set.id, begin: how});
	});
	const hasDone = useMemo(() => entry !== undefined && canUndo(toldBy(entry), ledger!.changes), [entry, ledger]);
	const moves = movesOf(move => {
		list.moves[move]();
		if (entries.length >= limit && list.selected + 2 * list.height >= limit) {
			setLimit(limit + pageLength);
		}
	});

	const keys = useModalKeys(isSearching ? 'search' : 'activity', {
		activity: {
			guards: {
				...guards,
				isIdle: true,
				isPending: told === undefined ? 'No change is under the cursor.' : guards.isPending,
				hasRow: entry !== undefined || (list.count > 0 && 'This notice has no details.'),
				hasDone,
			},
			actions: {
				...moves,
				...actions,
				refresh,
				search() {
					setIsSearching(true);
				},
				open() {
					push({name: 'change', set: entry!.set.id});
				},
				undo() {
					push({name: 'undo', scope: {set: entry!.set.id}});
				},
				back() {
					const still = `Still pending. It is shown again at the next start and by ${keyOf('list', 'pending')}.`;
					pop(settled.count === 0 ? undefined : {text: still});
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
	const width = textColumns - rowMargin;
	return (
		<Frame keys={keys} status={`${entries.length}${isMore} change${entries.length === 1 ? '' : 's'}`}>
			{hasSearch && (
				<PromptLine prompt=" / " columns={columns} {...search} cursor={isSearching ? search.cursor : undefined} />
			)}
			<Lines lines={linesOf(entries.length === 0 && nothing, columns)} />
			<ToldList
				of={list}
				textAt={index => {
					const {at, text, tone} = notices[index - entries.length] ?? {};
					return at === undefined
						? {text: changeText(entries[index]!, now, width)}
						: {text: agedRow(at, now, ['notice'], {about: text!}, width), tone};
				}}
			/>
		</Frame>
	);
}

/** A change, or one of its items. `begin`: how it is ended, as soon as it is shown. */
export function ChangeScreen({begin, ...ref}: ChangeRef & {readonly begin?: Ending}) {
	const {changes} = useSession().ledger!;
	const [told] = useState(() => ({set: changes.set(ref.set), item: itemOf(changes, ref)}));
	const runner = useBulkRun(told.set.kind);
	const end = useEnd(runner);
	const onShown = useEffectEvent(() => {
		if (begin !== undefined) {
			end(begin, told);
		}
	});
	useEffect(() => {
		onShown();
	}, []);
	return runner.view ?? <ChangeView {...ref} runner={runner} />;
}
