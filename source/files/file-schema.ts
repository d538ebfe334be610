import {bodyShape, type Shape} from '../notification/spec.ts';
import type {HeaderName} from './notification-file.ts';

/** The file name under which `export` expects the schema beside a file of notifications. */
export const schemaFileName = 'chainbell.schema.json';

/** The line that names the schema of a file to an editor with a YAML language server. */
export const schemaLine = `# yaml-language-server: $schema=./${schemaFileName}\n`;

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

const reference: Schema = {
	description: 'The value of an environment variable, or the text of a file below the folder of this one.',
	oneOf: ['env', 'file'].map(name => ({
		type: 'object',
		properties: {[name]: {type: 'string', minLength: 1}},
		required: [name],
		additionalProperties: false,
	})),
};

/** Creates the JSON Schema (draft 2020-12) of a file of notifications from the form of a body. */
export function notificationFileSchema(): Schema {
	const id = {type: ['integer', 'string'], description: 'The ID of a listed notification. It is not sent.'};
	const parked = {type: 'boolean', description: 'Whether it is parked. It is not sent.'};
	const schemaOf = (variant: Variant): Schema => {
		const {properties, ...rest} = asWritten(bodyShape, variant);
		return {...rest, properties: {id, parked, ...(properties as Schema)}};
	};

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
		$schema: 'https://json-schema.org/draft/2020-12/schema',
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
		$defs: {notification: schemaOf('notification'), part: schemaOf('part'), body: schemaOf('body'), reference},
	};
}

/** The variant of a schema: with all that a body needs, without what the defaults of a file can have, or without references. */
type Variant = 'notification' | 'part' | 'body';

/** The schema of a value in a file: text needs no quotes, and can be a reference; what is optional can be null, which stands for an empty value in YAML. Of an object in a list, the parts may be empty, and what is empty may be missing. */
function asWritten(shape: Shape, variant: Variant, isOptional = false, isItem = false): Schema {
	const {oneOf, offered, isHex, isRequired, item, members, isClosed, hasLines} = shape;
	const orNull = (type: string) => (isOptional ? [type, 'null'] : type);
	if (item !== undefined) {
		const items = asWritten(item, variant, false, true);
		return {
			type: orNull('array'),
			...(isRequired && {minItems: 1, maxItems: 1}),
			items,
			...(hasLines && {
				type: ['string', 'array', 'null'],
				items: {...items, type: ['object', 'string']},
				description: 'Also a line such as value > 100 and asset = USDC, or lines.',
			}),
		};
	}

	if (members !== undefined) {
		const properties = Object.entries(members).map(
			([name, inner]) => [name, asWritten(inner, variant, isItem || !inner.isRequired)] as const,
		);
		const required = Object.keys(members).filter(name => !isItem && members[name]!.isRequired);
		return {
			type: orNull('object'),
			additionalProperties: isClosed === true ? false : {},
			properties: Object.fromEntries(properties),
			...(variant !== 'part' && {required}),
		};
	}

	const unquoted = {type: ['number', 'boolean', ...(isOptional ? ['null'] : [])]};
	return {
		anyOf: [
			{
				type: 'string',
				...(isRequired && !isOptional && !oneOf && {minLength: 1}),
				...(oneOf && {enum: oneOf}),
				...(isHex && {pattern: String.raw`^0x[\dA-Fa-f]+$`}),
			},
			...(oneOf === undefined ? [unquoted] : []),
			...(variant === 'body' ? [] : [{$ref: '#/$defs/reference'}]),
		],
		...(offered && {examples: offered}),
	};
}
