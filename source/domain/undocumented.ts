import {isObject, member, type JsonObject} from '../platform/json.ts';
import {wireNames} from './wire-names.ts';

/** Members of a listed record, or of an object in it, that are not sent again because the service generates them. */
const serverMade =
	/^(?:_.*|id|uuid|notification_id|url|href|self|links|version|revision|etag|(?:date_|last_)?(?:created|updated|modified|deleted).*|last(?:Updated|Modified|Created).*)$/v;

/** The documented members (interface.md, "Resources and their fields"), by the object that contains them. */
export const documented = {
	record: new Set<string>(['id', ...Object.values(wireNames.record)]),
	details: new Set<string>(Object.values(wireNames.details)),
	filter: new Set<string>(Object.values(wireNames.filter)),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The undocumented members of a listed object, to be sent again, without those that the service generates. Null members were not set and are left out. */
export function undocumentedMembers(value: unknown, names: ReadonlySet<string>): JsonObject {
	return isObject(value) && !hasOnly(value, names)
		? Object.fromEntries(
				Object.entries(value).filter(
					([name, held]) => held !== null && held !== undefined && !names.has(name) && !serverMade.test(name),
				),
			)
		: {};
}

/** Whether an object has no other members, which is usual. */
function hasOnly(value: object, names: ReadonlySet<string>): boolean {
	for (const name in value) {
		if (!names.has(name)) {
			return false;
		}
	}

	return true;
}

/** The filters of `event_details` that are objects. */
export const filtersOf = (details: unknown): readonly JsonObject[] => {
	const filters = isObject(details) ? details.filters : undefined;
	return Array.isArray(filters) ? filters.filter(filter => isObject(filter)) : [];
};

/** The path of a member, as shown and as used by `withoutMembers`: `status`, `event_details.chain_id`, `event_details.filters.negate`. */
export type MemberPath = string;

const inDetails = 'event_details.';
const inFilters = 'event_details.filters.';

/** The paths of the documented members. */
export const documentedPaths: readonly MemberPath[] = [
	...documented.record,
	...[...documented.details].map(name => inDetails + name),
	...[...documented.filter].map(name => inFilters + name),
];

/** The undocumented members of a body or a record that are sent again, by path. A member of filters has the values of all filters. */
export function undocumentedPaths(body: object): ReadonlyMap<MemberPath, readonly unknown[]> {
	const details = member(body, 'event_details');
	const found = new Map<MemberPath, unknown[]>();
	const add = (prefix: string, members: JsonObject) => {
		for (const [name, value] of Object.entries(members)) {
			found.set(prefix + name, [...(found.get(prefix + name) ?? []), value]);
		}
	};

	add('', undocumentedMembers(body, documented.record));
	add(inDetails, undocumentedMembers(details, documented.details));
	for (const filter of filtersOf(details)) {
		add(inFilters, undocumentedMembers(filter, documented.filter));
	}

	return found;
}

/** The paths of a record's undocumented members that are missing from a body made from it: those that the service generates, and those that it refused. Null members were not set. */
export function pathsNotSent(record: unknown, body: object): MemberPath[] {
	const namesIn = (value: unknown, names: ReadonlySet<string>) =>
		isObject(value)
			? Object.entries(value)
					.filter(([name, held]) => !names.has(name) && held !== null)
					.map(([name]) => name)
			: [];
	const details = member(record, 'event_details');
	const sent = undocumentedPaths(body);
	const paths = [
		...namesIn(record, documented.record),
		...namesIn(details, documented.details).map(name => inDetails + name),
		...filtersOf(details)
			.flatMap(filter => namesIn(filter, documented.filter))
			.map(name => inFilters + name),
	];
	return [...new Set(paths)].filter(path => !sent.has(path));
}

/** Describes the undocumented members of a body, and the members of the original record that it leaves out, a sentence each; not yet safe to show. */
export function undocumentedSentences(body: object, record: unknown): string[] {
	const sent = [...undocumentedPaths(body)].map(
		([path, values]) => `${path}: ${[...new Set(values.map(value => JSON.stringify(value)))].join(', ')}`,
	);
	const left = pathsNotSent(record, body);
	return [
		...(sent.length === 0 ? [] : [`also sent, although the service does not document it: ${sent.join(', ')}`]),
		...(left.length === 0 ? [] : [`not sent: ${left.join(', ')}`]),
	];
}
