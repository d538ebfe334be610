import {completeCondition} from '../../query/parse.ts';
import {useAccountQuestion} from '../accounts/connect.tsx';
import {useKeyOffer, useSession, type ListingHandle} from '../ui/session.ts';
import {editText, insertText, onOneLine} from '../keys/text-edit.ts';
import {keyOf, type LiveKeys} from '../keys/match.ts';
import {type Actions, useModalKeys} from '../keys/use-keys.ts';
import {namedText} from '../../notification/operation-texts.ts';
import {counted, joined, numberText} from '../../platform/text.ts';
import type {Notification, ListedRecord} from '../../notification/notification.ts';
import {arrangementOf} from '../../query/sort.ts';
import {isWhole, recordsOf} from '../../account/listing-state.ts';
import {spanText} from '../../platform/clock.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {BulkEditScreenProps} from '../form/bulk-edit-screen.tsx';
import type {Route} from '../app/screens.tsx';
import {type ListCommand, useNavigation} from '../ui/navigation.ts';
import {nothingToUndo, openInExplorer, reasonText} from '../ui/notices.ts';
import {arranged, changesQuery, choices, opened, taken, type ListState} from './list-state.ts';
import {bad, good} from '../ui/line.tsx';
import {wordOf} from './listing-status.ts';
import {rowGuards} from './first-page.ts';
import type {ListRows, useColumns} from './list-rows.ts';
import {useParked} from './detail-lines.ts';
import type {usePreview} from './preview.tsx';
import {unsentDrafts} from '../../account/drafts.ts';
import {pendingRefusal, type Parked} from '../../account/pending-changes.ts';

