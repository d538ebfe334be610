import {isObject, member, type JsonObject} from '../system/json.ts';
import {channelNames} from './channels.ts';
import type {NotificationFields, Topics} from './notification.ts';
import {canHaveTopics} from './topics.ts';

/** What is known of a notification that is to be deleted. */
export type RestoreSource = {
	/** The record as listed. */
	readonly raw: unknown;
	readonly input: NotificationFields;
	/** As sent from this machine; undefined: not known. */
	readonly template: string | undefined;
	/** Likewise. */
	readonly topics: Topics | undefined;
};

/** How exactly a notification can be created again once it is deleted. */
export type Restorability = {
	/** Its template or topics would be lost: listings never return them, and they were not sent from this machine. */
	readonly isContentUnknown: boolean;
	/** What differs from the fields that interface.md documents, in a few words each; not yet safe to show. It is sent as it was, but the service may refuse or ignore it. */
	readonly undocumented: readonly string[];
};

/** Says how exactly a notification can be created again. The API key is not considered: see `isStoredRedacted`. */
export function restorability(source: RestoreSource): Restorability {
	const {raw, input, topics} = source;
	return {
		isContentUnknown: knownTemplate(source) === undefined
			|| (canHaveTopics(input) && topics === undefined && input.extras?.graphql === undefined),
		undocumented: [...undocumentedValues(input), ...hasOtherTypes(raw) ? ['values that are not text'] : [], ...undocumentedMembers(raw, input)],
	};
}

/** The template as it was sent from this machine, or else as listed, although interface.md says that listings never return it; undefined: not known. */
export function knownTemplate({raw, template}: Pick<RestoreSource, 'raw' | 'template'>): string | undefined {
	const listed = memberOf(raw, 'template');
	return template ?? (typeof listed === 'string' ? listed : undefined);
}

/** Members of a listed record that are not sent again: the service makes them. */
const serverMade = /^(?:_.*|id|uuid|notification_id|url|href|self|links|version|revision|etag|(?:date_)?(?:created|updated|modified).*|.*(?:_at|[a-z]At))$/v;

/** The members that interface.md names. */
const documented: ReadonlySet<string> = new Set(['id', 'external_user_id', 'channel', 'notification_name', 'template', 'delivery_location', 'event_details']);

/** The members of a listed record that interface.md does not name, to be sent again. What is null was not set, and is left out. */
export function unknownMembers(raw: object): Array<[string, unknown]> {
	return Object.entries(raw).filter(([name, value]: [string, unknown]) => value !== null && !documented.has(name) && !serverMade.test(name));
}

function undocumentedMembers(raw: unknown, {extras = {}}: NotificationFields): string[] {
	const filterNames = filtersOf(raw).flatMap(filter => Object.keys(filter)).filter(name => !filterMembers.has(name));
	const names = new Set([
		...isObject(raw) ? unknownMembers(raw).map(([name]) => name) : [],
		...Object.keys(extras).filter(name => name !== 'graphql').map(name => `event_details.${name}`),
		...filterNames.map(name => `filters.${name}`),
	]);
	return names.size === 0 ? [] : [`members ${[...names].join(', ')}`];
}

const filterMembers: ReadonlySet<string> = new Set(['field_name', 'operator', 'value', 'value_type']);

/** Whether a value is not a string: interface.md gives every member that is neither an object nor a list that type. */
function hasOtherTypes(raw: unknown): boolean {
	const details = memberOf(raw, 'event_details');
	const addresses = memberOf(details, 'addresses');
	const values = [
		...['external_user_id', 'channel', 'notification_name', 'delivery_location'].map(name => memberOf(raw, name)),
		...['network', 'event_type'].map(name => memberOf(details, name)),
		...Array.isArray(addresses) ? addresses as unknown[] : [],
		...filtersOf(raw).flatMap(filter => [...filterMembers].map(name => memberOf(filter, name))),
	];
	return values.some(value => value !== undefined && typeof value !== 'string');
}

function filtersOf(raw: unknown): readonly JsonObject[] {
	const filters = memberOf(memberOf(raw, 'event_details'), 'filters');
	return Array.isArray(filters) ? filters.filter(filter => isObject(filter)) : [];
}

function undocumentedValues({userId, channel, recipient, network, eventType, addresses, filters}: NotificationFields): string[] {
	const missing = Object.entries({user: userId, recipient, network, 'event type': eventType}).filter(([, value]) => value === '').map(([name]) => `no ${name}`);
	return [
		...missing,
		...(channelNames() as readonly string[]).includes(channel) ? [] : [channel === '' ? 'no channel' : `channel ${channel}`],
		...addressProblem(addresses),
		...filters.every(({fieldName, operator, valueType}) => fieldName !== '' && operator !== '' && valueType !== '') ? [] : ['a filter that is not complete'],
	];
}

/** Documented (interface.md, "EventDetails"): a single address in 0x-prefixed hexadecimal form. */
function addressProblem(addresses: readonly string[]): string[] {
	const [address] = addresses;
	if (addresses.length !== 1 || address === undefined) {
		return [addresses.length === 0 ? 'no address' : `${addresses.length} addresses`];
	}

	return /^0x[\dA-Fa-f]+$/v.test(address) ? [] : ['an address that is not hexadecimal'];
}

/** Whether a notification can have topics. */
export const canHaveTopics = ({channel, eventType}: Pick<NotificationFields, 'channel' | 'eventType'>): boolean => channel === 'WEBHOOK' && eventType === 'GRAPHQL';

/** A member of a record; undefined where it is null or missing. */
const memberOf = (value: unknown, name: string): unknown => member(value, name) ?? undefined;
