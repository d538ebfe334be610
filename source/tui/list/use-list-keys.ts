import {completeCondition} from '../../query/parse.ts';
import {hasUnsentDrafts} from '../../session/unsent-drafts.ts';
import {useAccountQuestion} from '../account/use-account-question.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {keyOf} from '../keys/match.ts';
import type {LiveKeys} from '../keys/scope-keys.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {nothingToUndo} from '../shared/nothing-to-undo.ts';
import {useSession, type ListingHandle} from '../shared/session-context.ts';
import {hasPendingChanges} from '../shared/use-ledger.ts';
import {useNotificationActions} from '../shared/use-notification-actions.ts';
import {groupActions, openActions, screenActions, searchActions, sortActions} from './list-actions.ts';
import type {ListQueryAction} from './list-query.ts';
import {useChosenArrangement} from './use-chosen-arrangement.ts';
import type {useColumns} from './use-columns.ts';
import type {ListRowsHandle} from './use-list-rows.ts';
import {useListTargets} from './use-list-targets.ts';
import type {PreviewHandle} from './use-preview.ts';
import type {ViewsHandle} from './use-views.ts';

/** The handlers of the list's keys, in each of its modes. */
export function useListKeys(
	account: ListingHandle,
	list: ListRowsHandle,
	columns: ReturnType<typeof useColumns>,
	preview: PreviewHandle,
	views: ViewsHandle,
): LiveKeys {
	const {ledger, profileKey, pending, lastEdits} = useSession();
	const {push, common, announce} = useNavigation();
	const {
		query: {mode, query},
		view,
		dispatch,
		finish,
		folding,
		typed,
		marks,
		selection: {selected, moves, select},
	} = list;
	const {listing, changes, watch} = account;
	const failure = 'failure' in listing ? listing.failure : undefined;
	useKeyOffer(failure, mode === 'search');
	useAccountQuestion(mode === 'search');

	const row = folding.rows.at(selected);
	const record = row?.kind === 'group' ? undefined : row;
	const isListed = record?.kind === 'notification' && !changes.vanished.has(record.id);
	const {
		guards: {isListed: _isListed, ...guards},
		actions,
		edit: editOne,
	} = useNotificationActions(record, isListed);

	const {marked, editMarked, deleteMarked} = useListTargets(listing, list, record);
	useChosenArrangement(list, deleteMarked);

	const fold = (isToFold?: boolean) => {
		const header = folding.fold(selected, isToFold);
		if (header !== undefined && isToFold !== false) {
			select(header);
		}
	};

	const choose = (action: ListQueryAction) => {
		// The next key must act on the rows that were found.
		finish();
		dispatch(action);
	};

	const undo = (isRedo: boolean) => () => {
		if (ledger?.journal.lastUndoable(profileKey, () => true, isRedo) === undefined) {
			announce({text: nothingToUndo(pending.get().count, isRedo)});
		} else {
			push({name: 'undo', isRedo});
		}
	};

	const value = typed?.values[0]?.value;
	const completed =
		typed === undefined || value === undefined ? undefined : completeCondition(query.text, typed.condition, value);
	const clearOrAcknowledge = () => {
		const {appeared, vanished} = changes;
		if (query.text !== '') {
			dispatch({type: 'clear'});
		} else if (appeared.size + vanished.size > 0) {
			account.acknowledgeChanges();
			announce({
				text: `Acknowledged: ${[
					[appeared.size, 'new'],
					[vanished.size, 'gone'],
				]
					.filter(([count]) => count !== 0)
					.map(part => part.join(' '))
					.join(', ')}.`,
			});
		}
	};

	return useModalKeys(mode, {
		list: {
			unfinished: list.isBusy ? {finish} : undefined,
			guards: {
				...guards,
				hasRow: row !== undefined,
				hasAllRows: !list.isBusy,
				hasTarget: isListed || marks.ids.size > 0,
				isTargetReadable: guards.isReadable || marks.ids.size > 0,
				isTargetListed: isListed || marks.ids.size > 0,
				hasGroup: columns.isWide || (view.groups !== undefined && row !== undefined),
				hasMarks: marks.ids.size > 0,
				hasPending: pending.get().count > 0,
			},
			actions: {
				...moves,
				...marks.actions,
				...views.actions,
				...actions,
				...openActions(dispatch),
				back() {
					if (marks.range !== undefined) {
						marks.dropRange();
					} else if (!account.stop()) {
						clearOrAcknowledge();
					}
				},
				watch() {
					const every = nextWatchInterval(watch?.every);
					account.watchEvery(every);
					announce({text: watchText(every)});
				},
				fold() {
					if (columns.isWide) {
						columns.scroll(-1);
					} else {
						fold(true);
					}
				},
				unfold() {
					if (columns.isWide) {
						columns.scroll(1);
					} else {
						fold(false);
					}
				},
				wide: columns.toggleWide,
				preview: preview.toggle,
				edit() {
					if (marks.ids.size < 2) {
						editOne(marks.ids.size === 0 ? undefined : marked(marks.ids)[0]);
					} else {
						editMarked();
					}
				},
				'edit-text'() {
					editMarked({isAsText: true});
				},
				'repeat-edit'() {
					const repeats = lastEdits.get();
					if (repeats === undefined) {
						announce({
							text: `There is no bulk edit to repeat yet. Mark several, then press ${keyOf('list', 'edit')}.`,
						});
					} else {
						editMarked({repeats});
					}
				},
				open() {
					if (record === undefined) {
						fold();
					} else {
						push({name: 'detail', record});
					}
				},
				new() {
					push(hasUnsentDrafts(ledger, profileKey) ? {name: 'drafts'} : {name: 'form', origin: {kind: 'new'}});
				},
				undo: undo(false),
				redo: undo(true),
				...screenActions(push, marks.ids),
				history() {
					push({name: ledger !== undefined && hasPendingChanges(ledger, profileKey) ? 'recovery' : 'history'});
				},
				duplicates() {
					push({name: 'duplicates', marked: marks.ids});
				},
				delete() {
					if (marks.ids.size === 0) {
						actions.delete();
					} else {
						// Duplicates that the operator marked afterwards are not kept.
						deleteMarked(marks.ids, marks.keeps.difference(marks.ids));
					}
				},
				refresh: account.refresh,
				quit: common('list').exit,
			},
		},
		search: {
			guards: {hasValue: completed !== undefined},
			actions: {
				up: moves.up,
				down: moves.down,
				complete() {
					if (completed !== undefined) {
						dispatch({type: 'complete', query: completed});
					}
				},
				...searchActions(choose),
			},
			onKey(key) {
				dispatch({type: 'edit', key});
			},
			onPaste(text) {
				dispatch({type: 'paste', text});
			},
		},
		sort: {actions: sortActions(choose)},
		group: {actions: groupActions(choose)},
	});
}

/** The intervals between two listings in seconds. `w` goes through them in this order and then turns watching off. */
const watchIntervals = [5, 30, 300] as const;

/** The interval after another one, in seconds; undefined for none, which comes after the last one and before the first. */
const nextWatchInterval = (every: number | undefined): number | undefined =>
	watchIntervals.find(interval => interval > (every ?? 0));

/** The notice of an interval in seconds, with the ones that follow. */
function watchText(every: number | undefined): string {
	if (every === undefined) {
		return 'Watch off.';
	}

	const later = watchIntervals.filter(interval => interval > every).map(interval => intervalText(interval));
	return `Watching every ${intervalText(every)}. ${keyOf('list', 'watch')}: ${[...later, 'off'].join(', ')}`;
}

const intervalText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`);
