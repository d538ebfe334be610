import {foldText} from '../platform/text.ts';
import type {Sliced} from '../platform/time-slices.ts';
import {findChannel} from './channels.ts';
import {formFieldOf, partAt, readField, type Draft, type LineCursor} from './fields.ts';
import {fieldText, operatorText, parseFilters, typedValue} from './filter-line.ts';
import {addressesOfLabel, labelNames} from './labels.ts';
import type {ListedRecord, NotificationFields} from './notification.ts';
import {contentFields, filterSpec, partSpec, type Field, type FieldId} from './spec.ts';

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
export const valueKindOf = (field: FieldId): string | undefined => valueKinds.find(kind => kind === field);

/** The kind of free text that a form field takes, also the signature of an event; undefined for any other field. */
export const textKindOf = (field: FieldId): string | undefined =>
	field === 'topic.0' ? field : textKinds.find(kind => kind === field);

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

		use(valuesKind(filter.fieldName), filter.value);
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

/**
Suggests values for a form field: those of the vocabulary, then those of the account, then learned ones. Only values that contain the typed text are returned, those that begin with it first.

@param draft - Holds the text typed so far.
@param field - The form field to suggest for.
@param known - The values in this account, and those that the service accepted before.
@param isUntouched - Whether nothing was typed yet: all values are offered, whatever the field contains.
*/
export function suggest(draft: Draft, field: FieldId, known: KnownValues, isUntouched = false): string[] {
	const typed = isUntouched ? '' : readField(draft, field).trim();
	return matching(typed, [...(formFieldOf(field)?.shape.offered ?? []), ...(known[field] ?? [])]);
}

/** The values that contain a text: those that equal it, then those that begin with it, then the others. */
function matching(typed: string, values: readonly string[]): string[] {
	const wanted = typed.toLowerCase();
	const rank = (value: string) => {
		const at = value.toLowerCase().indexOf(wanted);
		return at === 0 && value.length === wanted.length ? -1 : Math.min(at, 1);
	};
	return unique(values)
		.filter(value => value.toLowerCase().includes(wanted))
		.toSorted((a, b) => rank(a) - rank(b));
}

/**
Suggests what can stand at the cursor in the line of the filters, as it is typed: the fields of events, operators, and the values that other notifications compare the field with.

@param known - The values in this account, and those that the service accepted before.
@param texts - The texts of the account.
*/
export function suggestPart(line: LineCursor, known: KnownValues, texts: KnownValues): string[] {
	const {index, part, start, end} = partAt(line);
	const typed = line.text.slice(start, end);
	switch (part) {
		case 'fieldName': {
			return matching(
				typed,
				[...partSpec(part).shape.offered!, ...known[part]!].map(name => fieldText(name)),
			);
		}

		case 'operator': {
			return matching(
				typed,
				[...partSpec(part).shape.offered!, ...known[part]!].map(name => operatorText(name)),
			);
		}

		case 'value': {
			const {fieldName = ''} = parseFilters(line.text).filters[index] ?? {};
			return matching(
				typed,
				(texts[valuesKind(fieldName)] ?? []).map(value => typedValue(value)),
			).slice(0, offeredAtOnce);
		}

		case 'valueType': {
			return [];
		}
	}
}

/** The kind of texts that filters compare a field with. */
const valuesKind = (fieldName: string): string => `value of ${fieldName}`;

/** The values and texts in the notifications of an account. */
type AccountValues = {readonly values: KnownValues; readonly texts: KnownValues};

/** The maximum number of different values kept for a field: as many as can be searched on each key. */
const valueLimit = 10_000;

/** The maximum number of fields of filters whose values are kept, with the other kinds. */
const kindLimit = 100;

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
		if (ofKind.size === 0 && counts.size < kindLimit) {
			counts.set(kind, ofKind);
		}

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
	const kinds = counts
		.keys()
		.filter(kind => !valueKinds.includes(kind))
		.toArray();
	return {values: byKind(valueKinds, best), texts: {...noTexts, ...byKind(kinds, best)}};
}

/**
Suggests addresses: those of the labels that contain the typed text, then those of the account.

@param draft - Holds the text typed so far.
@param texts - The texts of the account.
@param canSplit - Whether the addresses of one label are suggested as one text, because each creates a notification.
*/
export function suggestAddresses(draft: Draft, texts: KnownValues, canSplit: boolean): string[] {
	const named = matching(readField(draft, 'address').trim(), labelNames()).flatMap(name => {
		const addresses = addressesOfLabel(name);
		return canSplit ? [addresses.join(' ')] : addresses;
	});
	// The case of the letters of an address has no meaning.
	const found = new Set(named.map(text => text.toLowerCase()));
	const others = suggestTexts(draft, 'address', texts).filter(text => !found.has(text.toLowerCase()));
	return [...unique(named), ...others].slice(0, offeredAtOnce);
}

/** Suggests texts of the account that contain the typed text; those that begin with it are first. A recipient has to fit the channel. */
export function suggestTexts(draft: Draft, kind: string, texts: KnownValues): string[] {
	const typed = readField(draft, kind as FieldId).trim();
	const wanted = foldText(typed);
	const channel = kind === 'recipient' ? findChannel(draft.channel.trim()) : undefined;
	const first: string[] = [];
	const others: string[] = [];
	for (const text of texts[kind] ?? []) {
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
