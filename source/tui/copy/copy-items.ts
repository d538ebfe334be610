import {stringify} from 'yaml';
import {toSentBody} from '../../api/sent-body.ts';
import {toCurl} from '../../api/to-curl.ts';
import {toDraft, toInput} from '../../domain/draft/draft.ts';
import {explorerLink} from '../../domain/explorers.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import type {JsonObject} from '../../system/json.ts';
import {plainValue} from '../../system/plain-value.ts';
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

export type CopyContext = {
	/** The base URL of the service. */
	readonly baseUrl: string;
	/** The block explorers from config.yaml, by network. */
	readonly explorers: Readonly<Record<string, string>> | undefined;
};

/** The copy menu for a listed record. `sent`: its template and topics, if this machine sent it. */
export function recordItems(record: ListedRecord, sent: SentContent | undefined, context: CopyContext): CopyItem[] {
	const json: CopyItem = {action: 'copy-json', label: 'JSON, as listed', text: typeof record.raw === 'string' ? record.raw : JSON.stringify(record.raw, undefined, 2)};
	if (record.kind === 'unreadable') {
		return [json];
	}

	const {id, addresses, recipient, userId, name, network} = record;
	const draft = toDraft(record);
	const body = toSentBody(toInput(sent === undefined ? draft : {...draft, template: sent.template, topics: sent.topics}), record.raw);
	const link = explorerLink(network, addresses[0] ?? '', context.explorers);
	const items: CopyItem[] = [
		{action: 'copy-id', label: 'ID', text: id},
		{action: 'copy-address', label: 'address', text: addresses.join(' ')},
		{action: 'copy-recipient', label: 'recipient', text: recipient},
		{action: 'copy-user', label: 'user', text: userId},
		{action: 'copy-name', label: 'name', text: name},
		json,
		...bodyItems(body, context).filter(({action}) => action !== 'copy-json'),
		{action: 'copy-link', label: 'explorer link', text: link ?? '', isLink: true},
	];
	return items.filter(({text}) => text !== '');
}

/** The copy menu for a request that creates a notification. */
export function bodyItems(body: JsonObject, {baseUrl}: Pick<CopyContext, 'baseUrl'>): CopyItem[] {
	return [
		{action: 'copy-json', label: 'JSON body', text: JSON.stringify(body, undefined, 2)},
		{action: 'copy-yaml', label: 'YAML body', text: stringify(plainValue(body))},
		{action: 'copy-curl', label: 'curl command', text: toCurl(baseUrl, body)},
	];
}
