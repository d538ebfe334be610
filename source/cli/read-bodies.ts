import type {CreateBody} from '../api/create-schema.ts';
import {joinAddresses, type Draft} from '../domain/draft/draft.ts';
import type {Topics} from '../domain/notification.ts';
import {isObject} from '../system/json.ts';
import {type CommandError, invalidInput} from './command-error.ts';

/** A body of a file. */
export type ReadBody = {
	/** Where it is, for messages: `line 12`, or `number 3`. */
	readonly place: string;
	readonly draft: Draft;
	/** The ID that it was listed with, if it has one: it is not sent. */
	readonly id: string | undefined;
};

/**
Reads bodies as interface.md names their fields: one, a list, or a list under `notifications`; as YAML, of which JSON is a part, or as one JSON object a line.

@throws CommandError, exit code 5, that names the line or the number, and the field, of each mistake.
*/
export async function readBodies(text: string): Promise<readonly ReadBody[]> {
	const [{enteredBodySchema}, {parseAllDocuments, LineCounter, isMap, isSeq}] = await Promise.all([import('../api/create-schema.ts'), import('yaml')]);
	const found = jsonLines(text) ?? fromYaml();
	const read = found.map(({place, value}) => ({place, value, parsed: enteredBodySchema.safeParse(withoutListed(value))}));
	const issues = read.flatMap(({place, parsed}) => parsed.error?.issues.map(({path, message}) => ({field: path.join('.'), message: `${place}: ${message}`})) ?? []);
	if (issues.length > 0) {
		throw invalidBodies(issues);
	}

	if (read.length === 0) {
		throw invalidInput('Nothing was sent: the file has no notification.', 'Give one body, a list of bodies, or one JSON object a line.');
	}

	return read.map(({place, value, parsed}) => ({place, draft: toBodyDraft(parsed.data!), id: idOf(value)}));

	function fromYaml(): Array<{place: string; value: unknown}> {
		const lines = new LineCounter();
		// Aliases are few in a file that a person wrote; many are an attack.
		const documents = [...parseAllDocuments(text, {lineCounter: lines, prettyErrors: false})];
		const placeOf = (offset: number) => `line ${lines.linePos(offset).line}`;
		return documents.flatMap(document => {
			const [error] = document.errors;
			if (error !== undefined) {
				throw invalidBodies([{field: '', message: `${placeOf(error.pos[0])}: ${error.message}`}]);
			}

			const {contents} = document;
			const inner = isMap(contents) ? contents.get('notifications', true) : undefined;
			const list = isSeq(contents) ? contents : (isSeq(inner) ? inner : undefined);
			if (list === undefined) {
				return contents === null ? [] : [{place: placeOf(contents.range?.[0] ?? 0), value: document.toJS({maxAliasCount: 100}) as unknown}];
			}

			const values = list.toJS(document, {maxAliasCount: 100}) as unknown[];
			return list.items.map((item, index) => ({place: placeOf((item as {range?: readonly number[]}).range?.[0] ?? 0), value: values[index]}));
		});
	}
}

/** The error of bodies that cannot be sent. `hint`: what to do about it. */
export function invalidBodies(issues: ReadonlyArray<{readonly field: string; readonly message: string}>, hint = 'Correct the file and run it again.'): CommandError {
	const shown = issues.slice(0, 10).map(({field, message}) => {
		const [place, ...rest] = message.split(': ');
		return field === '' ? message : `${place!}, ${field}: ${rest.join(': ')}`;
	});
	const others = issues.length - shown.length;
	return invalidInput(`Nothing was sent. ${[...shown, ...others > 0 ? [`and ${others.toLocaleString('en')} more`] : []].join('; ')}`, hint, issues);
}

/** One JSON object a line; undefined if the text is something else. */
function jsonLines(text: string): Array<{place: string; value: unknown}> | undefined {
	const lines = text.split('\n').map((line, index) => ({line: line.trim(), place: `line ${index + 1}`})).filter(({line}) => line !== '');
	if (lines.length < 2 || lines.some(({line}) => !line.startsWith('{') || !line.endsWith('}'))) {
		return undefined;
	}

	return lines.map(({line, place}) => {
		try {
			return {place, value: JSON.parse(line) as unknown};
		} catch (error) {
			throw invalidBodies([{field: '', message: `${place}: ${error instanceof Error ? error.message : String(error)}`}]);
		}
	});
}

/** A body without what only a listing has: its ID, and null for what was not set. */
function withoutListed(value: unknown): unknown {
	return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name, member]) => name !== 'id' && member !== null).map(([name, member]) => [name, withoutListed(member)])) : value;
}

/** The ID of a listed body. */
function idOf(value: unknown): string | undefined {
	const id = isObject(value) ? value.id : undefined;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The draft of a body. */
function toBodyDraft({external_user_id: userId, channel, notification_name: name = '', template = '', delivery_location: recipient, event_details: details}: CreateBody): Draft {
	const {network, event_type: eventType, addresses, filters = [], graphql = {}} = details;
	return {
		userId,
		channel,
		name,
		recipient,
		network,
		eventType,
		address: joinAddresses(addresses),
		filters: filters.map(filter => ({fieldName: filter.field_name, operator: filter.operator, value: filter.value, valueType: filter.value_type})),
		template,
		topics: [graphql.topic_0 ?? '', graphql.topic_1 ?? '', graphql.topic_2 ?? '', graphql.topic_3 ?? ''] satisfies Topics,
	};
}
