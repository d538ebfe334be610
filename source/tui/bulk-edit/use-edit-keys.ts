import {useEffect, useState, useSyncExternalStore} from 'react';
import type {Notification} from '../../domain/notification.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {LedgerError} from '../../storage/ledger-error.ts';
import type {KeyPress} from '../keys/key.ts';
import {keyOf} from '../keys/match.ts';
import type {LiveKeys} from '../keys/scope-keys.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {useRules, useUnprotect, type UnprotectHandle} from '../protected/protected-screen.tsx';
import {createUnprotectableRules} from '../protected/unprotectable-rules.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from '../shared/text-edit.ts';
import type {useRowSelection} from '../shared/use-list-window.ts';
import {
	createBulkEditModel,
	type BulkEditModel,
	type BulkEditView,
	focusedText,
	type BulkEditMode,
	sentIndexes,
} from './bulk-edit.ts';
import {whyNoReview} from './edit-texts.ts';

export type EditModelHandle = Pick<BulkEditModel, 'dispatch' | 'whenReady'> & {
	readonly view: BulkEditView;
	readonly unprotect: UnprotectHandle;
};

/** The model of a bulk edit of the open account. `repeats`: the edits to begin with. */
export function useEditModel(targets: readonly Notification[], repeats: RepeatableEdits | undefined): EditModelHandle {
	const session = useSession();
	useRules();
	const unprotect = useUnprotect();
	const [rules] = useState(() => createUnprotectableRules(session.rules));
	useEffect(() => {
		rules.setUnprotected(unprotect.isUnprotected);
	}, [rules, unprotect.isUnprotected]);
	const [{subscribe, get, dispatch, whenReady}] = useState(() =>
		createBulkEditModel({
			targets,
			repeats,
			records: recordsOf(session.listing.get().listing),
			sentOf: id => sentContentOf(session, id),
			rules,
			now: session.services.clock.now,
		}),
	);
	return {view: useSyncExternalStore(subscribe, get), dispatch, whenReady, unprotect};
}

/** The template and topics that this machine sent. If the ledger cannot be read, they are unknown. */
function sentContentOf({ledger, profileKey}: SessionValue, id: string) {
	try {
		return ledger?.sent.get(profileKey, id);
	} catch (error) {
		if (error instanceof LedgerError) {
			return undefined;
		}

		throw error;
	}
}

export type EditKeysOptions = {
	readonly model: EditModelHandle;
	/** The notification under the cursor. */
	readonly selection: ReturnType<typeof useRowSelection>;
	/** The number of distinct values that fit on the screen. */
	readonly valueHeight: number;
	readonly onEditor: () => void;
	/** Called with the number of changed notifications that are protected. */
	readonly onUnprotect: (count: number) => void;
};

