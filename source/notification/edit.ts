import {parsed, patternOf, wrong, type Parsed} from '../platform/text.ts';
import {
	fieldsOf,
	filterOf,
	hasAnyTopic,
	hasTopics,
	readField,
	toDraft,
	type Draft,
	readTyped,
	writeField,
} from './fields.ts';
import {settledTopics} from './events.ts';
import {parseFilters} from './filter-line.ts';
import {addressNamed} from './labels.ts';
import {recreationLosses} from './losses.ts';
import {type Notification, rawOf, type Filter, type Unlisted} from './notification.ts';
import {filterParts, unlistedFields, type FieldId} from './spec.ts';

/** A notification to edit. */
export type Editable = {
	readonly of: Notification;
	/** Its current content, as far as it is known. */
	readonly before: Draft;
	/** Whether it may have a template or topics that are unknown on this machine. */
	readonly isContentUnknown: boolean;
};

/** The draft for editing a notification: the listed content, with the template and topics if this machine knows them. */
export function knownDraft(notification: Notification, sent: Unlisted | undefined): Draft {
	return {...toDraft(notification), ...(sent !== undefined && unlistedFields(sent))};
}

/** The draft that copies a notification to another account: all that is listed, with the template and topics if this machine knows them. */
export const copyDraft = (notification: Notification, sent: Unlisted | undefined): Draft => ({
	...knownDraft(notification, sent),
	listed: rawOf(notification),
});

/** Prepares a notification for editing. `sent`: its template and topics, if this machine sent them. */
export function toEditable(of: Notification, sent: Unlisted | undefined): Editable {
	const {isContentUnknown} = recreationLosses({
		raw: rawOf(of),
		input: of,
		template: sent?.template,
		topics: sent?.topics,
	});
	return {of, before: knownDraft(of, sent), isContentUnknown};
}

/**
What an edit loses of the template and topics that are unknown on this machine; undefined if nothing.

@param editable - The notification.
@param after - Its content after the edit.
@param given - The fields for which the operator gave a value, which may be empty.
*/
export function lostContent(
	{before, isContentUnknown}: Pick<Editable, 'before' | 'isContentUnknown'>,
	after: Draft,
	given: ReadonlySet<FieldId> = new Set(),
) {
	const losesTemplate = !given.has('template') && after.template === '';
	const losesTopics = hasTopics(before) && !hasAnyTopic(after) && ![...given].some(field => field.startsWith('topic.'));
	return isContentUnknown && (losesTemplate || losesTopics) ? {losesTemplate, losesTopics} : undefined;
}

/** The fields that differ between two drafts, from top to bottom. */
export function changedFields(before: Draft, after: Draft): FieldId[] {
	return before === after
		? []
		: [...new Set([...fieldsOf(before), ...fieldsOf(after)])].filter(
				field => readField(before, field) !== readField(after, field),
			);
}

/** Whether the check of a field depends on what an edit changes: the field itself, the channel of a recipient or of topics, another part of the same filter. */
export function isAffected(field: FieldId, before: Draft, after: Draft): boolean {
	const isChanged = (other: FieldId) => readField(before, other) !== readField(after, other);
	const filter = filterOf(field);
	if (filter !== undefined) {
		return filterParts.some(part => isChanged(`filter.${filter.index}.${part}`));
	}

	return (
		isChanged(field) ||
		(field === 'recipient' && isChanged('channel')) ||
		(field.startsWith('topic.') && (isChanged('channel') || isChanged('eventType')))
	);
}

/** A change of a draft, which is made to one or to each of many. */
export type DraftChange = (draft: Draft) => Draft;

/** Makes changes to a draft, one after the other. Topics that they set are then as they are sent. */
export function withChanges(draft: Draft, changes: readonly DraftChange[]): Draft {
	const changed = changes.reduce((before, change) => change(before), draft);
	return changed.topics === draft.topics ? changed : {...changed, topics: settledTopics(changed.topics)};
}

/** What an error names as filters that are written right. */
export const filterExample = 'value > 100 and asset = USDC';

/** Reads a line of filters, as it is typed, that has no mistakes: see `parseFilters`. */
export function parseFilterLine(text: string): Parsed<readonly Filter[]> {
	const {filters, mistakes} = parseFilters(text);
	const [mistake] = mistakes;
	return mistake === undefined
		? parsed(filters)
		: wrong(
				`has a mistake at character ${mistake.start + 1} of \`${text}\`: ${mistake.message} Write filters such as \`${filterExample}\`.`,
			);
}

/** Sets a field to a text as it is typed. Channels are written in capitals, signs of operators are names, and the label of one address is that address. */
export const setField =
	(field: FieldId, value: string): DraftChange =>
	draft =>
		writeField(draft, field, typedValueOf(field, value));

function typedValueOf(field: FieldId, value: string): string {
	if (field === 'address') {
		return addressNamed(value);
	}

	return field === 'channel' ? value.toUpperCase() : readTyped(field, value);
}

/** Adds filters; none removes all. */
export const appendFilters =
	(added: readonly Filter[]): DraftChange =>
	draft => ({...draft, filters: added.length === 0 ? [] : [...draft.filters, ...added]});

/** A regular expression and its replacement, as `/RE/TEXT/` has them. */
export type Replacement = {readonly source: string; readonly by: string};

/** Parses `/RE/TEXT/`. `\/` stands for a slash. The expression is not judged: `patternProblem` does. */
export function parseReplacement(text: string): Parsed<Replacement> {
	const {source, by} = /^\/(?<source>(?:\\.|[^\/\\])+)\/(?<by>(?:\\.|[^\/\\])*)\/$/v.exec(text)?.groups ?? {};
	return source === undefined || by === undefined
		? wrong(`needs FIELD=/pattern/text/, not "${text}".`)
		: parsed({source, by: by.replaceAll(String.raw`\/`, '/')});
}

/** Replaces what an expression finds in a field. In the replacement, `$1` stands for a group, and `$&` for all that was found. */
export function replaceInField(field: FieldId, {source, by}: Replacement): DraftChange {
	const expression = patternOf(source, 'g');
	const fill = (groups: ReadonlyArray<string | undefined>) =>
		by.replaceAll(/\$(?<group>[&1-9])/gv, (_, group: string) => groups[group === '&' ? 0 : Number(group)] ?? '');
	return draft => {
		const text = readField(draft, field);
		const replaced = text.replaceAll(expression, (...found: Array<string | number>) =>
			fill(
				found.slice(
					0,
					found.findIndex(part => typeof part === 'number'),
				) as string[],
			),
		);
		return writeField(draft, field, replaced === text ? text : readTyped(field, replaced));
	};
}

/** Changes the values of a field, each distinct value to another; other values stay. */
export const mapField =
	(field: FieldId, values: ReadonlyMap<string, string>): DraftChange =>
	draft => {
		const value = values.get(readField(draft, field));
		return value === undefined ? draft : setField(field, value)(draft);
	};
