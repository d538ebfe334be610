import {isObject, type JsonObject} from '../platform/json.ts';
import {joined, nonEmpty} from '../platform/text.ts';
import type {Filter, NotificationFields} from './notification.ts';
import {bodyShape, shapePaths, type Shape} from './spec.ts';

/** Members of a listed record, or of an object in it, that are not sent again because the service generates them. */
const serverMade =
	/^(?:_.*|id|uuid|notification_id|url|href|self|links|version|revision|etag|(?:date_|last_)?(?:created|updated|modified|deleted).*|last(?:Updated|Modified|Created).*)$/v;

const namesOf = ({members = {}}: Shape): string[] => Object.keys(members);
const {event_details: detailsShape} = bodyShape.members!;

/** The documented members (interface.md, "Resources and their fields"), by the object that contains them. */
export const documented = {
	record: new Set(['id', ...namesOf(bodyShape)]),
	details: new Set(namesOf(detailsShape!)),
	filter: new Set(namesOf(detailsShape!.members!.filters!.item!)),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The undocumented members of a listed object, to be sent again, without those that the service generates. Null members were not set and are left out. */
export function undocumentedMembers(value: unknown, names: ReadonlySet<string>): JsonObject {
	return isObject(value) && !hasOnly(value, names)
		? Object.fromEntries(
				Object.entries(value).filter(
					([name, held]) => held !== null && held !== undefined && !names.has(name) && !serverMade.test(name),
				),
			)
		: none;
}

const none: JsonObject = Object.freeze({});

/** Whether an object has no other members, which is usual. */
function hasOnly(value: object, names: ReadonlySet<string>): boolean {
	for (const name in value) {
		if (!names.has(name)) {
			return false;
		}
	}

	return true;
}

/** The path of a member without indexes, as shown and as used by `withoutMembers`: `status`, `event_details.chain_id`, `event_details.filters.negate`. */
export type MemberPath = string;

type Path = ReadonlyArray<string | number>;

const memberPath = (...path: Path): MemberPath =>
	path.filter(step => typeof step === 'string' && step !== '*').join('.');

/** The paths of the documented members. */
export const documentedPaths: readonly MemberPath[] = [
	...new Set(['id', ...shapePaths(bodyShape).map(({path}) => memberPath(...path))]),
];

/** A value in a body or a listed record that interface.md documents. */
type Placed = {readonly value: unknown; readonly shape: Shape; readonly path: Path};

/** The documented values in a body or a record: itself, its members, and what is in these. */
function placedIn(value: unknown, shape: Shape = bodyShape, path: Path = []): Placed[] {
	if (value === undefined || value === null) {
		return [];
	}

	const {item, members = {}} = shape;
	const inner =
		item === undefined
			? Object.entries(isObject(value) ? members : {}).flatMap(([name, one]) =>
					placedIn((value as JsonObject)[name], one, [...path, name]),
				)
			: (Array.isArray(value) ? value : []).flatMap((one: unknown, index) => placedIn(one, item, [...path, index]));
	return [{value, shape, path}, ...inner];
}

/** The objects in a body or a record, with the names of their documented members. */
const objectsIn = (body: unknown) =>
	placedIn(body).flatMap(({value, shape, path}) =>
		shape.members !== undefined && isObject(value)
			? [{value, path, names: path.length === 0 ? documented.record : new Set(namesOf(shape))}]
			: [],
	);

/** The undocumented members of a body or a record that are sent again, by path. A member of filters has the values of all filters. */
export function undocumentedPaths(body: object): ReadonlyMap<MemberPath, readonly unknown[]> {
	const found = new Map<MemberPath, unknown[]>();
	for (const {value, path, names} of objectsIn(body)) {
		for (const [name, held] of Object.entries(undocumentedMembers(value, names))) {
			const at = memberPath(...path, name);
			found.set(at, [...(found.get(at) ?? []), held]);
		}
	}

	return found;
}

/** The paths of a record's undocumented members that are missing from a body made from it: those that the service generates, and those that it refused. Null members were not set. */
export function pathsNotSent(record: unknown, body: object): MemberPath[] {
	const sent = undocumentedPaths(body);
	const paths = objectsIn(record).flatMap(({value, path, names}) =>
		Object.entries(value)
			.filter(([name, held]) => !names.has(name) && held !== null)
			.map(([name]) => memberPath(...path, name)),
	);
	return [...new Set(paths)].filter(path => !sent.has(path));
}

/** The paths of documented members that are not text, although interface.md says so: a number in its place, for example. */
export const otherTypes = (body: unknown): MemberPath[] => [
	...new Set(
		placedIn(body)
			.filter(({value, shape}) => shape.kind === 'text' && typeof value !== 'string')
			.map(({path}) => memberPath(...path)),
	),
];

/** Describes the undocumented members of a body, and the members of the original record that it leaves out, a sentence each; not yet safe to show. */
export function undocumentedSentences(body: object, record: unknown): string[] {
	const sent = [...undocumentedPaths(body)].map(
		([path, values]) => `${path}: ${[...new Set(values.map(value => JSON.stringify(value)))].join(', ')}`,
	);
	const left = pathsNotSent(record, body);
	return nonEmpty([
		sent.length > 0 && `also sent, although the service does not document it: ${sent.join(', ')}`,
		left.length > 0 && `not sent: ${left.join(', ')}`,
	]);
}

/** An object with undocumented members: an input or a draft. */
type Holder = Pick<NotificationFields, 'extras' | 'recordExtras' | 'filters'> & {
	readonly isDocumented?: true | undefined;
};

/**
Removes undocumented members from an input or a draft. If a path is that of a documented member, which was listed with another type, all such members are sent with their documented types.

@param holder - An input or a draft.
@param paths - Paths as in `undocumentedPaths`.
*/
export function withoutMembers<T extends Holder>(holder: T, paths: readonly MemberPath[]): T {
	const without = (members: Readonly<Record<string, unknown>> = {}, prefix = '') =>
		Object.fromEntries(
			Object.entries(members).filter(([name]) => !paths.some(path => `${path}.`.startsWith(`${prefix}${name}.`))),
		);

	const filters = holder.filters.map(({extras, ...filter}): Filter => {
		const kept = without(extras, 'event_details.filters.');
		return Object.keys(kept).length === 0 ? filter : {...filter, extras: kept};
	});
	return {
		...holder,
		filters,
		recordExtras: without(holder.recordExtras),
		...(holder.extras !== undefined && {extras: without(holder.extras, 'event_details.')}),
		...(paths.some(path => documentedPaths.includes(path)) && {isDocumented: true}),
	};
}

/** Describes the change for refused members: `without delivery_count and with external_user_id as text`; not yet safe to show. */
export function withoutText(paths: readonly MemberPath[]): string {
	const asText = paths.filter(path => documentedPaths.includes(path));
	const left = paths.filter(path => !documentedPaths.includes(path));
	return joined(
		[left.length > 0 && `without ${left.join(', ')}`, asText.length > 0 && `with ${asText.join(', ')} as text`],
		' and ',
	);
}
