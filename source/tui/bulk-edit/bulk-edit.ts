import {toShell} from '../../api/to-shell.ts';
import {type DistinctValue, type ValuesByField, distinctValues} from '../../domain/bulk-edit/distinct-values.ts';
import {
	computeOutcomes,
	countOutcomes,
	formOf,
	formsOfOthers,
	outcomeStep,
	type EditCounts,
	type EditItem,
	type EditOutcome,
} from '../../domain/bulk-edit/edit-outcomes.ts';
import {noFieldEdits, type FieldEdit, type FieldEdits, readEdits} from '../../domain/bulk-edit/field-edits.ts';
import {editArguments} from '../../domain/commands/edit-arguments.ts';
import type {CommandWords} from '../../domain/commands/words.ts';
import {toEditable, type KnownUnlisted} from '../../domain/draft/edit.ts';
import {type Draft, type FieldId, toHeldInput} from '../../domain/fields.ts';
import type {ListedRecord, Notification, NotificationInput} from '../../domain/notification.ts';
import {noRules, type AccountRules} from '../../domain/policies/account-rules.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, type Sliced} from '../../platform/time-slices.ts';
import {noRuleStore, type RuleStore} from '../../session/rule-store.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {editAtEnd, type TextState} from '../shared/text-edit.ts';

/** The part of the screen that has the keys: the fields, the distinct values of the focused one, the notifications, or the review. */
export type BulkEditMode = 'fields' | 'values' | 'rows' | 'review';

export type BulkEditState = {
	readonly mode: BulkEditMode;
	readonly focus: FieldId;
	/** The index of the distinct value under the cursor. */
	readonly valueIndex: number;
	/** The text and cursor of the focused field or value; undefined until a key is pressed in it. */
	readonly edit: TextState | undefined;
	readonly edits: FieldEdits;
	/** The IDs of the notifications that are left out. */
	readonly leftOut: ReadonlySet<string>;
	/** Whether values that fail a check that may be accepted are sent. */
	readonly acceptsInvalid: boolean;
	/** The contents from the editor, by ID. */
	readonly edited: ReadonlyMap<string, Draft>;
};

export type BulkEditAction =
	| {readonly type: 'focus'; readonly field: FieldId}
	| {readonly type: 'mode'; readonly mode: BulkEditMode}
	| {readonly type: 'value'; readonly index: number}
	/** A key was pressed in the focused field, or in the distinct value `old`. `untouched`: the text that leaves it as it is. */
	| {readonly type: 'text'; readonly edit: TextState; readonly untouched: string; readonly old?: string | undefined}
	/** Leaves the focused field, or its distinct value `old`, as it is. */
	| {readonly type: 'restore'; readonly old?: string | undefined}
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
	// The recipient is what is changed most often in many at once.
	mode: 'fields',
	focus: edits.keys().next().value ?? 'recipient',
	valueIndex: 0,
	edit: undefined,
	edits,
	leftOut: new Set(),
	acceptsInvalid: false,
	edited,
});

/** Returns the state of a bulk edit after an action. */
export function reduceBulkEdit(state: BulkEditState, action: BulkEditAction): BulkEditState {
	switch (action.type) {
		case 'focus': {
			return {...state, mode: 'fields', focus: action.field, edit: undefined};
		}

		case 'mode': {
			return {...state, mode: action.mode, valueIndex: 0, edit: undefined};
		}

		case 'value': {
			return {...state, valueIndex: action.index, edit: undefined};
		}

		case 'text': {
			const {edit, untouched, old} = action;
			const whole: FieldEdit | undefined = edit.text === untouched ? undefined : {kind: 'text', text: edit.text};
			return {...setEdit(state, old === undefined ? whole : withValue(state, old, edit.text)), edit};
		}

		case 'restore': {
			return {
				...setEdit(state, action.old === undefined ? undefined : withValue(state, action.old, action.old)),
				edit: undefined,
			};
		}

		case 'leave-out': {
			const areLeftOut = action.ids.every(id => state.leftOut.has(id));
			return {
				...state,
				leftOut: areLeftOut ? state.leftOut.difference(new Set(action.ids)) : state.leftOut.union(new Set(action.ids)),
			};
		}

		case 'accept-invalid': {
			return {...state, acceptsInvalid: !state.acceptsInvalid};
		}

		case 'edited': {
			return {...state, edited: new Map([...state.edited, ...action.drafts]), edits: noFieldEdits, edit: undefined};
		}
	}
}

