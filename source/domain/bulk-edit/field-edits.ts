import {
	mapField,
	parseReplacement,
	replaceInField,
	setField,
	type DraftChange,
	type Parsed,
	type Replacement,
} from '../draft/change.ts';
import type {FieldId} from '../fields.ts';
import {patternProblem} from '../../platform/pattern.ts';

/** The edit of a field of many notifications. */
export type FieldEdit =
	/** The text as typed: a new value for all, or `/old/new/`. */
	| {readonly kind: 'text'; readonly text: string}
	/** New values for some of the distinct values. */
	| {readonly kind: 'values'; readonly values: ReadonlyMap<string, string>};

/** The edits of a bulk edit, by field. A field without one stays as it is. */
export type FieldEdits = ReadonlyMap<FieldId, FieldEdit>;

export const noFieldEdits: FieldEdits = new Map();

/** The changes that the edits make, and why a field's edit makes none; not yet safe to show. */
export type ReadEdits = {
	readonly changes: readonly DraftChange[];
	readonly problems: ReadonlyMap<FieldId, string>;
};

/** Reads the edits of all fields. */
export function readEdits(edits: FieldEdits): ReadEdits {
	const read = edits
		.entries()
		.map(([field, edit]) => ({field, change: toChange(field, edit)}))
		.toArray();
	return {
		changes: read.flatMap(({change}) => (change.ok ? [change.value] : [])),
		problems: new Map(read.flatMap(({field, change}) => (change.ok ? [] : [[field, change.problem]]))),
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
	if (edit.kind === 'values') {
		return {ok: true, value: mapField(field, edit.values)};
	}

	const replacement = readReplacement(edit.text);
	if (replacement === undefined) {
		return {ok: true, value: setField(field, edit.text)};
	}

	return replacement.ok ? {ok: true, value: replaceInField(field, replacement.value)} : replacement;
}
