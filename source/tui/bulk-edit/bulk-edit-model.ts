import {distinctValues, type ValuesByField} from '../../domain/bulk-edit/distinct-values.ts';
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
import {readEdits} from '../../domain/bulk-edit/field-edits.ts';
import type {Draft, FieldId} from '../../domain/fields.ts';
import {toEditable, type KnownUnlisted} from '../../domain/draft/edit.ts';
import type {ListedRecord, Notification} from '../../domain/notification.ts';
import {noRules, type AccountRules} from '../../domain/policies/account-rules.ts';
import {noRuleStore, type RuleStore} from '../../session/rule-store.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, type Sliced} from '../../platform/time-slices.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {openBulkEdit, reduceBulkEdit, type BulkEditAction, type BulkEditState} from './bulk-edit-state.ts';

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
