import {isObject, member} from '../platform/json.ts';
import {channelNames} from './channels.ts';
import type {NotificationFields, Topics} from './notification.ts';
import {canHaveTopics} from './topics.ts';
import {fields, filterSpec, rowOf} from './spec.ts';
import {otherTypes, undocumentedPaths} from './undocumented.ts';

/** The known content of a notification that is to be deleted. */
export type KnownContent = {
	/** The record as listed. */
	readonly raw: unknown;
	readonly input: NotificationFields;
	/** The template as sent from this machine; undefined if it is not known. */
	readonly template: string | undefined;
	/** The topics as sent from this machine; undefined if they are not known. */
	readonly topics: Topics | undefined;
};

/** The differences to expect if a notification is deleted and recreated. */
export type RecreationLosses = {
	/** Whether its template or topics would be lost: listings never return them, and they were not sent from this machine. */
	readonly isContentUnknown: boolean;
	/** The differences from the fields that interface.md documents, in a few words each; not yet safe to show. They are sent again, but the service may refuse or ignore them. */
	readonly undocumented: readonly string[];
};

/** Determines how exactly a notification can be recreated. The API key is not considered: see `isStoredRedacted`. */
export function recreationLosses(source: KnownContent): RecreationLosses {
	const {raw, input, topics} = source;
	return {
		isContentUnknown:
			knownTemplate(source) === undefined ||
			(canHaveTopics(input) && topics === undefined && input.extras?.graphql === undefined),
		undocumented: [
			...undocumentedValues(input),
			...(otherTypes(raw).some(path => path !== rowOf('template').path) ? ['values that are not text'] : []),
			...undocumentedNames(raw),
		],
	};
}

/** The template as sent from this machine, or else as listed, although interface.md says that listings never return it; undefined if it is not known. */
export function knownTemplate({raw, template}: Pick<KnownContent, 'raw' | 'template'>): string | undefined {
	const listed = memberOf(raw, 'template');
	return template ?? (typeof listed === 'string' ? listed : undefined);
}

function undocumentedNames(raw: unknown): string[] {
	const names = [...undocumentedPaths(isObject(raw) ? raw : {}).keys()].map(path =>
		path.replace(/^event_details\.(?=filters\.)/v, ''),
	);
	return names.length === 0 ? [] : [`members ${names.join(', ')}`];
}

function undocumentedValues(input: NotificationFields): string[] {
	const {channel, addresses, filters} = input;
	const missing = fields
		.filter(({shape, read}) => shape.kind === 'text' && shape.isRequired && !shape.oneOf && read(input) === '')
		.map(({key, name}) => `no ${key === 'eventType' ? 'event type' : name}`);
	return [
		...missing,
		...((channelNames() as readonly string[]).includes(channel)
			? []
			: [channel === '' ? 'no channel' : `channel ${channel}`]),
		...addressProblem(addresses),
		...(filters.every(filter => filterSpec.every(({part, shape}) => !shape.isRequired || filter[part] !== ''))
			? []
			: ['a filter that is not complete']),
	];
}

/** The problem with the addresses: interface.md, "EventDetails", documents a single one in 0x-prefixed hexadecimal form. */
function addressProblem(addresses: readonly string[]): string[] {
	const [address] = addresses;
	if (addresses.length !== 1 || address === undefined) {
		return [addresses.length === 0 ? 'no address' : `${addresses.length} addresses`];
	}

	return /^0x[\dA-Fa-f]+$/v.test(address) ? [] : ['an address that is not hexadecimal'];
}

/** A member of a record; undefined if it is null or missing. */
const memberOf = (value: unknown, name: string): unknown => member(value, name) ?? undefined;
