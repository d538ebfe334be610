import {foldText} from '../platform/text.ts';
import type {Sliced} from '../platform/time-slices.ts';
import {findChannel} from './channels.ts';
import {filterOf, formFieldOf, readField, type Draft} from './fields.ts';
import {type FieldId, contentFields, filterSpec, partSpec, type Field} from './spec.ts';
import type {ListedRecord, NotificationFields} from './notification.ts';
import {operatorsFor, typesFor, valueTypes} from './filters.ts';

const suggested = (kind: Field['suggests']) => contentFields.filter(({suggests}) => suggests === kind);
const suggestedParts = filterSpec.filter(({suggests}) => suggests !== undefined);

/** The kinds of values that are remembered and suggested: fields, and parts of filters, which all filters share. */
const valueKinds = [...suggested('values').map(({form}) => form!.id), ...suggestedParts.map(({part}) => part)];

/** The free-text fields for which the form suggests texts of the account. */
const textKinds = suggested('texts').map(({form}) => form!.id);

/** Values or texts by the form field, or the part of a filter, that they are suggested for; best first. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const byKind = (kinds: readonly string[], valuesOf: (kind: string) => readonly string[]): KnownValues =>
	Object.fromEntries(kinds.map(kind => [kind, valuesOf(kind)]));

export const noValues = byKind(valueKinds, () => []);
export const noTexts = byKind(textKinds, () => []);

/** The kind of value that a form field takes; undefined for a field without suggestions, or of free text. */
export function valueKindOf(field: FieldId): string | undefined {
	const kind = filterOf(field)?.part ?? field;
	return valueKinds.includes(kind) ? kind : undefined;
}

/** The kind of free text that a form field takes; undefined for any other field. */
export const textKindOf = (field: FieldId): string | undefined => textKinds.find(kind => kind === field);

/** Calls a function with each value of a notification that can be suggested for another one. */
function eachValue(notification: NotificationFields, use: (kind: string, value: string) => void): void {
	for (const {key, read, suggests, form} of contentFields) {
		if (suggests !== undefined) {
			for (const value of key === 'addresses' ? notification.addresses : [read(notification)]) {
				use(form!.id, value);
			}
		}
	}

	for (const filter of notification.filters) {
		for (const {part} of suggestedParts) {
			use(part, filter[part]);
		}
	}
}

/** Collects the different values in notifications. */
export function collectValues(notifications: readonly NotificationFields[]): KnownValues {
	const found = new Map<string, Set<string>>();
	for (const notification of notifications) {
		eachValue(notification, (kind, value) => found.set(kind, (found.get(kind) ?? new Set()).add(value)));
	}

	return byKind(valueKinds, kind => unique([...(found.get(kind) ?? [])]));
}

/** Merges two sets of values without repetition. */
export const mergeValues = (a: KnownValues, b: KnownValues): KnownValues =>
	byKind(valueKinds, kind => unique([...a[kind]!, ...b[kind]!]));

const unique = (values: readonly string[]): string[] => [...new Set(values)].filter(value => value !== '');

/** All known values of the two kinds that depend on each other. */
const dependentValues: KnownValues = {operator: operatorsFor(''), valueType: valueTypes};

/** The values of the vocabulary for a form field. An operator fits the type of its filter, and the other way round. */
function vocabularyOf(draft: Draft, field: FieldId): readonly string[] {
	const filter = filterOf(field);
	const {operator = '', valueType = ''} = draft.filters[filter?.index ?? -1] ?? {};
	if (filter?.part === 'operator') {
		return operatorsFor(valueType);
	}

	const {shape} = filter === undefined ? formFieldOf(field)! : partSpec(filter.part);
	return filter?.part === 'valueType' ? typesFor(operator) : (shape.offered ?? []);
}

/**
Suggests values for a form field: those of the vocabulary, then those of the account, then learned ones. Only values that contain the typed text are returned, those that begin with it first.

@param draft - Holds the text typed so far, and the operator and type of a filter.
@param field - The form field to suggest for.
@param seen - The values in this account.
@param learned - The values that the service accepted before.
@param isUntouched - Whether nothing was typed yet: all values are offered, whatever the field contains.
*/
export function suggest(
	draft: Draft,
	field: FieldId,
	seen: KnownValues,
	learned: KnownValues,
	isUntouched = false,
): string[] {
	const kind = valueKindOf(field);
	if (kind === undefined) {
		return [];
	}

	const typed = isUntouched ? '' : readField(draft, field).trim().toLowerCase();
	// Excludes values of the vocabulary that do not fit this operator or type.
	const others = [...seen[kind]!, ...learned[kind]!].filter(value => !dependentValues[kind]?.includes(value));
	// A value that was typed in full is offered even if it does not fit.
	const typedInFull = (dependentValues[kind] ?? []).filter(value => value.toLowerCase() === typed);
	const matches = unique([...vocabularyOf(draft, field), ...typedInFull, ...others]).filter(value =>
		value.toLowerCase().includes(typed),
	);
	const isStart = (value: string) => value.toLowerCase().startsWith(typed);
	const rank = (value: string) => (value.toLowerCase() === typed ? 0 : isStart(value) ? 1 : 2);
	return matches.toSorted((a, b) => rank(a) - rank(b));
}

/** The values and texts in the notifications of an account. */
export type AccountValues = {readonly values: KnownValues; readonly texts: KnownValues};

/** The maximum number of different values kept for a field: as many as can be searched on each key. */
const valueLimit = 10_000;

/** The maximum length of a suggested text. */
const textLength = 500;

/** The number of records after which a survey yields: parsing them takes less than a millisecond. */
const recordsPerSlice = 64;

/** The maximum number of texts offered at once. */
const offeredAtOnce = 50;

/** Counts the values in the notifications of an account, in slices; it can be left and continued. */
export function* surveyAccount(records: readonly ListedRecord[]): Sliced<AccountValues> {
	const counts = new Map<string, Map<string, number>>();
	const count = (kind: string, value: string) => {
		const ofKind = counts.get(kind) ?? new Map<string, number>();
		counts.set(kind, ofKind);
		const before = ofKind.get(value);
		if (value !== '' && value.length <= textLength && (before !== undefined || ofKind.size < valueLimit)) {
			ofKind.set(value, (before ?? 0) + 1);
		}
	};

	for (const [index, record] of records.entries()) {
		if (record.kind === 'notification') {
			eachValue(record, count);
		}

		if (index % recordsPerSlice === 0) {
			yield;
		}
	}

	const best = (kind: string) =>
		[...(counts.get(kind) ?? [])].toSorted(([, a], [, b]) => b - a).map(([value]) => value);
	return {values: byKind(valueKinds, best), texts: byKind(textKinds, best)};
}

/** Suggests texts of the account that contain the typed text; those that begin with it are first. A recipient has to fit the channel. */
export function suggestTexts(draft: Draft, kind: string, texts: KnownValues): string[] {
	const typed = readField(draft, kind as FieldId).trim();
	const wanted = foldText(typed);
	const channel = kind === 'recipient' ? findChannel(draft.channel.trim()) : undefined;
	const first: string[] = [];
	const others: string[] = [];
	for (const text of texts[kind]!) {
		const at = foldText(text).indexOf(wanted);
		const list = at === 0 ? first : others;
		const isFitting = at !== -1 && list.length < offeredAtOnce && text !== typed;
		if (!isFitting || channel?.check(text) !== undefined) {
			continue;
		}

		list.push(text);
		if (first.length === offeredAtOnce) {
			break;
		}
	}

	return [...first, ...others].slice(0, offeredAtOnce);
}
