import {isDeepStrictEqual} from 'node:util';
import {sentTopics} from './events.ts';
import {
	operatorText,
	parseFilters,
	partAt,
	printFilters,
	readOperator,
	typedOperator,
	type LineCursor,
	type Place,
} from './filter-line.ts';
import {eventFields} from './filters.ts';
import {knownTemplate} from './losses.ts';
import {
	canHaveTopics,
	type Filter,
	type Notification,
	type NotificationFields,
	type NotificationInput,
	rawOf,
	type Topics,
} from './notification.ts';
import {
	contentFields,
	fields,
	filterParts,
	having,
	listedFields,
	type Field,
	type FieldId,
	type FilterPart,
} from './spec.ts';

/** A notification being written. Every field contains the text typed so far; that of the address is one text, which can have several. */
export type Draft = NotificationInput & {
	/** The filters as they were typed, as long as they have a mistake: `filters` are what can be read of them. */
	readonly filtersText?: string;
};

/** A draft without any content. */
export const blankDraft = Object.fromEntries(contentFields.map(({key, shape}) => [key, emptyValue(shape)])) as Draft;

/** A new draft with only the network and event type that interface.md shows. */
export const emptyDraft: Draft = {
	...blankDraft,
	...Object.fromEntries(
		contentFields.flatMap(({key, form}) => (form?.initial === undefined ? [] : [[key, form.initial]])),
	),
};

function emptyValue({kind, item, members}: Field['shape']): unknown {
	if (kind === 'text') {
		return '';
	}

	const ofItem = item?.kind === 'text' ? [''] : [];
	return members === undefined ? ofItem : Object.keys(members).map(() => '');
}

/** A filter without any content. */
export const emptyFilter: Filter = {fieldName: '', operator: '', value: '', valueType: ''};

const rows = having(contentFields, 'form');

/** Returns the form's rows, either required or optional, in the form's order. */
const formRows = (isOptional: boolean): FieldId[] =>
	rows
		.filter(({ifEmpty}) => (ifEmpty !== undefined) === isOptional)
		.toSorted((a, b) => a.form.order - b.form.order)
		.map(({form}) => form.id as FieldId);

const requiredRows = formRows(false);
const optionalRows = formRows(true);
const rowsById = new Map(rows.map(row => [row.form.id, row]));

/** The row of a form field. Filters and topics, which have several fields, have none. */
export const formFieldOf = (field: FieldId) => rowsById.get(field);

/** The form's row of a field: that of a part of a filter is the line of all filters. */
export const rowFieldOf = (field: FieldId): FieldId => (filterOf(field) === undefined ? field : 'filters');

/** The form's rows for a draft, from top to bottom. A topic that has the focus keeps its row while it is emptied. */
export function rowsOf(draft: Draft, focus?: FieldId): FieldId[] {
	const hasRows = hasTopics(draft) || focus?.startsWith('topic.') === true;
	const topics = hasRows ? draft.topics.map((_topic, index): FieldId => `topic.${index}`) : [];
	return [...requiredRows, 'filters', ...topics, ...optionalRows.filter(row => row !== 'filters')];
}

/** The fields of a draft, in the order of the form: its rows, and the parts of each filter instead of their line. */
export const fieldsOf = (draft: Draft): FieldId[] =>
	rowsOf(draft).flatMap(row =>
		row === 'filters'
			? draft.filters.flatMap((_filter, index) => filterParts.map((part): FieldId => `filter.${index}.${part}`))
			: [row],
	);

/** Whether a draft has rows for topics: topics are possible, or some are set. */
export function hasTopics(draft: Pick<Draft, 'channel' | 'eventType' | 'topics'>): boolean {
	return canHaveTopics(draft) || hasAnyTopic(draft);
}

/** Whether a topic is set. */
export const hasAnyTopic = ({topics}: Pick<Draft, 'topics'>): boolean => topics.some(topic => topic.trim() !== '');

/** The index of a field's filter and its part of it; undefined for a field outside the filters. */
export function filterOf(field: FieldId): {readonly index: number; readonly part: FilterPart} | undefined {
	const [kind, index, part] = field.split('.', 3);
	return kind === 'filter' ? {index: Number(index), part: part as FilterPart} : undefined;
}

/** The text of a field; empty for a field that the draft does not have. */
export function readField(draft: Draft, field: FieldId): string {
	if (field === 'filters') {
		return draft.filtersText ?? printFilters(draft.filters);
	}

	const filter = filterOf(field);
	if (filter !== undefined) {
		return draft.filters[filter.index]?.[filter.part] ?? '';
	}

	return formFieldOf(field)?.read(draft) ?? draft.topics[topicIndex(field)] ?? '';
}

