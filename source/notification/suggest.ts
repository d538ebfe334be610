import {foldText} from '../platform/text.ts';
import {finish, mapInSlices, type Sliced} from '../platform/time-slices.ts';
import {findChannel} from './channels.ts';
import {formFieldOf, readField, type Draft} from './fields.ts';
import {fieldText, operatorText, parseFilters, partAt, typedValue, type LineCursor} from './filter-line.ts';
import {addressesOfLabel, labelNames} from './labels.ts';
import {notificationsOf, type ListedRecord, type NotificationFields} from './notification.ts';
import {asListed, contentFields, filterSpec, partSpec, type Field, type FieldId} from './spec.ts';

const suggested = (kind: Field['suggests']) => contentFields.filter(({suggests}) => suggests === kind);
const suggestedParts = filterSpec.filter(({suggests}) => suggests !== undefined);

/** The kinds of values that are remembered and suggested: fields, and parts of filters, which all filters share. */
const valueKinds = [...suggested('values').map(({form}) => form!.id), ...suggestedParts.map(({part}) => part)];

/** The free-text fields for which the form suggests texts of the account. */
const textKinds = suggested('texts').map(({form}) => form!.id);

/** Values or texts by the form field, or the part of a filter, that they are suggested for; best first. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

export const noValues: KnownValues = {};

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
export const collectValues = (notifications: readonly NotificationFields[]): KnownValues =>
	finish(surveyAccount(notifications.map(each => asListed(each)))).values;

/** Merges two sets of values without repetition. */
export const mergeValues = (a: KnownValues, b: KnownValues): KnownValues =>
	Object.fromEntries(valueKinds.map(kind => [kind, unique([...(a[kind] ?? []), ...(b[kind] ?? [])])]));

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
	const wanted = foldText(typed);
	const found: [string[], string[], string[]] = [[], [], []];
	for (const value of unique(values)) {
		const text = foldText(value);
		const at = text.indexOf(wanted);
		if (at !== -1) {
			found[Math.min(at, 1) + Number(text !== wanted)]!.push(value);
		}
	}

	return found.flat();
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
		case 'fieldName':
		case 'operator': {
			const write = part === 'fieldName' ? fieldText : operatorText;
			return matching(
				typed,
				[...partSpec(part).shape.offered!, ...(known[part] ?? [])].map(name => write(name)),
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

	yield* mapInSlices(notificationsOf(records), recordsPerSlice, record => {
		eachValue(record, count);
	});

	const best = (areValues: boolean): KnownValues =>
		Object.fromEntries(
			[...counts]
				.filter(([kind]) => valueKinds.includes(kind) === areValues)
				.map(([kind, ofKind]) => [kind, [...ofKind].toSorted(([, a], [, b]) => b - a).map(([value]) => value)]),
		);
	return {values: best(true), texts: best(false)};
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

/** Suggests texts of the account that contain the typed text; those that equal it in another case, then those that begin with it are first. A recipient has to fit the channel. */
export function suggestTexts(draft: Draft, kind: string, texts: KnownValues): string[] {
	const typed = readField(draft, kind as FieldId).trim();
	const channel = kind === 'recipient' ? findChannel(draft.channel.trim()) : undefined;
	return matching(typed, texts[kind] ?? [])
		.values()
		.filter(text => text !== typed && channel?.check(text) === undefined)
		.take(offeredAtOnce)
		.toArray();
}
