import {knownDraft} from '../../notification/edit.ts';
import {stringify} from 'yaml';
import {toSentBody} from '../../service/body.ts';
import {toCurl} from '../../service/curl.ts';
import {toInput} from '../../notification/fields.ts';
import {explorerLink} from '../../notification/address.ts';
import {type ListedRecord, type Notification, type NotificationInput, rawOf} from '../../notification/notification.ts';
import type {SentContent} from '../../ledger/small-stores.ts';
import {type JsonObject, plainValue} from '../../platform/json.ts';
import type {ActionOf} from '../keys/bindings.ts';

/** An entry of the copy menu. */
export type CopyItem = {
	readonly action: Extract<ActionOf<'copy'>, `copy-${string}`>;
	readonly label: string;
	/** The text put on the clipboard. Not safe to show. */
	readonly text: string;
	/** Whether the text is a link that this program made. */
	readonly isLink?: true;
};

type CopyContext = {
	/** The base URL of the service. */
	readonly baseUrl: string;
	/** The command of chainbell that creates it; undefined if it is not known. */
	readonly command?: string | undefined;
	/** The block explorers from config.yaml, by network. */
	readonly explorers: Readonly<Record<string, string>> | undefined;
};

/** A record as it was listed. */
export const listedJson = (record: ListedRecord): string => {
	const raw = rawOf(record);
	return typeof raw === 'string' ? raw : JSON.stringify(raw, undefined, 2);
};

/** The input that recreates a listed notification, as far as it is known. `sent`: its template and topics, if this machine sent them. */
export function knownInput(record: Notification, sent: SentContent | undefined): NotificationInput {
	return toInput(knownDraft(record, sent));
}

/** The copy menu for a listed record. `sent`: its template and topics, if this machine sent it. */
export function recordItems(record: ListedRecord, sent: SentContent | undefined, context: CopyContext): CopyItem[] {
	const json: CopyItem = {action: 'copy-json', label: 'JSON, as listed', text: listedJson(record)};
	if (record.kind === 'unreadable') {
		return [json];
	}

	const {id, addresses, recipient, userId, name, network} = record;
	const body = toSentBody(knownInput(record, sent), rawOf(record));
	const link = explorerLink(network, addresses[0] ?? '', context.explorers);
	const items: CopyItem[] = [
		{action: 'copy-id', label: 'ID', text: id},
		{action: 'copy-address', label: 'address', text: addresses.join(' ')},
		{action: 'copy-recipient', label: 'recipient', text: recipient},
		{action: 'copy-user', label: 'user', text: userId},
		{action: 'copy-name', label: 'name', text: name},
		json,
		...bodyItems([body], context).map((item): CopyItem =>
			item.action === 'copy-json' ? {...item, action: 'copy-body'} : item,
		),
		{action: 'copy-link', label: 'explorer link', text: link ?? '', isLink: true},
	];
	return items.filter(({text}) => text !== '');
}

/** The copy menu for requests that each create a notification. */
export function bodyItems(
	bodies: readonly JsonObject[],
	{baseUrl, command}: Pick<CopyContext, 'baseUrl' | 'command'>,
): CopyItem[] {
	const body = bodies.length === 1 ? bodies[0]! : bodies;
	return [
		{action: 'copy-json', label: 'JSON body', text: JSON.stringify(body, undefined, 2)},
		{action: 'copy-yaml', label: 'YAML body', text: stringify(plainValue(body))},
		{action: 'copy-curl', label: 'curl command', text: bodies.map(each => toCurl(baseUrl, each)).join('\n')},
		...(command === undefined ? [] : [{action: 'copy-command', label: 'chainbell command', text: command} as const]),
	];
}
