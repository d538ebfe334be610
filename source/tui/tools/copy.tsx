import {type ListedRecord, rawOf, type Notification, type NotificationInput} from '../../notification/notification.ts';
import {type JsonObject, plainValue} from '../../platform/json.ts';
import {commandToChange} from '../../account/change-command.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {bindingsOf, keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useSettings} from '../ui/session.ts';
import {List, useList} from '../ui/list.tsx';
import {useCopy} from '../ui/notices.ts';
import {knownDraft} from '../../notification/edit.ts';
import {stringify} from 'yaml';
import {toSentBody} from '../../service/body.ts';
import {toCurl} from '../../service/curl.ts';
import {toInput} from '../../notification/fields.ts';
import {explorerLink} from '../../notification/address.ts';
import type {SentContent} from '../../ledger/small-stores.ts';
import type {ActionOf} from '../keys/bindings.ts';

type CopyScreenProps = {
	readonly record?: ListedRecord | undefined;
	/** The request bodies to copy from, in place of a record. */
	readonly bodies?: readonly JsonObject[];
	/** The command of chainbell that does the same as the requests. */
	readonly command?: string | undefined;
};

/** The width of the labels, in columns. */
const labelColumns = 18;

/** The width of what stands before the text: the sign of the cursor, the key and the label. */
const startColumns = labelColumns + 5;

/** The copy menu: each entry has its own key; the arrows and enter work as well. */
export function CopyScreen({record, bodies = [], command}: CopyScreenProps) {
	const session = useSession();
	const {connection, ledger, profileKey} = session;
	const {explorers} = useSettings();
	const {baseUrl} = connection;
	const sent = record?.kind === 'notification' ? ledger?.sent.get(profileKey, record.id) : undefined;
	let items: readonly CopyItem[] = bodyItems(bodies, {baseUrl, command});
	if (record !== undefined) {
		const input = record.kind === 'notification' && {...knownInput(record, sent), listed: rawOf(record)};
		const create = input === false ? undefined : commandToChange({kind: 'create', input, snapshot: undefined}, session);
		items = recordItems(record, sent, {baseUrl, explorers, command: create});
	}

	const {columns, rows} = useBodySize();
	const {pop, announce} = useNavigation();
	const copy = useCopy();
	const list = useList(
		items.map(({action}) => action),
		rows,
	);
	const take = async (item: CopyItem | undefined) => {
		if (item === undefined) {
			announce({text: 'There is nothing of that kind to copy here.'});
		} else {
			pop(await copy(item.text, `the ${item.label}`));
		}
	};

	const own = bindingsOf('copy').map(({action}) => [action, () => take(items.find(item => item.action === action))]);
	const keys = useKeys('copy', {
		actions: {
			...(Object.fromEntries(own) as Record<CopyItem['action'], () => void>),
			...list.moves,
			async accept() {
				await take(items[list.selected]);
			},
			back() {
				pop();
			},
		},
	});
	return (
		<Frame keys={keys}>
			<List
				of={list}
				textAt={index => {
					const {action, label, text, isLink} = items[index]!;
					const start = `${keyOf('copy', action)}  ${fit(label, labelColumns)}`;
					const shown = truncate(sanitiseCell(text.replaceAll(/\s+/gv, ' ')), Math.max(1, columns - startColumns - 1));
					const spans = [{text: start}, {text: isLink ? hyperlink(text, shown) : shown}];
					return {text: `${start}${shown}`, spans};
				}}
			/>
		</Frame>
	);
}

/** A text that the terminal opens a link for (OSC 8). Only for links that this program made. */
const hyperlink = (link: string, text: string): string => `\u{1B}]8;;${link}\u{1B}\\${text}\u{1B}]8;;\u{1B}\\`;

/** An entry of the copy menu. */
type CopyItem = {
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
function knownInput(record: Notification, sent: SentContent | undefined): NotificationInput {
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
