import {comparableAddress} from './equivalence.ts';
import {filtersText} from './filters/sentence.ts';
import type {NotificationFields} from './notification.ts';

/** A field in which two notifications differ, by its short name. */
export type DifferingField = {readonly name: string; readonly old: string; readonly new: string};

/** The listed fields in which a notification differs from an earlier one, the shortest to tell first. The case of a hexadecimal address does not count (EIP-55). */
export function differingFields(before: NotificationFields, after: NotificationFields): DifferingField[] {
	const now = fieldsOf(after);
	return fieldsOf(before)
		.map(({name, value}, index) => ({name, old: value, new: now[index]!.value}))
		.filter(field => field.old !== field.new);
}

const fieldsOf = ({name, channel, recipient, userId, network, eventType, addresses, filters}: NotificationFields) => [
	{name: 'to', value: recipient},
	{name: 'name', value: name},
	{name: 'user', value: userId},
	{name: 'channel', value: channel},
	{name: 'address', value: comparableAddress(addresses.join(' '))},
	{name: 'network', value: network},
	{name: 'event', value: eventType},
	{name: 'filters', value: filtersText(filters)},
];
