import {sha256, type Parsed} from '../platform/text.ts';
import {isDeepStrictEqual} from 'node:util';
import {patternProblem} from '../platform/pattern.ts';
import {itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';
import {
	noRules,
	type AccountRules,
	createPolicyCheck,
	type FindBroken,
	createProtection,
	type FindProtection,
	checkedDraft,
} from './rules.ts';
import {
	mapField,
	parseReplacement,
	replaceInField,
	setField,
	type DraftChange,
	type Replacement,
	changedFields,
	lostContent,
	withChanges,
	type Editable,
} from '../notification/edit.ts';
import {duplicateForm} from '../notification/equivalence.ts';
import {
	emptyDraft,
	hasAnyTopic,
	hasTopics,
	readField,
	rowFieldOf,
	rowsOf,
	toHeldInput,
	type Draft,
} from '../notification/fields.ts';
import {parseFilters} from '../notification/filter-line.ts';
import type {FieldId} from '../notification/spec.ts';
import type {KnownValues} from '../notification/suggest.ts';
import {notificationsOf, type ListedRecord, type NotificationFields} from '../notification/notification.ts';

/** The edit of a field of many notifications: the text as typed, a new value for all or `/old/new/`; or new values for some of the distinct values. */
export type FieldEdit = string | ReadonlyMap<string, string>;

/** The edits of a bulk edit, by field. A field without one stays as it is. */
export type FieldEdits = ReadonlyMap<FieldId, FieldEdit>;

export const noFieldEdits: FieldEdits = new Map();

type ReadEdits = ReturnType<typeof readEdits>;

/** Reads the edits of all fields: the changes that they make, and why a field's edit makes none; not yet safe to show. */
export function readEdits(edits: FieldEdits) {
	const read = edits
		.entries()
		.map(([field, edit]) => ({field, change: toChange(field, edit)}))
		.toArray();
	return {
		changes: read.flatMap(({change}) => (change.ok ? [change.value] : [])),
		problems: new Map(read.flatMap(({field, change}) => (change.ok ? [] : [[field, change.problem] as const]))),
	};
}

/** Reads a text that was typed for a field: `/old/new/` replaces, also while its last slash is missing; anything else is the value, and then undefined is returned. */
export function readReplacement(text: string): Parsed<Replacement> | undefined {
	if (!text.startsWith('/')) {
		return undefined;
	}

	const whole = parseReplacement(text);
	const read = whole.ok ? whole : parseReplacement(`${text}/`);
	if (!read.ok) {
		return {ok: false, problem: '/old/new/ replaces: the new text is missing.'};
	}

	const problem = patternProblem(read.value.source);
	return problem === undefined ? read : {ok: false, problem};
}

function toChange(field: FieldId, edit: FieldEdit): Parsed<DraftChange> {
	if (typeof edit !== 'string') {
		return {ok: true, value: mapField(field, edit)};
	}

	const replacement = readReplacement(edit);
	if (replacement === undefined) {
		const mistake = field === 'filters' ? parseFilters(edit).mistakes[0] : undefined;
		return mistake === undefined ? {ok: true, value: setField(field, edit)} : {ok: false, problem: mistake.message};
	}

	return replacement.ok ? {ok: true, value: replaceInField(field, replacement.value)} : replacement;
}

/** A notification of a bulk edit. */
export type EditItem = Editable & {
	/** A text that is equal for duplicates. */
	readonly form: string;
};

/** The effect of a bulk edit on a notification. */
export type EditOutcome = ReturnType<typeof outcomeOf>;

/** The number of notifications between two pauses: checking an address takes longer than anything else. */
export const outcomeStep = itemsPerSlice / 16;

/** The form of a notification for finding duplicates. The forms of a large account would take hundreds of megabytes, so they are hashed. */
export const formOf = (fields: NotificationFields): string => sha256(duplicateForm(fields), 'base64');

/**
Collects the forms of the listed notifications that are not edited.

@yields Nothing; the computation can pause there.
*/
export function* formsOfOthers(
	records: readonly ListedRecord[],
	edited: ReadonlySet<string>,
): Sliced<ReadonlySet<string>> {
	const others = notificationsOf(records).filter(({id}) => !edited.has(id));
	return new Set(yield* mapInSlices(others, outcomeStep, formOf));
}

export type OutcomeOptions = {
	readonly items: readonly EditItem[];
	/** The contents from the editor, by ID. */
	readonly edited: ReadonlyMap<string, Draft>;
	readonly edits: ReadEdits;
	/** The fields for which the operator gave a value. */
	readonly given: ReadonlySet<FieldId>;
	/** Whether values that fail a check that may be accepted are sent. */
	readonly acceptsInvalid: boolean;
	/** What the service is known to accept. */
	readonly known?: KnownValues | undefined;
	/** The rules of config.yaml. */
	readonly rules?: AccountRules;
	/** The forms of the other listed notifications. */
	readonly otherForms: ReadonlySet<string>;
};

/**
Determines the effect of a bulk edit on each notification.

@yields Nothing; the computation can pause there.
*/
export function* computeOutcomes({
	items,
	edited,
	edits: {changes},
	given,
	acceptsInvalid,
	known,
	rules = noRules,
	otherForms,
}: OutcomeOptions): Sliced<readonly EditOutcome[]> {
	const taken = new Set<string>();
	const findBroken = createPolicyCheck(rules);
	const protectionOf = createProtection(rules);
	const computed = yield* mapInSlices(items, outcomeStep, item => {
		const after = withChanges(edited.get(item.of.id) ?? item.before, changes);
		const outcome = outcomeOf(item, after, {given, acceptsInvalid, known, findBroken, protectionOf});
		if (!outcome.isChanged) {
			taken.add(item.form);
		}

		return {outcome, form: outcome.isChanged ? formOf(toHeldInput(after, item.of)) : item.form};
	});
	// Those that stay as they are come first: one that becomes equal to them is the duplicate.
	return computed.map(({outcome, form}) => {
		const isDuplicate = outcome.isChanged && (otherForms.has(form) || taken.has(form));
		taken.add(form);
		return isDuplicate ? {...outcome, isDuplicate} : outcome;
	});
}

type OutcomeChecks = Pick<OutcomeOptions, 'given' | 'acceptsInvalid' | 'known'> & {
	readonly findBroken: FindBroken;
	readonly protectionOf: FindProtection;
};

function outcomeOf(
	item: Editable,
	after: Draft,
	{given, acceptsInvalid, known, findBroken, protectionOf}: OutcomeChecks,
) {
	const {before, of} = item;
	/** The rows of the form that change. */
	const fields: readonly FieldId[] = [...new Set(changedFields(before, after).map(field => rowFieldOf(field)))];
	/** Whether anything changes: a field, or a member that interface.md does not name. */
	const isChanged = fields.length > 0 || hasOtherChanges(before, after);
	const {errors, warnings} = isChanged
		? checkedDraft(after, {held: before, acceptInvalid: acceptsInvalid, known, findBroken})
		: {errors: [], warnings: []};
	return {
		after: isChanged ? after : before,
		fields,
		isChanged,
		/** It prevents sending. */
		error: errors[0],
		warning: warnings[0],
		/** Then it is not sent. */
		isProtected: isChanged && protectionOf(of) !== undefined,
		/** Whether it becomes a duplicate of another notification. */
		isDuplicate: false,
		/** The content that it loses, because this machine does not know it. */
		lost: isChanged ? lostContent(item, after, given) : undefined,
	};
}

/** Whether members that interface.md does not name differ. Only the editor changes them. */
function hasOtherChanges(before: Draft, after: Draft): boolean {
	const othersOf = ({extras, recordExtras, filters}: Draft) => [
		extras,
		recordExtras,
		filters.map(filter => filter.extras),
	];
	return before !== after && !isDeepStrictEqual(othersOf(before), othersOf(after));
}

const noCounts = {
	changed: 0,
	unchanged: 0,
	invalid: 0,
	refused: 0,
	warned: 0,
	protected: 0,
	duplicate: 0,
	templateLost: 0,
	topicsLost: 0,
	leftOut: 0,
};

/** The counts of a bulk edit. One that is left out counts as nothing else. */
export type EditCounts = Readonly<typeof noCounts>;

/** Counts the outcomes. `leftOut`: the IDs of the notifications that are left out. */
export function countOutcomes(
	items: readonly EditItem[],
	outcomes: readonly EditOutcome[],
	leftOut: ReadonlySet<string>,
): EditCounts {
	const counts = {...noCounts};
	for (const [index, {isChanged, error, warning, isProtected, isDuplicate, lost}] of outcomes.entries()) {
		if (leftOut.has(items[index]!.of.id)) {
			counts.leftOut++;
		} else if (!isChanged) {
			counts.unchanged++;
		} else if (isProtected) {
			counts.protected++;
		} else if (error !== undefined) {
			counts[error.isPolicy === true ? 'refused' : 'invalid']++;
		} else {
			counts.changed++;
			counts.warned += Number(warning !== undefined);
			counts.duplicate += Number(isDuplicate);
			counts.templateLost += Number(lost?.losesTemplate ?? false);
			counts.topicsLost += Number(lost?.losesTopics ?? false);
		}
	}

	return counts;
}

/** A changed text: what both have at the start, the old and the new part, and what both have at the end. */
export type ChangeSegments = ReturnType<typeof changeSegments>;

/** The words of a text, and what is between them, character by character. */
const wordsOf = (text: string): readonly string[] =>
	text.match(/[\p{Letter}\p{Number}\p{Mark}]+|\p{RGI_Emoji}|./gsv) ?? [];

/** Finds the part that differs between two texts, in whole words: `events` → `events2`, not `` → `2`. */
export function changeSegments(old: string, changed: string) {
	const [a, b] = [wordsOf(old), wordsOf(changed)];
	const shortest = Math.min(a.length, b.length);
	let start = 0;
	while (start < shortest && a[start] === b[start]) {
		start++;
	}

	let end = 0;
	while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) {
		end++;
	}

	return {
		start: a.slice(0, start).join(''),
		old: a.slice(start, a.length - end).join(''),
		new: b.slice(start, b.length - end).join(''),
		end: a.slice(a.length - end).join(''),
	};
}

