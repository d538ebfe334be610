import * as z from 'zod';
import {sentBodySchema} from '../api/create-schema.ts';
import {eventFields, eventTypes, networks, operators, valueTypes} from '../domain/vocabulary.ts';
import {wireNames} from '../domain/wire-names.ts';
import type {HeaderName} from './notification-file.ts';

/** The file name under which `export` expects the schema beside a file of notifications. */
export const schemaFileName = 'chainbell.schema.json';

/** The line that names the schema of a file to an editor with a YAML language server. */
export const schemaLine = `# yaml-language-server: $schema=./${schemaFileName}\n`;

/** A JSON Schema, with the members that are read here. */
type Schema = {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly prefixItems?: readonly Schema[];
	readonly required?: readonly string[];
	readonly anyOf?: readonly Schema[];
	readonly [keyword: string]: unknown;
};

/** The values that an editor offers for a member, by its name. Others are valid, too. */
const offered: Readonly<Record<string, readonly string[]>> = {
	[wireNames.details.network]: networks,
	[wireNames.details.eventType]: eventTypes,
	[wireNames.filter.fieldName]: eventFields.map(({name}) => name),
	[wireNames.filter.operator]: operators.map(({name}) => name),
	[wireNames.filter.valueType]: valueTypes,
};

const reference: Schema = {
	description: 'The value of an environment variable, or the text of a file below the folder of this one.',
	oneOf: ['env', 'file'].map(name => ({
		type: 'object',
		properties: {[name]: {type: 'string', minLength: 1}},
		required: [name],
		additionalProperties: false,
	})),
};

/** Creates the JSON Schema (draft 2020-12) of a file of notifications from the schema that bodies are checked with before they are sent. */
export function notificationFileSchema(): Schema {
	const {$schema, ...body} = z.toJSONSchema(sentBodySchema, {io: 'input'}) as Schema;
	const id = {type: ['integer', 'string'], description: 'The ID of a listed notification. It is not sent.'};
	const notification = asWritten({...body, properties: {id, ...body.properties}});
	const properties: Readonly<Record<HeaderName, Schema>> = {
		version: {const: 1, description: 'The version of the format.'},
		profile: {type: 'string', minLength: 1, description: 'The only profile that the file may be applied to.'},
		scope: {
			type: 'string',
			minLength: 1,
			description: 'A query such as user:=ops, or all. Only what it finds belongs to the file.',
		},
		defaults: {
			$ref: '#/$defs/part',
			description: 'Merged into every notification. A list replaces that of the defaults.',
		},
		notifications: {
			type: ['array', 'null'],
			items: {$ref: '#/$defs/part'},
			description: 'Bodies as the service takes them.',
		},
	};
	const complete: Schema = {items: {$ref: '#/$defs/notification'}};
	return {
		$schema,
		title: 'Notifications of chainbell',
		anyOf: [
			{
				type: 'object',
				properties,
				required: ['notifications'],
				additionalProperties: false,
				// With defaults, an entry may lack what they have.
				if: {required: ['defaults']},
				else: {properties: {notifications: complete}},
			},
			{type: 'array', items: {$ref: '#/$defs/body'}},
			{$ref: '#/$defs/body'},
		],
		$defs: {notification, part: withoutRequired(notification), body: withoutReferences(notification), reference},
	};
}

/** Converts the schema of a body to that of one in a file: text needs no quotes, and can be a reference. */
function asWritten(schema: Schema, name = '', isOptional = false): Schema {
	const {properties = {}, items = {}, prefixItems: [only] = [], required = [], ...rest} = schema;
	// Null stands for an empty value in YAML.
	const withNull = isOptional ? {type: [schema.type, 'null'].flat() as string[]} : {};
	if (schema.type === 'string') {
		const unquoted = {type: ['number', 'boolean', ...(isOptional ? ['null'] : [])]};
		return {
			anyOf: [rest, ...(schema.enum === undefined ? [unquoted] : []), {$ref: '#/$defs/reference'}],
			...(offered[name] && {examples: offered[name]}),
		};
	}

	if (schema.type === 'array') {
		return {...rest, ...withNull, items: asWritten(only ?? items, name)};
	}

	if (schema.type === 'object') {
		// The parts of a filter may be empty, and what is empty may be missing.
		const needed = name === wireNames.details.filters ? [] : required;
		const members = Object.entries(properties).map(
			([member, inner]) => [member, asWritten(inner, member, !needed.includes(member))] as const,
		);
		return {...rest, ...withNull, properties: Object.fromEntries(members), required: needed};
	}

	return schema;
}

/** Copies a schema without references, which are read only below `notifications`. */
function withoutReferences({anyOf, properties, items, ...schema}: Schema): Schema {
	return {
		...schema,
		...(anyOf && {anyOf: anyOf.filter(({$ref}) => $ref === undefined)}),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, inner]) => [name, withoutReferences(inner)]),
			),
		}),
		...(items && {items: withoutReferences(items)}),
	};
}

/** Copies a schema without the members that objects need. */
function withoutRequired({required: _required, properties, ...schema}: Schema): Schema {
	return {
		...schema,
		...(properties && {
			properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, withoutRequired(inner)])),
		}),
	};
}
