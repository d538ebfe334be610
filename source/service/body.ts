import {isDeepStrictEqual} from 'node:util';
import {changedFields} from '../notification/edit.ts';
import {pathOf} from '../notification/field-path.ts';
import {readField, toHeldInput, toInput, type Draft} from '../notification/fields.ts';
import {
	rawOf,
	type Notification,
	type NotificationFields,
	type NotificationInput,
} from '../notification/notification.ts';
import {
	contentFields,
	detailsName,
	isDetail,
	toWireFilter,
	topicNames,
	wireOf,
	type Field,
} from '../notification/spec.ts';
import {
	documented,
	otherTypes,
	undocumentedMembers,
	undocumentedPaths,
	type MemberPath,
} from '../notification/undocumented.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {redaction} from '../terminal/secrets.ts';
import type {Failure} from './failure.ts';
import {readRecord} from './listing/read-record.ts';

/** A body that creates a notification. */
type CreateBody = JsonObject & {readonly event_details: JsonObject};

/** Builds the JSON body that creates a notification (interface.md, "Fields sent when creating"). Empty optional fields are left out; members that interface.md does not name are sent as they were listed. */
export function toCreateBody(input: NotificationInput): CreateBody {
	const valueOf = (row: Field) => documentedValue(row, input);
	return {
		...membersOf(false, valueOf),
		[detailsName]: {...input.extras, ...membersOf(true, valueOf)},
		...input.recordExtras,
	};
}

/** The members of the record or of its details that have a value. */
const membersOf = (isInDetails: boolean, valueOf: (row: Field) => unknown): JsonObject =>
	Object.fromEntries(
		contentFields
			.filter(row => isDetail(row) === isInDetails)
			.map(row => [wireOf(row), valueOf(row)] as const)
			.filter(([, value]) => value !== undefined),
	);

/** The value of a field; undefined if an optional one is empty. */
function documentedValue({key, shape, read}: Field, input: NotificationInput): unknown {
	if (key === 'filters') {
		return input.filters.length === 0 ? undefined : input.filters.map(filter => toWireFilter(filter));
	}

	if (key === 'topics') {
		const {graphql} = input.extras ?? {};
		const given = input.topics.flatMap((topic, index) => (topic === '' ? [] : [[topicNames[index]!, topic] as const]));
		return given.length === 0 ? undefined : {...(isObject(graphql) && graphql), ...Object.fromEntries(given)};
	}

	if (key === 'addresses') {
		return [input.addresses[0] ?? ''];
	}

	const text = read(input);
	return text === '' && !shape.isRequired ? undefined : text;
}

/**
Builds the JSON body that creates a notification: one that is new, edited, copied, recreated or read from a file. Every member that `input` does not change is sent with the value and type that the service listed, even if interface.md does not allow or name it; changed members are sent as interface.md says.

@param input - The notification to create.
@param listed - The record that it was made from. An unreadable one is ignored.
*/
export function toSentBody(input: NotificationInput, listed: unknown = input.listed): JsonObject {
	const record = input.isDocumented ? undefined : readListed(listed);
	return record === undefined ? withoutRedacted(toCreateBody(input)) : bodyOfListed(input, record);
}

/** Like `toSentBody`, for a notification that was read already. */
export function bodyOfListed(input: NotificationInput, record: Notification): JsonObject {
	const body = withoutRedacted(toCreateBody(input));
	const raw = rawOf(record) as JsonObject;
	const sentMembers = (isInDetails: boolean, before: unknown, after: unknown) =>
		membersOf(isInDetails, row => {
			const held = member(before, wireOf(row)) ?? undefined;
			const sent = member(after, wireOf(row));
			if (row.isUnlisted) {
				// A template that is text is in the input.
				return sent ?? (row.key === 'template' && typeof held !== 'string' ? held : undefined);
			}

			const key = row.key as keyof NotificationFields;
			const same = row.key === 'filters' ? withoutNulls(held) : held;
			return isDeepStrictEqual(record[key], input[key]) && !isRedacted(same) ? same : sent;
		});
	const details = {
		...undocumentedMembers(body[detailsName], documented.details),
		...sentMembers(true, raw[detailsName], body[detailsName]),
	};

	return {
		...sentMembers(false, raw, body),
		...(Object.keys(details).length > 0 && {[detailsName]: details}),
		...undocumentedMembers(body, documented.record),
	};
}

