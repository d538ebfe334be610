import type {Filter, NotificationFields} from './notification.ts';
import {documentedPaths, type MemberPath} from './undocumented.ts';

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
	const left = new Set(paths);
	const without = (members: Readonly<Record<string, unknown>> | undefined, prefix: string) => {
		const isWithin = (path: MemberPath, name: string) => `${path}.`.startsWith(`${prefix}${name}.`);
		const kept = Object.entries(members ?? {}).filter(([name]) => !paths.some(path => isWithin(path, name)));
		for (const path of paths.filter(each => Object.keys(members ?? {}).some(name => isWithin(each, name)))) {
			left.delete(path);
		}

		return Object.fromEntries(kept);
	};

	const filters = holder.filters.map(({extras, ...filter}): Filter => {
		const kept = without(extras, 'event_details.filters.');
		return Object.keys(kept).length === 0 ? filter : {...filter, extras: kept};
	});
	return {
		...holder,
		filters,
		recordExtras: without(holder.recordExtras, ''),
		...(holder.extras !== undefined && {extras: without(holder.extras, 'event_details.')}),
		...(left.size > 0 && {isDocumented: true}),
	};
}

/** Describes the change for refused members: `without delivery_count and with external_user_id as text`; not yet safe to show. */
export function withoutText(paths: readonly MemberPath[]): string {
	const asText = paths.filter(path => documentedPaths.includes(path));
	const left = paths.filter(path => !documentedPaths.includes(path));
	return [
		...(left.length === 0 ? [] : [`without ${left.join(', ')}`]),
		...(asText.length === 0 ? [] : [`with ${asText.join(', ')} as text`]),
	].join(' and ');
}
