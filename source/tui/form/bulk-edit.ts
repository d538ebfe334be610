import {useEffect, useMemo, useReducer, useState} from 'react';
import {
	distinctValues,
	type DistinctValue,
	type ValuesByField,
	computeOutcomes,
	countOutcomes,
	formOf,
	formsOfOthers,
	outcomeStep,
	type EditItem,
	type EditOutcome,
	noFieldEdits,
	readEdits,
	type FieldEdit,
	type FieldEdits,
} from '../../query/bulk-edit.ts';
import {toEditable} from '../../notification/edit.ts';
import type {Draft} from '../../notification/fields.ts';
import type {FieldId} from '../../notification/spec.ts';
import type {KnownValues} from '../../notification/suggest.ts';
import type {Notification, Unlisted} from '../../notification/notification.ts';
import {createSlicedTask, mapInSlices, type Sliced} from '../../platform/time-slices.ts';
import {noRules, type AccountRules} from '../../query/rules.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {useRules, useUnprotect} from '../changes/delete.tsx';
import {type RepeatableEdits, useSession, type SessionValue} from '../ui/session.ts';
import {editAtEnd, type TextState} from '../keys/text-edit.ts';
import {useSliced} from '../ui/use-task.ts';
import {useKnown} from './use-form.ts';

/** The part of the screen that has the keys, by their scope: the fields, the distinct values of the focused one, the notifications, or the review. */
type BulkEditMode = 'bulk-edit' | 'bulk-values' | 'bulk-rows' | 'review';

type BulkEditState = {
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

/** The state of a bulk edit that was just opened, with the edits to repeat. */
export const openBulkEdit = (
	{edits, edited}: RepeatableEdits = {edits: noFieldEdits, edited: new Map()},
): BulkEditState => ({
	mode: 'bulk-edit',
	// The recipient is what is changed most often in many at once.
	focus: edits.keys().next().value ?? 'recipient',
	edit: undefined,
	edits,
	leftOut: new Set(),
	acceptsInvalid: false,
	edited,
});

/** The value that all notifications share; undefined if there are several. */
export const sharedValue = (values: readonly DistinctValue[] | undefined): string | undefined =>
	values?.length === 1 ? values[0]!.value : undefined;

/** What the distinct values of a field become, without those that stay. */
export const changedValues = (edit: FieldEdit = ''): ReadonlyMap<string, string> =>
	typeof edit === 'string' ? new Map() : edit;

/** The focused text: what it shows, and what it was. */
export type FocusedText = TextState & {
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
	const whole = typeof ofField === 'string' ? ofField : undefined;
	const shown = (old === undefined ? whole : changedValues(ofField).get(old)) ?? untouched;
	const typed = edit?.old === old ? edit?.text : undefined;
	return {...(typed ?? editAtEnd(shown)), isSelected: typed === undefined && shown !== '', untouched, old};
}

/** What changes when the focused text is typed; undefined leaves the field or value as it was. */
export function typeText(
	{focus, edits}: Pick<BulkEditState, 'focus' | 'edits'>,
	{untouched, old}: Pick<FocusedText, 'untouched' | 'old'>,
	text: TextState | undefined,
): Pick<BulkEditState, 'edit' | 'edits'> {
	const typed = text?.text === untouched ? undefined : text?.text;
	const edited = old === undefined ? typed : withEntry(changedValues(edits.get(focus)), old, typed);
	const isNone = typeof edited === 'object' && edited.size === 0;
	return {edit: text && {old, text}, edits: withEntry(edits, focus, isNone ? undefined : edited)};
}

/** The map with another value for a key; without the key if it is undefined. */
function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
	const changed = new Map(map);
	if (value === undefined) {
		changed.delete(key);
	} else {
		changed.set(key, value);
	}

	return changed;
}

/** The effect of a bulk edit on all notifications. */
type Effect = {
	readonly items: readonly EditItem[];
	readonly values: ValuesByField;
	readonly outcomes: readonly EditOutcome[];
	/** The reasons why the edits of fields change nothing. */
	readonly problems: ReadonlyMap<FieldId, string>;
};

type Input = Pick<BulkEditState, 'edits' | 'edited' | 'acceptsInvalid'> & {
	readonly known: KnownValues;
	readonly rules: AccountRules;
	/** The forms of the other notifications, to find duplicates among. */
	readonly otherForms: ReadonlySet<string>;
};

const noForms: ReadonlySet<string> = new Set();
const noEffect: Effect = {items: [], values: new Map(), outcomes: [], problems: new Map()};

export type BulkEdit = ReturnType<typeof useBulkEdit>;

/** A bulk edit with its effect. */
export type BulkEditView = BulkEdit['view'];

/** A bulk edit of the open account. Its effect on all notifications is computed in slices between key presses. */
export function useBulkEdit(targets: readonly Notification[], repeats: RepeatableEdits | undefined) {
	const session = useSession();
	const read = useRules() ?? noRules;
	const {values: known} = useKnown({kind: 'edit'});
	const unprotect = useUnprotect();
	const [state, setState] = useState(() => openBulkEdit(repeats));
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
		const rules = isUnprotected ? {...read, protect: []} : read;
		return {edits, edited, acceptsInvalid, known, otherForms, rules};
	}, [edits, edited, acceptsInvalid, known, otherForms, read, isUnprotected]);
	const {value, isBusy: isComputing} = task.request(input);
	/** Whether the effect of the latest edits is still being computed. */
	const isBusy = isComputing || !isCurrent;
	const counts = useMemo(() => countOutcomes(value.items, value.outcomes, leftOut), [value, leftOut]);
	const view = useMemo(() => ({...state, ...value, counts, isBusy}), [state, value, counts, isBusy]);
	const change = (next: Partial<BulkEditState>) => {
		setState(before => ({...before, ...next}));
	};

	return {
		view,
		change,
		/** Gives the keys to another part of the screen. */
		go(mode: BulkEditMode, focus = state.focus) {
			change({mode, focus, edit: undefined});
		},
		unprotect,
	};
}

/** Creates the computation of the effect. What does not depend on the edits of the fields is computed once. */
function createEffectComputer(
	targets: readonly Notification[],
	sentOf: (id: string) => Unlisted | undefined,
): (input: Input) => Sliced<Effect> {
	let items: readonly EditItem[] | undefined;
	let counted: {readonly edited: ReadonlyMap<string, Draft>; readonly values: ValuesByField} | undefined;
	return function* ({edits, edited, ...checks}) {
		items ??= yield* mapInSlices(targets, outcomeStep, of => ({...toEditable(of, sentOf(of.id)), form: formOf(of)}));
		if (counted?.edited !== edited) {
			counted = {edited, values: yield* distinctValues(items.map(({of, before}) => edited.get(of.id) ?? before))};
		}

		const read = readEdits(edits);
		const outcomes = yield* computeOutcomes({items, edited, edits: read, given: new Set(edits.keys()), ...checks});
		return {items, values: counted.values, outcomes, problems: read.problems};
	};
}

/** The indexes of the notifications that are sent: changed, valid and not left out. */
export function sentIndexes({items, outcomes, leftOut}: BulkEditView): number[] {
	return outcomes.flatMap(({isChanged, isProtected, error}, index) =>
		isChanged && !isProtected && error === undefined && !leftOut.has(items[index]!.of.id) ? [index] : [],
	);
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
