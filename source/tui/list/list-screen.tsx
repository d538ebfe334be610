import {Text} from 'ink';
import {useMemo} from 'react';
import {parseQuery} from '../../domain/query/search.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {hasUnfinished} from '../shared/use-ledger.ts';
import {useListing} from '../shared/use-listing.ts';
import {useNow} from '../shared/use-now.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {capped} from '../shared/message.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {QueryLine} from './query-line.tsx';
import {Table} from './table.tsx';
import {useFolds} from './use-folds.ts';
import {useListQuery} from './use-list-query.ts';
import {useMarks} from './use-marks.ts';
import {useView} from './use-view.ts';
import {choosing, modesOf} from './list-actions.ts';
import {marksStatus} from './list-status.ts';
import type {ListQuery} from './list-query.ts';
import {listingMessages, listingStatus} from './listing-status.ts';

/** How often the age of the listing is looked at. */
const ageInterval = 1000;

/** Seconds between two listings, in the order in which `w` goes through them, and back to none. */
const watchIntervals = [5, 30, 300] as const;

/** The account's notifications, one a row. */
export function ListScreen() {
	const {profile, services, ledger, profileKey} = useSession();
	const {push, common, announce} = useNavigation();
	const account = useListing();
	const {listing, shown: records, changes, watch} = account;
	const size = useBodySize();
	const now = useNow(services.clock, ageInterval);

	const failure = 'failure' in listing ? listing.failure : undefined;
	const [query, change] = useListQuery();
	const {mode, sort, group} = query;
	const terms = useMemo(() => parseQuery(query.query.text), [query.query.text]);
	const isListed = listing.state === 'ready' || listing.state === 'stale';
	const {view, isBusy, finish} = useView({records, terms, sort, group, isIndexed: mode === 'search' || isListed});
	const {rows, folds, fold, foldAll} = useFolds(view);

	const messages = capped(listingMessages(account, size.columns), Math.max(2, size.rows - 2));
	const hasLine = mode !== 'list' || query.query.text !== '';
	// One line holds the titles, and one the query, or what is to be chosen.
	const height = Math.max(1, size.rows - messages.length - (hasLine ? 2 : 1));
	const {selected, top, moves, select} = useRowSelection(rows, height, view.group);
	const complete = listing.state === 'ready' && listing.value.complete ? listing.value.records : undefined;
	const marks = useMarks({view, rows, selected, complete, gone: changes.vanished, moveOn: moves.down});
	const row = rows.at(selected);
	const notification = row?.kind === 'notification' ? row : undefined;
	const isThere = notification !== undefined && !changes.vanished.has(notification.id);
	const words = useMemo(() => view.terms.flatMap(({text, isNot}) => isNot ? [] : [text]), [view.terms]);
	useKeyOffer(failure);

	const foldTo = (isToFold?: boolean) => {
		const header = fold(selected, isToFold);
		if (header !== undefined && isToFold !== false) {
			select(header);
		}
	};

	const facts = {
		row: row !== undefined,
		record: notification !== undefined,
		there: isThere,
		target: isThere || marks.ids.size > 0,
		group: view.groups !== undefined && row !== undefined,
		marks: marks.ids.size > 0,
		writable: !profile.isReadOnly,
		refused: failure?.kind === 'unauthorized',
	};
	useKeys(mode, {
		facts,
		onKey(key) {
			change({type: 'edit', key});
		},
		onPaste(text) {
			change({type: 'paste', text});
		},
		actions: mode === 'list'
			? {
				...moves,
				...marks.actions,
				...modesOf(change),
				back() {
					if (marks.range !== undefined) {
						marks.dropRange();
					} else if (!account.stop()) {
						change({type: 'clear'});
					}
				},
				watch() {
					const every = nextInterval(watch?.every);
					account.watchEvery(every);
					announce({tone: 'plain', text: every === undefined ? 'No longer watching.' : `Watching: listed again every ${every} s. w changes it.`});
				},
				fold() {
					foldTo(true);
				},
				unfold() {
					foldTo(false);
				},
				'fold-all': foldAll,
				open() {
					if (row!.kind === 'group') {
						foldTo();
					} else {
						push({name: 'detail', record: row!});
					}
				},
				new() {
					const hasDrafts = ledger !== undefined && ledger.drafts.list(profileKey).length > 0;
					push(hasDrafts ? {name: 'drafts'} : {name: 'form', origin: {kind: 'new'}});
				},
				edit() {
					// What was changed already, and not sent, is gone on with.
					const saved = ledger?.drafts.list(profileKey).find(({purpose, origin}) => purpose === 'edit' && origin === notification!.id);
					push({name: 'form', origin: {kind: 'edit', of: notification!}, saved});
				},
				undo() {
					const deletion = ledger?.journal.lastDeleted(profileKey);
					if (deletion === undefined) {
						announce({tone: 'bad', text: 'There is no deletion of this machine left to undo.'});
					} else if (deletion.batch === undefined) {
						push({name: 'form', origin: {kind: 'restore', deletion}});
					} else {
						push({name: 'bulk-restore', deletion: deletion.batch});
					}
				},
				history() {
					push({name: ledger !== undefined && hasUnfinished(ledger, profileKey) ? 'recovery' : 'history'});
				},
				clone() {
					push({name: 'form', origin: {kind: 'clone', of: notification!}});
				},
				delete() {
					if (marks.ids.size === 0) {
						push({name: 'delete', target: notification!});
						return;
					}

					// What the search hides must be told.
					const targets = recordsOf(listing).filter(record => record.kind === 'notification').filter(({id}) => marks.ids.has(id));
					push(targets.length === 1 && marks.hidden.size === 0 ? {name: 'delete', target: targets[0]!} : {name: 'bulk-delete', targets, hiddenIds: marks.hidden});
				},
				refresh: account.refreshAndResetChanges,
				'enter-key'() {
					push({name: 'key'});
				},
				quit: common('list').exit!,
			}
			: {
				up: moves.up,
				down: moves.down,
				...choosing(mode, action => {
					// A key that comes next is about what was found.
					finish();
					change(action);
				}),
			},
	});

	const status = [
		marksStatus(marks.ids.size, marks.hidden.size, size.columns),
		isBusy ? busyWith(query, terms.length > 0) : '',
		`${view.terms.length === 0 ? '' : `${view.matches.length} of `}${listingStatus(account, now)}`,
	].filter(part => part !== '').join(' · ');

	return (
		<Frame scope={mode} facts={facts} header={<Header title='chainbell' status={status}/>}>
			<Messages messages={messages}/>
			{hasLine && <QueryLine query={query} width={size.columns}/>}
			{records.length > 0 && rows.length === 0 && !isBusy && <Text> Nothing matches. esc clears the search.</Text>}
			{rows.length > 0 && (
				<Table
					rows={rows}
					words={words}
					sort={view.sort}
					folds={folds}
					changes={changes}
					marked={marks.ids}
					range={marks.range}
					selected={selected}
					top={top}
					height={height}
					width={size.columns}
				/>
			)}
		</Frame>
	);
}

/** What is under way over a large account. */
function busyWith({sort, group}: ListQuery, hasTerms: boolean): string {
	if (hasTerms) {
		return 'searching …';
	}

	return sort === undefined && group === undefined ? 'indexing …' : 'sorting …';
}

function nextInterval(every: number | undefined): number | undefined {
	return watchIntervals.find(interval => interval > (every ?? 0));
}
