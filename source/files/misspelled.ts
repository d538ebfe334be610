import {fields, namesOf} from '../domain/fields.ts';
import {documented, filtersOf} from '../domain/undocumented.ts';
import {topicNames, wireNames} from '../domain/wire-names.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {nearest} from '../platform/text.ts';
import type {StructureMistake, ValuePath} from './structure.ts';

const {details: inDetails} = wireNames.record;

const topics: ReadonlySet<string> = new Set(topicNames);

/** The members that may be missing, so that another member with a similar meaning can be one of the service. */
const optional: ReadonlySet<string> = new Set<string>([
	'id',
	wireNames.record.name,
	wireNames.record.template,
	wireNames.details.filters,
	wireNames.details.graphql,
	...topicNames,
]);

/** The paths of required members, by every name that queries and commands take. */
const pathsByName: ReadonlyMap<string, string> = new Map(
	fields
		.filter(({path}) => !optional.has(path.split('.').at(-1)!))
		.flatMap(field => namesOf(field).map(name => [name, field.path] as const)),
);

/** A member that the service does not know. `meant`: the path of the missing one that was probably meant; empty for the list of notifications. */
export type MisspelledMember = StructureMistake & {readonly meant: ValuePath};

/** Finds the members that the service does not know, where one that it knows is missing and was probably meant: it is similar, has another name in queries, or belongs elsewhere. Others are sent, and so are those of the listed record, `original`. */
export function misspelled(value: JsonObject, original: unknown): MisspelledMember[] {
	const details = member(value, inDetails);
	const listed = member(original, inDetails);
	const check = (inner: unknown, known: unknown, names: ReadonlySet<string>, path: ValuePath) => {
		const members = isObject(inner) ? inner : {};
		const unknown = Object.keys(members).filter(name => !names.has(name) && member(known, name) === undefined);
		if (unknown.length === 0) {
			return [];
		}

		// All parts of a filter are needed, so that an empty one is missing, too.
		const missing = [...names].filter(
			name => !Object.hasOwn(members, name) || (names === documented.filter && members[name] === ''),
		);
		return unknown.flatMap((name): MisspelledMember[] => {
			if (path.length === 0 && Array.isArray(members[name]) && nearest(name, ['notifications']) !== undefined) {
				return [
					{path: [name], meant: [], message: 'is not known in a file of notifications. Did you mean notifications?'},
				];
			}

			const similar = similarName(name, missing);
			const meant = similar === undefined ? pathNamed(name, value, details) : [...path, similar];
			const meantName =
				similar ??
				(meant?.length === 1 && path.length > 0
					? `${meant[0]!} outside ${inDetails}`
					: meant?.slice(path.length).join('.'));
			return meant === undefined
				? []
				: [{path: [...path, name], meant, message: `is not a field of a notification. Did you mean ${meantName!}?`}];
		});
	};

	const {filters: inFilters, graphql} = wireNames.details;
	const filters = member(details, inFilters);
	const listedFilter = Object.assign({}, ...filtersOf(listed)) as JsonObject;
	return [
		...check(value, original, documented.record, []),
		...check(details, listed, documented.details, [inDetails]),
		...check(member(details, graphql), member(listed, graphql), topics, [inDetails, graphql]),
		...(Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index) =>
			check(filter, listedFilter, documented.filter, [inDetails, inFilters, index]),
		),
	];
}

/** The missing name that is similar to another one: in its letters, without hyphens and underscores, or in its last word. */
const similarName = (name: string, missing: readonly string[]): string | undefined =>
	nearest(name, missing) ??
	missing.find(known => letters(known) === letters(name)) ??
	missing.find(known => !optional.has(known) && known.endsWith(`_${name.toLowerCase()}`));

const letters = (name: string): string => name.replaceAll(/[\-_ ]/gv, '').toLowerCase();

/** The path of the required member that has a name in queries, or elsewhere in an entry, if it is missing there. */
function pathNamed(name: string, value: JsonObject, details: unknown): ValuePath | undefined {
	const path = pathsByName.get(name.toLowerCase())?.split('.');
	return path === undefined || member(path.length === 1 ? value : details, path.at(-1)!) !== undefined
		? undefined
		: path;
}
