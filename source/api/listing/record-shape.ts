import type {Filter, NotificationFields} from '../../domain/notification.ts';
import {documented, undocumentedMembers} from '../../domain/undocumented.ts';
import {wireNames} from '../../domain/wire-names.ts';
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

const filterMembers: Members<Omit<Filter, 'extras'>> = {
	fieldName: {wire: wireNames.filter.fieldName, type: scalar},
	operator: {wire: wireNames.filter.operator, type: scalar},
	value: {wire: wireNames.filter.value, type: anything},
	valueType: {wire: wireNames.filter.valueType, type: scalar},
};

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

/** The members of `event_details` (interface.md, "Fields returned when listing"). */
export const detailMembers: Members<Pick<ListedFields, 'network' | 'eventType' | 'addresses' | 'filters'>> = {
	network: {wire: wireNames.details.network, type: scalar},
	eventType: {wire: wireNames.details.eventType, type: scalar},
	addresses: {wire: wireNames.details.addresses, type: listOf(scalar)},
	filters: {wire: wireNames.details.filters, type: listOf(filterType)},
};

/** The members of a record besides `id` and `event_details`. */
export const recordMembers: Members<Omit<ListedFields, keyof typeof detailMembers>> = {
	userId: {wire: wireNames.record.userId, type: scalar},
	channel: {wire: wireNames.record.channel, type: scalar},
	name: {wire: wireNames.record.name, type: scalar},
	recipient: {wire: wireNames.record.recipient, type: scalar},
};

/** The places of the members that are read (`MemberShape`). */
export const memberPlaces = {
	userId: 0,
	channel: 1,
	name: 2,
	recipient: 3,
	network: 4,
	eventType: 5,
	addresses: 6,
	filters: 7,
} as const satisfies Record<keyof ListedFields, number>;

/** The shape of a record that can be read as a notification. */
export const recordShape: MemberShape = {
	kind: 'object',
	isOptional: false,
	members: {
		id: identifier.shape,
		...placedShapesOf(recordMembers),
		[wireNames.record.details]: {kind: 'object', isOptional: true, members: placedShapesOf(detailMembers)},
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