/** The handlers of the keys of a bulk edit, in each of its modes but the review. */
export function useEditKeys({model, selection, valueHeight, onEditor, onUnprotect}: EditKeysOptions): LiveKeys {
	const {view, dispatch, whenReady} = model;
	const {announce, pop} = useNavigation();
	const {mode, focus, valueIndex, items, outcomes, leftOut, acceptsInvalid} = view;
	const fields = view.values.keys().toArray();
	const values = view.values.get(focus) ?? [];
	const edit = view.edits.get(focus);
	const text = focusedText(view, view.values);

	const review = () => {
		whenReady(ready => {
			const reason = whyNoReview(ready, sentIndexes(ready).length);
			if (reason === undefined) {
				dispatch({type: 'mode', mode: 'review'});
			} else {
				announce({tone: 'bad', text: reason});
			}
		});
	};

	const moveField = (by: 1 | -1) => () => {
		const at = fields.indexOf(focus) + by;
		const field = fields[at];
		dispatch(field === undefined || at < 0 ? {type: 'mode', mode: 'rows'} : {type: 'focus', field});
	};

	const toField = (at: number) => () => {
		dispatch({type: 'focus', field: fields.at(at) ?? focus});
	};

	const moveValue = (by: number) => () => {
		dispatch({type: 'value', index: Math.max(0, Math.min(values.length - 1, valueIndex + by))});
	};

	const setText = (next: TextState | undefined) => {
		if (next !== undefined && !(mode === 'fields' && edit?.kind === 'values')) {
			dispatch({type: 'text', edit: next, untouched: text.untouched, old: text.old});
		}
	};

	const isInvalid = (index: number) => outcomes[index]?.error !== undefined && !leftOut.has(items[index]!.of.id);
	const nextInvalid = () => {
		const all = items.keys().toArray();
		const from = mode === 'rows' ? selection.selected + 1 : 0;
		const found = [...all.slice(from), ...all.slice(0, from)].find(index => isInvalid(index));
		if (found !== undefined) {
			dispatch({type: 'mode', mode: 'rows'});
			selection.select(items[found]!.of.id);
		}
	};

	const hasInvalid = view.counts.invalid + view.counts.refused > 0;
	const guards = {
		hasInvalid,
		hasProtected: view.counts.protected > 0,
		canOverride: acceptsInvalid || outcomes.some(({error}) => error?.canOverride === true),
	};
	const shared = {
		'leave-out-invalid'() {
			dispatch({type: 'leave-out', ids: items.flatMap(({of}, index) => (isInvalid(index) ? [of.id] : []))});
		},
		'accept-issue'() {
			dispatch({type: 'accept-invalid'});
		},
		'next-issue': nextInvalid,
		editor: onEditor,
		unprotect() {
			onUnprotect(view.counts.protected);
		},
	};

	const typing = {
		onKey(key: KeyPress) {
			const replaces = text.isSelected && (key.text !== undefined || key.name === 'backspace' || key.name === 'delete');
			setText(editText(replaces ? {...editAtEnd(''), killed: text.killed} : text, key));
		},
		onPaste(pasted: string) {
			const inserted = focus === 'template' ? pasted.replaceAll(/\r\n?/gv, '\n') : onOneLine(pasted);
			setText(insertText(text.isSelected ? editAtEnd('') : text, inserted));
		},
	};

	return useModalKeys(scopeOf(mode), {
		'bulk-edit': {
			guards,
			actions: {
				...shared,
				accept() {
					if (values.length > 1 && edit?.kind !== 'text') {
						dispatch({type: 'mode', mode: 'values'});
					} else {
						review();
					}
				},
				review,
				next: moveField(1),
				previous: moveField(-1),
				'page-up': selection.moves['page-up'],
				'page-down': selection.moves['page-down'],
				back() {
					if (edit === undefined) {
						pop(
							view.edits.size + view.edited.size === 0
								? undefined
								: {
										text: `Nothing was sent. Press ${keyOf('list', 'repeat-edit')} to continue with these edits.`,
									},
						);
					} else {
						dispatch({type: 'restore'});
					}
				},
			},
			...typing,
		},
		'bulk-values': {
			actions: {
				accept: toField(fields.indexOf(focus)),
				up: moveValue(-1),
				down: moveValue(1),
				'page-up': moveValue(-valueHeight),
				'page-down': moveValue(valueHeight),
				back() {
					if (text.old !== undefined && edit?.kind === 'values' && edit.values.has(text.old)) {
						dispatch({type: 'restore', old: text.old});
					} else {
						dispatch({type: 'focus', field: focus});
					}
				},
			},
			...typing,
		},
		'bulk-rows': {
			guards,
			actions: {
				...selection.moves,
				...shared,
				accept: review,
				'leave-out'() {
					const item = items[selection.selected];
					if (item !== undefined) {
						dispatch({type: 'leave-out', ids: [item.of.id]});
						selection.moves.down();
					}
				},
				next: toField(0),
				previous: toField(-1),
				back: toField(fields.indexOf(focus)),
			},
		},
	});
}

function scopeOf(mode: BulkEditMode) {
	return mode === 'values' ? 'bulk-values' : mode === 'rows' ? 'bulk-rows' : 'bulk-edit';
}