/** The handlers of the list's keys, in each of its modes. */
export function useListKeys(
	account: ListingHandle,
	list: ListRows,
	columns: ReturnType<typeof useColumns>,
	preview: ReturnType<typeof usePreview>,
): LiveKeys {
	const session = useSession();
	const {ledger, profileKey, pending, lastEdits, services} = session;
	const {settings} = services;
	const {push, common, announce} = useNavigation();
	const {
		mode,
		query,
		choice,
		sort,
		view,
		finish,
		rows,
		typed,
		marks,
		selection: {selected, moves},
		select,
	} = list;
	const {listing, changes, watch} = account;
	const failure = 'failure' in listing ? listing.failure : undefined;
	useKeyOffer(failure, mode === 'search');
	useAccountQuestion(mode === 'search');

	const row = rows.at(selected);
	const record = row?.kind === 'group' ? undefined : row;
	const isListed = record?.kind === 'notification' && !list.vanished.has(record.id);
	const {actions, edit} = useNotificationActions(record, isListed);
	const isRefused = usePendingRefusal();
	const {ids, hidden, range} = marks;
	/** The marked notifications or, if none is marked, the one under the cursor. */
	const targets = (): readonly Notification[] =>
		(ids.size === 0 ? [record!] : recordsOf(listing))
			.filter(listed => listed.kind === 'notification')
			.filter(({id}) => ids.size === 0 || ids.has(id));

	/** What is parked of the marked or, if none is marked, of the row under the cursor. */
	const parked = (): readonly Parked[] => {
		const keys = ids.size === 0 && record?.kind === 'notification' ? [record.id] : [...ids];
		return keys.map(id => list.parked.byId.get(id)).filter(each => each !== undefined);
	};

	const unpark = async (items: readonly number[]) => {
		const refusal = await session.changes.unpark(items);
		if (refusal !== undefined) {
			announce(bad(`✗ ${reasonText(refusal)}`));
			return;
		}

		// The marks were those of what is forgotten.
		list.choose({marked: new Set()});
		announce(good(`✓ Forgot ${counted(items.length, 'parked notification')}.`));
	};

	/** Whether the targets cannot be changed now, which it tells: some of several are parked, or some are pending. */
	const isHeld = (): boolean => {
		const {length} = parked();
		if (length === 0) {
			return isRefused(targets().map(({id}) => id));
		}

		announce({
			text: `${numberText(length)} of the ${numberText(ids.size)} marked ${length === 1 ? 'is' : 'are'} parked. Mark only those: ${keyOf('list', 'park')} resumes, ${keyOf('list', 'delete')} forgets.`,
		});
		return true;
	};

	/** Opens a screen for the targets, if they can be changed. */
	const openFor = (
		route: (of: {readonly targets: readonly Notification[]; readonly hiddenIds: typeof ids}) => Route,
	) => {
		if (!isHeld()) {
			push(route({targets: targets(), hiddenIds: hidden}));
		}
	};

	/** The search, if it finds exactly the marked notifications. */
	const isExact = ids.size > 0 && hidden.size === 0 && ids.size === view.matches.length && query.text !== '';
	const exactQuery = isExact ? query.text : undefined;
	const editSeveral = (how: Pick<BulkEditScreenProps, 'repeats' | 'isAsText'> = {}) => {
		openFor(of => ({name: 'bulk-edit', ...of, query: exactQuery, ...how}));
	};

	/** Opens the question that deletes the targets, or acts on them if all are parked. */
	const deleteOr = (pause: 'park' | undefined, act: (some: readonly Parked[]) => void) => () => {
		const some = parked();
		if (some.length === 0 || some.length < ids.size) {
			openFor(of => ({name: 'delete', ...of, query: view.query, exactQuery, pause}));
		} else {
			act(some);
		}
	};

	const saveView = async (name: string) => {
		const {views = []} = settings.get().settings;
		const same = views.findIndex(each => each.name === name);
		const {sort: order, ...rest} = arrangementOf(list);
		// Without unset members.
		const saved = JSON.parse(
			JSON.stringify({
				name,
				query: query.text,
				...rest,
				sort: order && `${order.isDescending ? '-' : ''}${order.field}`,
			}),
		) as object;
		try {
			await settings.save(['views', same === -1 ? views.length : same], saved);
			announce(good(`✓ ${same === -1 ? 'Saved' : 'Replaced'} the view "${sanitise(name)}" in config.yaml.`));
		} catch (error) {
			announce(bad(`✗ The view was not saved: ${sanitise((error as Error).message)}`));
		}
	};

	const onCommand = (command: ListCommand) => {
		if (command.kind === 'arrange') {
			list.choose(arranged(command.view));
		} else if (command.kind === 'open-profile') {
			push({name: 'profiles', opens: command.name});
		} else {
			void saveView(command.name);
		}
	};

	const fold = (isToFold?: boolean) => {
		const header = list.fold(selected, isToFold);
		if (header !== undefined && isToFold !== false) {
			select(header);
		}
	};

	const sideways = (by: 1 | -1) => () => {
		if (columns.isWide) {
			columns.scroll(by);
		} else {
			fold(by === -1);
		}
	};

	const choose = (change: Partial<ListState>) => () => {
		if (change.mode === 'list') {
			// The next key must act on the rows that were found.
			finish();
		}

		list.choose(change);
	};

	/** The keys of the line on which a field is chosen. */
	const choiceKeys = <S extends 'sort' | 'group'>(scope: S) => {
		const fields = choices[scope];
		const take = (field: (typeof fields)[number]) => choose(taken(list, field));
		return {
			guards: {isSorted: sort !== undefined},
			actions: {
				...Object.fromEntries(fields.map(field => [`by-${field ?? 'none'}`, take(field)])),
				left: choose({choice: (choice + fields.length - 1) % fields.length}),
				right: choose({choice: (choice + 1) % fields.length}),
				accept: take(fields[choice]),
				again: take(scope === 'sort' ? sort?.field : undefined),
				back: choose({mode: 'list'}),
			} as unknown as Actions<S>,
		};
	};

	const open = (route: Route) => () => {
		push(route);
	};

	const undo = (isRedo: boolean) => () => {
		const last = ledger?.changes.lastUndoable(profileKey, () => true, isRedo);
		// What is pending is found first.
		if (last === undefined || (isRedo && last.isUndo !== true)) {
			announce({text: nothingToUndo(pending.get().count, isRedo)});
		} else {
			push({name: 'undo', isRedo});
		}
	};

	const value = typed?.values[0]?.value;
	const completed =
		typed === undefined || value === undefined ? undefined : completeCondition(query.text, typed.condition, value);
	const back = () => {
		const {appeared, vanished} = changes;
		if (range !== undefined) {
			marks.dropRange();
		} else if (account.stop()) {
			// It says so itself.
		} else if (query.text !== '') {
			list.choose(cleared);
		} else if (appeared.size + vanished.size > 0) {
			account.acknowledgeChanges();
			announce({text: `Acknowledged: ${joined([wordOf(appeared.size, 'new'), wordOf(vanished.size, 'gone')], ', ')}.`});
		}
	};

	return useModalKeys(mode, {
		list: {
			onCommand,
			unfinished: list.isBusy ? {finish} : undefined,
			guards: {
				...rowGuards(row, isListed, ids.size, range === undefined),
				isUnparked: parked().length < Math.max(1, ids.size),
				isSettled: isSettled(ids.size > 0 ? ids : idsOfRow(record), pending.get().ids),
				hasAllRows: !list.isBusy && isWhole(listing),
				hasListed: marks.hasListed,
				hasGroup: columns.isWide || (view.groups !== undefined && row !== undefined),
			},
			actions: {
				...moves,
				...marks.actions,
				view(key) {
					list.views.show(Number(key ?? 1) - 1);
				},
				...actions,
				search: choose(opened(list, 'search')),
				changed: choose(arranged({query: query.text.trim() === changesQuery ? '' : changesQuery})),
				sort: choose(opened(list, 'sort')),
				group: choose(opened(list, 'group')),
				back,
				watch() {
					const every = watchIntervals.find(interval => interval > (watch?.every ?? 0));
					account.watchEvery(every);
					announce({text: every === undefined ? 'Watch off.' : `Watching every ${spanText(every * 1000)}.`});
				},
				fold: sideways(-1),
				unfold: sideways(1),
				wide: columns.toggleWide,
				preview() {
					void preview.toggle();
				},
				edit() {
					if (ids.size > 1) {
						editSeveral();
					} else if (!isHeld()) {
						edit(targets()[0]);
					}
				},
				'edit-text'() {
					editSeveral({isAsText: true});
				},
				'repeat-edit'() {
					const repeats = lastEdits.get();
					if (repeats === undefined) {
						announce({
							text: `There is no bulk edit to repeat yet. Mark several, then press ${keyOf('list', 'edit')}.`,
						});
					} else {
						editSeveral({repeats});
					}
				},
				raw: open({name: 'detail', record: record!, isRaw: true}),
				open() {
					if (record === undefined) {
						fold();
					} else {
						push({name: 'detail', record});
					}
				},
				new: open({name: 'form', origin: {kind: 'new'}}),
				undo: undo(false),
				redo: undo(true),
				'plan-file': open({name: 'plan-file'}),
				requests: open({name: 'requests'}),
				profiles: open({name: 'profiles', marked: ids}),
				pending: open({name: 'activity'}),
				history: open({name: 'activity'}),
				duplicates: open({name: 'duplicates'}),
				delete: deleteOr(undefined, some => {
					const object = some.length === 1 ? some[0]!.record : undefined;
					const [what, them] = object
						? [`${sanitise(namedText(object))}, which is parked`, 'it']
						: [`${numberText(some.length)} that are parked`, 'them'];
					const question = `Forget ${what}? Only an undo of what parked ${them} can create ${them} again then (${keyOf('list', 'history')}).`;
					push({name: 'ask', question, hint: 'forget', object, count: some.length}, () => {
						void unpark(some.map(({item}) => item.id));
					});
				}),
				park: deleteOr('park', some => {
					push({name: 'undo', scope: {set: some[0]!.item.set, parked: some.map(({item}) => item.id)}});
				}),
				refresh: account.refresh,
				quit: common('list').exit,
			},
		},
		search: {
			guards: {hasValue: completed !== undefined},
			actions: {
				up: moves.up,
				down: moves.down,
				complete: choose({query: completed!}),
				accept: choose({mode: 'list'}),
				back: choose(cleared),
			},
			onKey(key) {
				list.choose({query: editText(query, key) ?? query});
			},
			onPaste(text) {
				list.choose({query: insertText(query, onOneLine(text))});
			},
		},
		sort: choiceKeys('sort'),
		group: choiceKeys('group'),
	});
}