function setEdit(state: BulkEditState, edit: FieldEdit | undefined): BulkEditState {
	const edits = new Map(state.edits);
	if (edit === undefined) {
		edits.delete(state.focus);
	} else {
		edits.set(state.focus, edit);
	}

	return {...state, edits};
}

/** The edit of the focused field with another text for one of its values; undefined if none of them changes. */
function withValue({edits, focus}: BulkEditState, old: string, text: string): FieldEdit | undefined {
	const edit = edits.get(focus);
	const values = new Map(edit?.kind === 'values' ? edit.values : []);
	if (text === old) {
		values.delete(old);
	} else {
		values.set(old, text);
	}

	return values.size === 0 ? undefined : {kind: 'values', values};
}

/** The value that all notifications share; undefined if there are several. */
export function sharedValue(values: readonly DistinctValue[] | undefined): string | undefined {
	return values?.length === 1 ? values[0]!.value : undefined;
}

/** The focused text: what it shows, and what it was. */
export type FocusedText = TextState & {
	/** Whether typing replaces it. */
	readonly isSelected: boolean;
	/** The text that leaves the field or value as it is. */
	readonly untouched: string;
	/** The distinct value under the cursor; undefined in a field. */
	readonly old: string | undefined;
};

/** The text of the focused field, or of the distinct value under the cursor. A text that no key was pressed in is selected. */
export function focusedText(
	{mode, focus, valueIndex, edit, edits}: BulkEditState,
	valuesByField: ValuesByField,
): FocusedText {
	const ofField = edits.get(focus);
	const values = valuesByField.get(focus);
	const old = mode === 'values' ? values?.[valueIndex]?.value : undefined;
	const untouched = old ?? sharedValue(values) ?? '';
	const changed =
		old === undefined
			? ofField?.kind === 'text'
				? ofField.text
				: undefined
			: ofField?.kind === 'values'
				? ofField.values.get(old)
				: undefined;
	const text = edit ?? editAtEnd(changed ?? untouched);
	return {...text, isSelected: edit === undefined && text.text !== '', untouched, old};
}

export type BulkEditOptions = {
	readonly targets: readonly Notification[];
	/** The listed records, to find duplicates among. */
	readonly records: readonly ListedRecord[];
	/** Returns the template and topics of a notification, if this machine sent them. */
	readonly sentOf: (id: string) => KnownUnlisted | undefined;
	/** The edits to begin with. */
	readonly repeats?: RepeatableEdits | undefined;
	/** The rules of config.yaml. */
	readonly rules?: Pick<RuleStore, 'get' | 'subscribe'>;
	/** Returns the time in milliseconds. */
	readonly now: () => number;
};

/** The last computed effect of a bulk edit. */
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

/** A bulk edit: its state, and its effect on all notifications, which is computed in slices between key presses. */
export type BulkEditModel = {
	readonly get: () => BulkEditView;
	readonly subscribe: (listener: () => void) => () => void;
	readonly dispatch: (action: BulkEditAction) => void;
	/** Calls `act` once the effect of the latest edits is known, unless another action comes first. */
	readonly whenReady: (act: (view: BulkEditView) => void) => void;
};

type Input = Pick<BulkEditState, 'edits' | 'edited' | 'acceptsInvalid'> & {
	readonly rules: AccountRules;
	readonly otherForms: ReadonlySet<string>;
};

const noForms: ReadonlySet<string> = new Set();

const noEffect: Effect = {items: [], values: new Map(), outcomes: [], problems: new Map()};

