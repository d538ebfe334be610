import {readRecord} from '../api/listing/read-record.ts';
import {toDraft, type Draft} from '../domain/fields.ts';
import type {Notification, Topics} from '../domain/notification.ts';
import {topicNames} from '../domain/spec.ts';
import {isObject, type JsonObject} from '../platform/json.ts';

/** A body as a listing would show it, or the problem with it. */
export type BodyReading =
	| {readonly record: Notification; /** The ID of a listed record. */ readonly id: string | undefined}
	| {readonly issues: ReadonlyArray<{readonly field: string; readonly message: string}>};

/** Reads a body with the names of interface.md, "Resources and their fields", or a listed record. */
export function readBody(value: unknown): BodyReading {
	if (!isObject(value)) {
		return wrong('', 'is not a notification: fields and their values are expected');
	}

	const {id} = value;
	const isListed = id !== undefined && id !== null;
	const record = readRecord(isListed ? value : {...value, id: 0}, 0);
	if (record.kind === 'unreadable') {
		const [field, ...rest] = record.problem.split(' ');
		return wrong(field!, rest.join(' '));
	}

	return {record, id: isListed ? record.id : undefined};
}

/** The draft of a body that was read. The ID of a listed record is not sent; members that interface.md does not allow are sent unchanged. */
export function draftOfBody(record: Notification, isListed: boolean): Draft {
	const {template, event_details: details} = record.raw as JsonObject;
	const graphql = graphqlOf(details);
	const topics = topicsOf(graphql);
	const {graphql: _graphql, ...extras} = record.extras ?? {};
	const others = topics === undefined ? graphql : withoutTopics(graphql);
	return {
		...toDraft(record),
		recordExtras: record.recordExtras ?? {},
		extras: {...extras, ...(others !== undefined && {graphql: others})},
		template: isScalar(template) ? textOf(template) : '',
		topics: topics ?? ['', '', '', ''],
		...(isListed && {listed: record.raw}),
	};
}

const graphqlOf = (details: unknown): unknown => (isObject(details) ? (details.graphql ?? undefined) : undefined);

const wrong = (field: string, message: string): BodyReading => ({issues: [{field, message}]});

const isScalar = (value: unknown): boolean =>
	(typeof value !== 'object' && value !== undefined) || JSON.isRawJSON(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The topics; undefined if they cannot be read as topics. */
function topicsOf(graphql: unknown): Topics | undefined {
	if (graphql === undefined) {
		return ['', '', '', ''];
	}

	const values = isObject(graphql) ? topicNames.map(name => graphql[name] ?? '') : [];
	return values.length > 0 && values.every(value => isScalar(value))
		? (values.map(value => textOf(value)) as unknown as Topics)
		: undefined;
}

/** The members of `graphql` other than the topics; undefined if there are none. */
function withoutTopics(graphql: unknown): JsonObject | undefined {
	const others = Object.entries(isObject(graphql) ? graphql : {}).filter(([name]) => !topicNames.includes(name));
	return others.length === 0 ? undefined : Object.fromEntries(others);
}
