import {isObject, member} from '../system/json.ts';
import {channelNames} from './channels.ts';
import type {NotificationFields, Topics} from './notification.ts';
import {canHaveTopics} from './topics.ts';
import {documented, filtersOf, undocumentedPaths} from './undocumented.ts';
import {textMembers} from './wire-names.ts';

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
		undocumented: [...undocumentedValues(input), ...hasOtherTypes(raw) ? ['values that are not text'] : [], ...undocumentedNames(raw)],
	};
}

/** The template as it was sent from this machine, or else as listed, although interface.md says that listings never return it; undefined: not known. */
export function knownTemplate({raw, template}: Pick<RestoreSource, 'raw' | 'template'>): string | undefined {
	const listed = memberOf(raw, 'template');
	return template ?? (typeof listed === 'string' ? listed : undefined);
}

function undocumentedNames(raw: unknown): string[] {
	const names = [...undocumentedPaths(isObject(raw) ? raw : {}).keys()].map(path => path.replace(/^event_details\.(?=filters\.)/v, ''));
	return names.length === 0 ? [] : [`members ${names.join(', ')}`];
}

/** Whether a value is not a string: interface.md gives every member that is neither an object nor a list that type. */
function hasOtherTypes(raw: unknown): boolean {
	const details = memberOf(raw, 'event_details');
	const addresses = memberOf(details, 'addresses');
	const values = [
		...textMembers.record.filter(name => name !== 'template').map(name => memberOf(raw, name)),
		...textMembers.details.map(name => memberOf(details, name)),
		...Array.isArray(addresses) ? addresses as unknown[] : [],
		...filtersOf(details).flatMap(filter => [...documented.filter].map(name => memberOf(filter, name))),
	];
	return values.some(value => value !== undefined && typeof value !== 'string');
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

/** A member of a record; undefined where it is null or missing. */
const memberOf = (value: unknown, name: string): unknown => member(value, name) ?? undefined;
