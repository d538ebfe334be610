import {bodyShape, contentFields, detailsName, namesOf, objectsIn, shapePaths} from '../domain/spec.ts';
import {member, type JsonObject} from '../platform/json.ts';
import {nearest} from '../platform/text.ts';
import type {StructureMistake, ValuePath} from './structure.ts';

/** The members that may be missing, so that another member with a similar meaning can be one of the service. */
const optional: ReadonlySet<string> = new Set([
	'id',
	...shapePaths(bodyShape)
		.filter(({shape}) => !shape.isRequired)
		.map(({path}) => path.at(-1)!),
]);

/** The paths of required members, by every name that queries and commands take. */
const pathsByName: ReadonlyMap<string, string> = new Map(
	contentFields
		.filter(({shape}) => shape.isRequired)
		.flatMap(field => namesOf(field).map(name => [name, field.path] as const)),
);

/** A member that the service does not know. `meant`: the path of the missing one that was probably meant; empty for the list of notifications. */
export type MisspelledMember = StructureMistake & {readonly meant: ValuePath};

/** Finds the members that the service does not know, where one that it knows is missing and was probably meant: it is similar, has another name in queries, or belongs elsewhere. Others are sent, and so are those of the listed record, `original`. */
export function misspelled(value: JsonObject, original: unknown): MisspelledMember[] {
	return objectsIn(value).flatMap(({value: members, shape, path}) => {
		const names = [...(path.length === 0 ? ['id'] : []), ...Object.keys(shape.members!)];
		const others = Object.keys(members).filter(name => !names.includes(name));
		const known = others.length === 0 ? {} : originalAt(original, path);
		const isItem = typeof path.at(-1) === 'number';
		// All parts of a filter are needed, so that an empty one is missing, too.
		const missing = names.filter(name => !Object.hasOwn(members, name) || (isItem && members[name] === ''));
		return others
			.filter(name => known[name] === undefined)
			.flatMap((name): MisspelledMember[] => {
				if (path.length === 0 && Array.isArray(members[name]) && nearest(name, ['notifications']) !== undefined) {
					return [
						{path: [name], meant: [], message: 'is not known in a file of notifications. Did you mean notifications?'},
					];
				}

				const similar = similarName(name, missing);
				const meant = similar === undefined ? pathNamed(name, value) : [...path, similar];
				const meantName =
					similar ??
					(meant?.length === 1 && path.length > 0
						? `${meant[0]!} outside ${detailsName}`
						: meant?.slice(path.length).join('.'));
				return meant === undefined
					? []
					: [{path: [...path, name], meant, message: `is not a field of a notification. Did you mean ${meantName!}?`}];
			});
	});
}

/** The members that a listed record has at a path; in lists, those of all items. */
function originalAt(original: unknown, path: ValuePath): JsonObject {
	const names = (at: ValuePath) => at.filter(step => typeof step === 'string').join('.');
	const same = objectsIn(original).filter(each => names(each.path) === names(path));
	return Object.assign({}, ...same.map(each => each.value)) as JsonObject;
}

/** The missing name that is similar to another one: in its letters, without hyphens and underscores, or in its last word. */
const similarName = (name: string, missing: readonly string[]): string | undefined =>
	nearest(name, missing) ??
	missing.find(known => letters(known) === letters(name)) ??
	missing.find(known => !optional.has(known) && known.endsWith(`_${name.toLowerCase()}`));

const letters = (name: string): string => name.replaceAll(/[\-_ ]/gv, '').toLowerCase();

/** The path of the required member that has a name in queries, or elsewhere in an entry, if it is missing there. */
function pathNamed(name: string, value: JsonObject): ValuePath | undefined {
	const path = pathsByName.get(name.toLowerCase())?.split('.');
	return path === undefined || member(path.length === 1 ? value : value[detailsName], path.at(-1)!) !== undefined
		? undefined
		: path;
}