/** A value of a field, and the number of notifications that have it. */
export type DistinctValue = {readonly value: string; readonly count: number};

/** The distinct values of each field that some of the notifications have, the most frequent first. The fields are in the form's order. */
export type ValuesByField = ReadonlyMap<FieldId, readonly DistinctValue[]>;

/**
Counts the distinct values of every row of the form; of topics, which no listing returns, only where one is known.

@yields Nothing; the computation can pause there.
*/
export function* distinctValues(drafts: readonly Draft[]): Sliced<ValuesByField> {
	const counts = new Map<FieldId, Map<string, number>>();
	let withTopics: Draft | undefined;
	yield* mapInSlices(drafts, itemsPerSlice / 4, draft => {
		withTopics ??= hasTopics(draft) && hasAnyTopic(draft) ? draft : undefined;
		for (const field of rowsOf(draft)) {
			const ofField = counts.get(field) ?? new Map<string, number>();
			counts.set(field, ofField);
			const value = readField(draft, field);
			ofField.set(value, (ofField.get(value) ?? 0) + 1);
		}
	});

	const values = new Map<FieldId, readonly DistinctValue[]>();
	for (const field of rowsOf(withTopics ?? emptyDraft)) {
		values.set(field, mostFrequentFirst(counts.get(field) ?? new Map<string, number>()));
		yield;
	}

	return values;
}

/** Sorts only the values that occur several times: there can be as many of one occurrence as notifications. */
function mostFrequentFirst(counts: ReadonlyMap<string, number>): DistinctValue[] {
	const all = counts
		.entries()
		.map(([value, count]) => ({value, count}))
		.toArray();
	return [
		...all.filter(({count}) => count > 1).toSorted((a, b) => b.count - a.count),
		...all.filter(({count}) => count === 1),
	];
}