/** Listed filters in the form in which they are sent again. */
const withoutNulls = (filters: unknown): unknown =>
	Array.isArray(filters)
		? filters.map((filter: unknown) =>
				isObject(filter)
					? {
							...Object.fromEntries(
								Object.entries(filter).filter(([name, value]) => documented.filter.has(name) && value !== null),
							),
							...undocumentedMembers(filter, documented.filter),
						}
					: filter,
			)
		: filters;

/** Whether a value contains `[API key]`, which the journal stores in place of an API key and which must not be sent. */
const isRedacted = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes(redaction);

/** Removes undocumented members from which the journal removed the API key. The operator cannot enter these again. */
function withoutRedacted(body: JsonObject, names: ReadonlySet<string> = documented.record): JsonObject {
	const kept = Object.entries(body).filter(([name, value]) => names.has(name) || !isRedacted(value));
	return Object.fromEntries(
		kept.map(([name, value]) => [
			name,
			name === detailsName && isObject(value) ? withoutRedacted(value, documented.details) : value,
		]),
	);
}

function readListed(listed: unknown): Notification | undefined {
	const record = listed === undefined ? undefined : readRecord(listed, 0);
	return record?.kind === 'notification' ? record : undefined;
}

/** The notification that a draft was made from, if it was made from a listed one. */
export const heldByDraft = ({listed}: Pick<Draft, 'listed'>): Notification | undefined => readListed(listed);

/** Converts a draft to the input that is sent: unchanged fields are sent as they were listed, the others as entered. */
export function toSentInput(draft: Draft): NotificationInput {
	const held = heldByDraft(draft);
	return held === undefined ? toInput(draft) : toHeldInput(draft, held);
}

/** A change of a member of the service's JSON, by its path. */
export type MemberChange = {readonly field: string; readonly old: string; readonly new: string};

/** The changes that an edit makes, including those of undocumented members; not yet safe to show. */
export function draftChangesBetween(before: Draft, after: Draft): MemberChange[] {
	if (before === after) {
		return [];
	}

	const fields = changedFields(before, after).map(field => ({
		field: pathOf(field),
		old: readField(before, field),
		new: readField(after, field),
	}));
	const [old, current] = [before, after].map(draft => undocumentedPaths(toCreateBody(toInput(draft))));
	const textOf = (members: typeof old, path: string) =>
		(members!.get(path) ?? []).map(value => JSON.stringify(value)).join(', ');
	const others = [...new Set([...old!.keys(), ...current!.keys()])]
		.map(path => ({field: path, old: textOf(old, path), new: textOf(current, path)}))
		.filter(change => change.old !== change.new);
	return [...fields, ...others];
}

/**
Returns the members for which the service refused a body, as far as its messages name them: undocumented members, and documented ones that were sent with the type that the service lists. The service may accept the body without them (notification/undocumented.ts).
*/
export function refusedMembers(
	{kind, outcome, issues = [], serverMessage = ''}: Failure,
	body: JsonObject,
): MemberPath[] {
	if (kind !== 'invalid' || outcome !== 'rejected') {
		return [];
	}

	const named = issues.map(({path}) => path.filter(step => !/^\d+$/v.test(String(step))).join('.'));
	const texts = [serverMessage, ...issues.filter(({path}) => path.length === 0).map(({message}) => message)];
	const words = new Set(texts.join(' ').split(/[^\w\-]+/v));
	return [...undocumentedPaths(body).keys(), ...otherTypes(body)].filter(path => {
		const name = path.slice(path.lastIndexOf('.') + 1);
		return words.has(name) || named.some(one => one === path || one === name || one.startsWith(`${path}.`));
	});
}
