import {useEffect, useMemo, useReducer, useState, type Dispatch} from 'react';
import {toShell} from '../../service/curl.ts';
import {
	distinctValues,
	type DistinctValue,
	type ValuesByField,
	computeOutcomes,
	countOutcomes,
	formOf,
	formsOfOthers,
	outcomeStep,
	type EditCounts,
	type EditItem,
	type EditOutcome,
	noFieldEdits,
	readEdits,
	type FieldEdit,
	type FieldEdits,
} from '../../query/bulk-edit.ts';
import {editArguments, type CommandWords} from '../../query/commands.ts';
import {toEditable} from '../../notification/edit.ts';
import {toHeldInput, type Draft} from '../../notification/fields.ts';
import type {FieldId} from '../../notification/spec.ts';
import type {Notification, Unlisted} from '../../notification/notification.ts';
import {createSlicedTask, type Sliced} from '../../platform/time-slices.ts';
import {noRules, type AccountRules} from '../../query/rules.ts';
import type {AccountAsk} from '../../account/account-changes.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {useRules, useUnprotect, type UnprotectHandle} from '../changes/delete.tsx';
import {type RepeatableEdits, useSession, type SessionValue} from '../ui/session.ts';
import {editAtEnd, type TextState} from '../keys/text-edit.ts';
import {useSliced} from '../ui/use-task.ts';

/** The part of the screen that has the keys: the fields, the distinct values of the focused one, the notifications, or the review. */
type BulkEditMode = 'fields' | 'values' | 'rows' | 'review';

export type BulkEditState = {
	readonly mode: BulkEditMode;
	readonly focus: FieldId;
	/** The text and cursor of the focused field, or of its distinct value `old`; undefined until a key is pressed in it. */
	readonly edit: {readonly old: string | undefined; readonly text: TextState} | undefined;
	readonly edits: FieldEdits;
	/** The IDs of the notifications that are left out. */
	readonly leftOut: ReadonlySet<string>;
	/** Whether values that fail a check that may be accepted are sent. */
	readonly acceptsInvalid: boolean;
	/** The contents from the editor, by ID. */
	readonly edited: ReadonlyMap<string, Draft>;
};

export type BulkEditAction =
	| {readonly type: 'go'; readonly mode: BulkEditMode; readonly focus?: FieldId}
	/** A key was pressed in the focused text, or it is left as it was. */
	| {readonly type: 'text'; readonly of: FocusedText; readonly text: TextState | undefined}
	/** Leaves them out or, if all of them are left out, takes them in again. */
	| {readonly type: 'leave-out'; readonly ids: readonly string[]}
	| {readonly type: 'accept-invalid'}
	/** The contents that the editor saved. They include the edits of the fields so far. */
	| {readonly type: 'edited'; readonly drafts: ReadonlyMap<string, Draft>};

/** The state of a bulk edit that was just opened, with the edits to repeat. */
export const openBulkEdit = ({
	edits = noFieldEdits,
	edited = new Map<string, Draft>(),
}: Partial<RepeatableEdits> = {}): BulkEditState => ({
	mode: 'fields',
	// The recipient is what is changed most often in many at once.
	focus: edits.keys().next().value ?? 'recipient',
	edit: undefined,
	edits,
	leftOut: new Set(),
	acceptsInvalid: false,
	edited,
});

export function reduceBulkEdit(state: BulkEditState, action: BulkEditAction): BulkEditState {
	switch (action.type) {
		case 'go': {
			const {mode, focus = state.focus} = action;
			return {...state, mode, focus, edit: undefined};
		}

		case 'text': {
			const {
				text,
				of: {untouched, old},
			} = action;
			const typed = text?.text ?? untouched;
			const whole: FieldEdit | undefined = typed === untouched ? undefined : {kind: 'text', text: typed};
			const changed = old === undefined ? whole : withValue(state.edits.get(state.focus), old, typed);
			const edits = new Map(state.edits);
			if (changed === undefined) {
				edits.delete(state.focus);
			} else {
				edits.set(state.focus, changed);
			}

			return {...state, edits, edit: text && {old, text}};
		}

		case 'leave-out': {
			const ids = new Set(action.ids);
			const areLeftOut = ids.isSubsetOf(state.leftOut);
			return {...state, leftOut: areLeftOut ? state.leftOut.difference(ids) : state.leftOut.union(ids)};
		}

		case 'accept-invalid': {
			return {...state, acceptsInvalid: !state.acceptsInvalid};
		}

		case 'edited': {
			return {...state, edited: new Map([...state.edited, ...action.drafts]), edits: noFieldEdits, edit: undefined};
		}
	}
}

