import type {Filter, NotificationFields} from '../../domain/notification.ts';
import {documented, undocumentedMembers} from '../../domain/undocumented.ts';
import {contentFields, detailsName, filterSpec, isDetail, wireOf, type Field} from '../../domain/spec.ts';
import {
	anything,
	identifier,
	listOf,
	objectOf,
	scalar,
	type Member,
	type Members,
	type MemberShape,
	type MemberType,
} from './member-types.ts';

type ListedFields = Omit<NotificationFields, 'extras' | 'recordExtras'>;

const filterMembers = Object.fromEntries(
	filterSpec.map(({part, wire}) => [part, {wire, type: part === 'value' ? anything : scalar}]),
) as Members<Omit<Filter, 'extras'>>;

const plainFilter = objectOf(filterMembers);

/** The type of a filter, with its undocumented members. */
const filterType: MemberType<Filter> = {
	shape: plainFilter.shape,
	read(value) {
		const filter = plainFilter.read(value);
		const extras = undocumentedMembers(value, documented.filter);
		return Object.keys(extras).length === 0 ? filter : {...filter, extras};
	},
};

const membersIn = (isInDetails: boolean) =>
	Object.fromEntries(
		contentFields
			.filter(row => !row.isUnlisted && isDetail(row) === isInDetails)
			.map(row => [row.key, {wire: wireOf(row), type: typeOf(row)}]),
	);

function typeOf({key, shape}: Field): MemberType<unknown> {
	if (key === 'filters') {
		return listOf(filterType);
	}

	return shape.item === undefined ? scalar : listOf(scalar);
}

/** The members of `event_details` (interface.md, "Fields returned when listing"). */
export const detailMembers = membersIn(true) as Members<
	Pick<ListedFields, 'network' | 'eventType' | 'addresses' | 'filters'>
>;

/** The members of a record besides `id` and `event_details`. */
export const recordMembers = membersIn(false) as Members<Omit<ListedFields, keyof typeof detailMembers>>;

/** The places of the members that are read (`MemberShape`). */
export const memberPlaces = Object.fromEntries(
	[...Object.keys(recordMembers), ...Object.keys(detailMembers)].map((key, index) => [key, index]),
) as Record<keyof ListedFields, number>;

/** The shape of a record that can be read as a notification. */
export const recordShape: MemberShape = {
	kind: 'object',
	isOptional: false,
	members: {
		id: identifier.shape,
		...placedShapesOf(recordMembers),
		[detailsName]: {kind: 'object', isOptional: true, members: placedShapesOf(detailMembers)},
	},
};

function placedShapesOf(
	members: Readonly<Partial<Record<keyof ListedFields, Member<unknown>>>>,
): Readonly<Record<string, MemberShape>> {
	return Object.fromEntries(
		Object.entries(members).map(([field, {wire, type}]) => [
			wire,
			{...type.shape, place: memberPlaces[field as keyof ListedFields]},
		]),
	);
}