/** The text of a field as a person types it: see `typedOperator`. */
export const typedText = (draft: Draft, field: FieldId): string =>
	filterOf(field)?.part === 'operator' ? typedOperator(readField(draft, field)) : readField(draft, field);

/** Reads the text of a field as a person typed it: see `readOperator`. */
export const readTyped = (field: FieldId, text: string): string =>
	filterOf(field)?.part === 'operator' ? readOperator(text) : text;

/** The place of a part of a filter in their line; undefined for another field. */
export function placeOfPart(text: string, field: FieldId): Place | undefined {
	const filter = filterOf(field);
	return filter && parseFilters(text).places[filter.index]?.[filter.part];
}

/** The line with the part at the cursor replaced, and the cursor where the next part stands. After a field that events are known to have comes its usual operator. */
export function completePart(line: LineCursor, value: string): LineCursor {
	const {start, end, part} = partAt(line);
	const rest = line.text.slice(end).trimStart();
	const usual = rest === '' && part === 'fieldName' ? eventFields.find(({name}) => name === value) : undefined;
	// Behind an `and` at the end of the line no blank is typed yet.
	const gap = start === end && /\S$/v.test(line.text.slice(0, start)) ? ' ' : '';
	const before = `${line.text.slice(0, start)}${gap}${value} ${usual === undefined ? '' : `${operatorText(usual.operator)} `}`;
	return {text: before + rest, cursor: before.length};
}

/** Whether a field has the same text in two drafts. A part of a filter that only one of them has is not the same, even where it is empty. */
export function isSameField(field: FieldId, draft: Draft, other: Draft): boolean {
	const filter = filterOf(field);
	const isInBoth =
		filter === undefined || (draft.filters[filter.index] !== undefined && other.filters[filter.index] !== undefined);
	return isInBoth && readField(draft, field) === readField(other, field);
}

/** Returns the draft with a field changed. */
export function writeField(draft: Draft, field: FieldId, text: string): Draft {
	if (field === 'filters') {
		const {filtersText: _, ...others} = draft;
		const {filters, mistakes} = parseFilters(text);
		return {...others, filters, ...(mistakes.length > 0 && {filtersText: text})};
	}

	const filter = filterOf(field);
	if (filter !== undefined) {
		return {
			...draft,
			filters: draft.filters.map((old, index) => (index === filter.index ? {...old, [filter.part]: text} : old)),
		};
	}

	if (field.startsWith('topic.')) {
		const topics = draft.topics.with(topicIndex(field), text) as unknown as Topics;
		return {...draft, topics};
	}

	const {key} = formFieldOf(field)!;
	return {...draft, [key]: key === 'addresses' ? [text] : text};
}

/** Converts a draft to the input that is sent. White space around a field is removed, except in the template, which is sent as typed; topics are encoded. */
export const toInput = (draft: Draft): NotificationInput => ({
	...draft,
	...Object.fromEntries(contentFields.map(row => [row.key, sentValue(row, draft)])),
});

function sentValue({key, read}: Field, draft: Draft): unknown {
	if (key === 'filters') {
		return draft.filters.map(filter => toSentFilter(filter));
	}

	if (key === 'topics') {
		return sentTopics(draft.topics);
	}

	const text = key === 'template' ? draft.template : read(draft).trim();
	return key === 'addresses' ? [text] : text;
}

const toSentFilter = (filter: Filter): Filter => ({
	...filter,
	...Object.fromEntries(filterParts.map(part => [part, filter[part].trim()])),
});

/** Creates a draft with the fields of a listed notification. interface.md says that listings never return the template and the topics: they are empty, unless a service lists the template anyway. */
export const toDraft = (notification: Notification): Draft => ({
	...blankDraft,
	...listedFields(notification),
	template: knownTemplate({raw: rawOf(notification), template: undefined}) ?? '',
});

/** Converts a draft to input, as `toInput` does, to edit or recreate a notification that the service held, or that a file describes. What is as one of these has it is sent like that, white space and further addresses included. */
export function toHeldInput(draft: Draft, ...held: readonly NotificationFields[]): NotificationInput {
	const heldFilters = held.flatMap(({filters}) => filters);
	const filters = draft.filters.map(filter =>
		heldFilters.some(one => isDeepStrictEqual(one, filter)) ? filter : toSentFilter(filter),
	);
	const kept = held.flatMap(one =>
		fields
			.filter(({key, read}) => key !== 'id' && key !== 'filters' && read(draft) === read(one))
			.map(({key}) => [key, one[key as keyof NotificationFields]]),
	);
	return {...toInput(draft), filters, ...(Object.fromEntries(kept) as Partial<NotificationInput>)};
}

/** The index of a field's topic; NaN for any other field. */
export const topicIndex = (field: FieldId): number => Number(/^topic\.(?<index>\d)$/v.exec(field)?.groups?.index);