/** The edit of a field with another text for one of its values; undefined if none of them changes. */
function withValue(edit: FieldEdit | undefined, old: string, text: string): FieldEdit | undefined {
	const values = new Map(edit?.kind === 'values' ? edit.values : []).set(old, text);
	if (text === old) {
		values.delete(old);
	}

	return values.size === 0 ? undefined : {kind: 'values', values};
}

/** The value that all notifications share; undefined if there are several. */
export const sharedValue = (values: readonly DistinctValue[] | undefined): string | undefined =>
	values?.length === 1 ? values[0]!.value : undefined;

/** What a distinct value becomes; undefined if it stays. */
export const changedValue = (edit: FieldEdit | undefined, old: string): string | undefined =>
	edit?.kind === 'values' ? edit.values.get(old) : undefined;

/** The focused text: what it shows, and what it was. */
export type FocusedText = TextState & {
	/** Whether typing replaces it. */
	readonly isSelected: boolean;
	/** The text that leaves the field or value as it is. */
	readonly untouched: string;
	/** The distinct value that it is of; undefined in a field. */
	readonly old: string | undefined;
};

/** The text of the focused field, or of its distinct value `old`. A text that no key was pressed in is selected. */
export function focusedText(
	{focus, edit, edits}: BulkEditState,
	values: readonly DistinctValue[],
	old: string | undefined,
): FocusedText {
	const ofField = edits.get(focus);
	const untouched = old ?? sharedValue(values) ?? '';
	const whole = ofField?.kind === 'text' ? ofField.text : undefined;
	const shown = (old === undefined ? whole : changedValue(ofField, old)) ?? untouched;
	const typed = edit?.old === old ? edit?.text : undefined;
	return {...(typed ?? editAtEnd(shown)), isSelected: typed === undefined && shown !== '', untouched, old};
}

/** The effect of a bulk edit on all notifications. */
type Effect = {
	readonly items: readonly EditItem[];
	readonly values: ValuesByField;
	readonly outcomes: readonly EditOutcome[];
	/** The reasons why the edits of fields change nothing. */
	readonly problems: ReadonlyMap<FieldId, string>;
};

/** A bulk edit with its effect. */
export type BulkEditView = BulkEditState &
	Effect & {
		readonly counts: EditCounts;
		/** Whether the effect of the latest edits is still being computed. */
		readonly isBusy: boolean;
	};

export type BulkEdit = {
	readonly view: BulkEditView;
	readonly dispatch: Dispatch<BulkEditAction>;
	readonly unprotect: UnprotectHandle;
};

type Input = Pick<BulkEditState, 'edits' | 'edited' | 'acceptsInvalid'> & {
	readonly rules: AccountRules;
	/** The forms of the other notifications, to find duplicates among. */
	readonly otherForms: ReadonlySet<string>;
};

const noForms: ReadonlySet<string> = new Set();
const noEffect: Effect = {items: [], values: new Map(), outcomes: [], problems: new Map()};

/** A bulk edit of the open account. Its effect on all notifications is computed in slices between key presses. */
export function useBulkEdit(targets: readonly Notification[], repeats: RepeatableEdits | undefined): BulkEdit {
	const session = useSession();
	const read = useRules();
	const unprotect = useUnprotect();
	const [state, dispatch] = useReducer(reduceBulkEdit, repeats, openBulkEdit);
	const [others] = useState(() => {
		const records = recordsOf(session.listing.get().listing);
		const edited = new Set(targets.map(({id}) => id));
		return () => formsOfOthers(records, edited);
	});
	const {value: otherForms = noForms, isCurrent} = useSliced(others);
	const [task] = useState(() =>
		createSlicedTask<Input, Effect>({
			compute: createEffectComputer(targets, id => sentContentOf(session, id)),
			initial: noEffect,
			isSame: Object.is,
			now: session.services.clock.now,
		}),
	);
	const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
	useEffect(() => task.subscribe(redraw), [task]);

	const {edits, edited, acceptsInvalid, leftOut} = state;
	const {isUnprotected} = unprotect;
	const input = useMemo(() => {
		const rules = read ?? noRules;
		return {edits, edited, acceptsInvalid, otherForms, rules: isUnprotected ? {...rules, protect: []} : rules};
	}, [edits, edited, acceptsInvalid, otherForms, read, isUnprotected]);
	const {value, isBusy: isComputing} = task.request(input);
	const isBusy = isComputing || !isCurrent;
	const counts = useMemo(() => countOutcomes(value.items, value.outcomes, leftOut), [value, leftOut]);
	const view = useMemo(() => ({...state, ...value, counts, isBusy}), [state, value, counts, isBusy]);

	return {view, dispatch, unprotect};
}