export function createBulkEditModel({
	targets,
	records,
	sentOf,
	repeats,
	rules = noRuleStore,
	now,
}: BulkEditOptions): BulkEditModel {
	const listeners = createListeners();
	const editedIds = new Set(targets.map(({id}) => id));
	const isSame = (a: Input, b: Input) =>
		a.edits === b.edits &&
		a.edited === b.edited &&
		a.acceptsInvalid === b.acceptsInvalid &&
		a.rules === b.rules &&
		a.otherForms === b.otherForms;
	const task = createSlicedTask<Input, Effect>({
		compute: createEffectComputer(targets, sentOf),
		initial: noEffect,
		isSame,
		now,
	});
	const others = createSlicedTask<readonly ListedRecord[], ReadonlySet<string>>({
		compute: listed => formsOfOthers(listed, editedIds),
		initial: noForms,
		isSame: Object.is,
		now,
	});
	let state = openBulkEdit(repeats);
	let view: BulkEditView = {...state, ...noEffect, counts: countOutcomes([], [], state.leftOut), isBusy: true};
	let waiting: ((view: BulkEditView) => void) | undefined;

	const update = () => {
		// The other notifications are read once these are on the screen.
		const otherForms = view.items.length === 0 ? noForms : others.request(records).value;
		const {value, isBusy} = task.request({
			edits: state.edits,
			edited: state.edited,
			acceptsInvalid: state.acceptsInvalid,
			rules: rules.get() ?? noRules,
			otherForms,
		});
		view = {...state, ...value, counts: countOutcomes(value.items, value.outcomes, state.leftOut), isBusy};
		if (otherForms === noForms && !isBusy && value.items.length > 0 && !others.request(records).isBusy) {
			update();
			return;
		}

		listeners.notify();
		if (!isBusy && waiting !== undefined) {
			actLater(waiting);
		}
	};

	// In a turn of its own: what waits draws another screen, and the last slice was just computed.
	const actLater = (act: (view: BulkEditView) => void) => {
		setImmediate(() => {
			if (waiting === act && !view.isBusy) {
				waiting = undefined;
				act(view);
			}
		});
	};

	let stopFollowing: (() => void) | undefined;
	return {
		get: () => view,
		subscribe(listener) {
			const remove = listeners.add(listener);
			if (stopFollowing === undefined) {
				const stops = [task.subscribe(update), others.subscribe(update), rules.subscribe(update)];
				stopFollowing = () => {
					for (const stop of stops) {
						stop();
					}
				};

				update();
			}

			return () => {
				remove();
				if (listeners.isEmpty()) {
					stopFollowing?.();
					stopFollowing = undefined;
				}
			};
		},
		dispatch(action) {
			waiting = undefined;
			state = reduceBulkEdit(state, action);
			update();
		},
		whenReady(act) {
			if (view.isBusy) {
				waiting = act;
			} else {
				act(view);
			}
		},
	};
}

/** Creates the computation of the effect. What does not depend on the edits of the fields is computed once. */
function createEffectComputer(
	targets: readonly Notification[],
	sentOf: BulkEditOptions['sentOf'],
): (input: Input) => Sliced<Effect> {
	let items: readonly EditItem[] | undefined;
	let counted: {readonly edited: ReadonlyMap<string, Draft>; readonly values: ValuesByField} | undefined;
	return function* ({edits, edited, acceptsInvalid, rules, otherForms}) {
		items ??= yield* prepare(targets, sentOf);
		if (counted?.edited !== edited) {
			counted = {edited, values: yield* distinctValues(items.map(({of, before}) => edited.get(of.id) ?? before))};
		}

		const read = readEdits(edits);
		const outcomes = yield* computeOutcomes({
			items,
			edited,
			edits: read,
			given: new Set(edits.keys()),
			acceptsInvalid,
			rules,
			otherForms,
		});
		return {items, values: counted.values, outcomes, problems: read.problems};
	};
}

/**
Prepares the notifications for editing.

@yields Nothing; the computation can pause there.
*/
function* prepare(targets: readonly Notification[], sentOf: BulkEditOptions['sentOf']): Sliced<readonly EditItem[]> {
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

/**
Makes the edits to send, one by one, so that many do not delay a key.

@yields A notification and the input that replaces it.
*/
export function* editsToSend(
	{items, outcomes}: BulkEditView,
	indexes: readonly number[],
): Generator<{readonly of: Notification; readonly input: NotificationInput}> {
	for (const index of indexes) {
		const {of} = items[index]!;
		yield {of, input: toHeldInput(outcomes[index]!.after, of)};
	}
}

export type EditCommandOptions = {
	readonly view: BulkEditView;
	readonly indexes: readonly number[];
	/** The query that finds exactly these notifications, if there is one. */
	readonly query: string | undefined;
	/** The number of IDs that are named at most, if the command is only shown and its end is cut. */
	readonly idLimit?: number;
	/** Whether what is protected is included. */
	readonly isUnprotected?: boolean;
	/** The options that name the account. */
	readonly account: CommandWords;
};

/** The `chainbell edit` command that does the same; undefined if its options cannot say it. */
export function equivalentCommand({
	view,
	indexes,
	query,
	idLimit = Infinity,
	isUnprotected = false,
	account,
}: EditCommandOptions): string | undefined {
	const {items, outcomes, edits, edited, leftOut, acceptsInvalid} = view;
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
	return words && toShell({words: [...account, ...words, ...(isUnprotected ? ['--unprotect'] : [])]});
}