/** Leaves the search. */
const cleared = arranged({query: ''});

/** The intervals between two listings in seconds. `w` goes through them in this order and then turns watching off. */
const watchIntervals = [5, 30, 300] as const;

/**
The actions on a record, and the guards of their keys.

@param record - The record; undefined if there is none, as on the header of a group.
@param isListed - Whether the record is still listed, as far as a complete listing shows.
*/
export function useNotificationActions(record: ListedRecord | undefined, isListed: boolean) {
	const {ledger, profileKey, pending, services} = useSession();
	const {push, announce} = useNavigation();
	const isRefused = usePendingRefusal();
	const notification = record?.kind === 'notification' ? record : undefined;
	const isUnparked = useParked(record) === undefined;

	/** Opens the form that edits a notification; by default the record. */
	const edit = (of = notification!) => {
		if (isRefused([of.id])) {
			return;
		}

		// Resume an unsent edit if there is one.
		const saved =
			ledger && unsentDrafts(ledger, profileKey).find(({purpose, origin}) => purpose === 'edit' && origin === of.id);
		push({name: 'form', origin: {kind: 'edit', of}, saved});
	};

	return {
		edit,
		guards: {...rowGuards(record, isListed), isUnparked, isSettled: isSettled(idsOfRow(record), pending.get().ids)},
		actions: {
			edit() {
				edit();
			},
			clone() {
				push({name: 'form', origin: {kind: 'clone', of: notification!}});
			},
			copy() {
				push({name: 'copy', record});
			},
			try() {
				push({name: 'try', target: notification!});
			},
			'open-link'() {
				void openInExplorer(notification!, services).then(announce);
			},
			delete() {
				if (!isRefused([notification!.id])) {
					push({name: 'delete', targets: [notification!]});
				}
			},
		},
	};
}

const idsOfRow = (record: ListedRecord | undefined): ReadonlySet<string> =>
	new Set(record?.kind === 'notification' ? [record.id] : []);

/** Whether any of these has no pending change, or why they cannot be changed. `pending`: the IDs of all with one that this process can end. */
function isSettled(ids: ReadonlySet<string>, pending: ReadonlySet<string>): true | string {
	const all = ids.isSubsetOf(pending) ? [...ids] : [];
	const refusal = pendingRefusal(all, new Map(all.map(id => [id, {holder: undefined}])));
	return refusal === undefined || reasonText(refusal);
}

/** Returns a function that checks notifications for pending changes. If one has a pending change, it shows a notice that they cannot be changed now, and returns true. */
export function usePendingRefusal(): (ids: readonly string[]) => boolean {
	const {ledger, profileKey} = useSession();
	const {announce} = useNavigation();
	return ids => {
		const refusal = ledger && pendingRefusal(ids, ledger.changes.pendingIds(profileKey));
		if (refusal === undefined) {
			return false;
		}

		announce({text: reasonText(refusal), isAnswer: true});
		return true;
	};
}