/** The template and topics that this machine sent. If the ledger cannot be read, they are unknown. */
function sentContentOf({ledger, profileKey}: SessionValue, id: string): Unlisted | undefined {
	try {
		return ledger?.sent.get(profileKey, id);
	} catch (error) {
		if (error instanceof LedgerError) {
			return undefined;
		}

		throw error;
	}
}

/** Creates the computation of the effect. What does not depend on the edits of the fields is computed once. */
function createEffectComputer(
	targets: readonly Notification[],
	sentOf: (id: string) => Unlisted | undefined,
): (input: Input) => Sliced<Effect> {
	let items: readonly EditItem[] | undefined;
	let counted: {readonly edited: ReadonlyMap<string, Draft>; readonly values: ValuesByField} | undefined;
	return function* ({edits, edited, ...checks}) {
		items ??= yield* prepare(targets, sentOf);
		if (counted?.edited !== edited) {
			counted = {edited, values: yield* distinctValues(items.map(({of, before}) => edited.get(of.id) ?? before))};
		}

		const read = readEdits(edits);
		const outcomes = yield* computeOutcomes({items, edited, edits: read, given: new Set(edits.keys()), ...checks});
		return {items, values: counted.values, outcomes, problems: read.problems};
	};
}

/**
Prepares the notifications for editing.

@yields Nothing; the computation can pause there.
*/
function* prepare(
	targets: readonly Notification[],
	sentOf: (id: string) => Unlisted | undefined,
): Sliced<readonly EditItem[]> {
	const items: EditItem[] = [];
	for (const [index, of] of targets.entries()) {
		items.push({...toEditable(of, sentOf(of.id)), form: formOf(of)});
		if (index % outcomeStep === outcomeStep - 1) {
			yield;
		}
	}

	return items;
}

/** The indexes of the notifications that are sent: changed, valid and not left out. */
export function sentIndexes({items, outcomes, leftOut}: BulkEditView): number[] {
	return outcomes.flatMap(({isChanged, isProtected, error}, index) =>
		isChanged && !isProtected && error === undefined && !leftOut.has(items[index]!.of.id) ? [index] : [],
	);
}

/** The edits to send. They are made one by one, so that many do not delay a key. */
export const editsToSend = (view: BulkEditView): Iterable<AccountAsk> =>
	sentIndexes(view)
		.values()
		.map(index => {
			const {of} = view.items[index]!;
			return {kind: 'replace', of, input: toHeldInput(view.outcomes[index]!.after, of)};
		});

type EditCommandOptions = {
	readonly view: BulkEditView;
	readonly indexes: readonly number[];
	/** The query that finds exactly these notifications, if there is one. */
	readonly query: string | undefined;
	/** The number of IDs that are named at most, if the command is only shown and its end is cut. */
	readonly idLimit: number;
	/** Whether what is protected is included. */
	readonly isUnprotected: boolean;
	/** The options that name the account. */
	readonly account: CommandWords;
};

/** The `chainbell edit` command that does the same; undefined if its options cannot say it. */
export function equivalentCommand({
	view: {items, outcomes, edits, edited, leftOut, acceptsInvalid},
	indexes,
	query,
	idLimit,
	isUnprotected,
	account,
}: EditCommandOptions): string | undefined {
	if (edited.size > 0) {
		return undefined;
	}

	const isAll = leftOut.size === 0 && query !== undefined;
	const words = editArguments({
		targets: isAll ? {query} : {ids: indexes.slice(0, idLimit).map(index => items[index]!.of.id)},
		edits,
		acceptsUnknownTemplate:
			indexes.some(index => outcomes[index]!.isContentLost) ||
			(isAll && items.some(({isContentUnknown}) => isContentUnknown)),
		acceptsInvalid,
	});
	const unprotects = isUnprotected ? ['--unprotect'] : [];
	return words && toShell({words: [...account, ...words, ...unprotects]});
}
