import {toCreateBody} from '../../../source/service/body.ts';
import type {NotificationInput} from '../../../source/notification/notification.ts';

/** What a service keeps of a POST: the body, as interface.md describes it. */
export type StoredBody = {
	readonly external_user_id: string;
	readonly channel: string;
	readonly notification_name?: string | undefined;
	readonly template?: string | undefined;
	readonly delivery_location: string;
	readonly event_details: {
		readonly network: string;
		readonly event_type: string;
		readonly addresses: readonly string[];
		readonly filters?: ReadonlyArray<Readonly<Record<string, string>>> | undefined;
		readonly graphql?: Readonly<Record<string, string | undefined>> | undefined;
	};
};

/** A record of a listing. The listed record does not show template or graphql (interface.md, "Fields returned when listing"). */
export function toListed(
	id: string,
	{external_user_id, channel, notification_name = '', delivery_location, event_details}: StoredBody,
): object {
	const {network, event_type, addresses, filters = []} = event_details;
	return {
		id: /^\d+$/v.test(id) ? Number(id) : id,
		external_user_id,
		channel,
		notification_name,
		delivery_location,
		event_details: {network, event_type, addresses, filters},
	};
}

/** A text that is equal for two bodies which a listing shows alike. */
export function listedForm(body: StoredBody): string {
	const {addresses} = body.event_details;
	return JSON.stringify(
		toListed('', {
			...body,
			event_details: {...body.event_details, addresses: addresses.map(address => address.toLowerCase())},
		}),
	);
}

/** The body as some services store it: trimmed, in Unicode's form NFC, and the domain of an e-mail address in lower case. */
export function rewrite(body: StoredBody): StoredBody {
	const {delivery_location: location, ...rest} = rewriteTexts(body) as StoredBody;
	const at = location.lastIndexOf('@');
	return {...rest, delivery_location: at === -1 ? location : location.slice(0, at) + location.slice(at).toLowerCase()};
}

function rewriteTexts(value: unknown): unknown {
	if (typeof value === 'string') {
		return value.trim().normalize('NFC');
	}

	if (Array.isArray(value)) {
		return value.map(element => rewriteTexts(element));
	}

	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewriteTexts(member)]))
		: value;
}

/** The body that creates a notification, as the services of the tests keep it. */
export const storedBody = (input: NotificationInput): StoredBody => toCreateBody(input) as unknown as StoredBody;
