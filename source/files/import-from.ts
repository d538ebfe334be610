import * as z from 'zod';
import {withChanges, type DraftChange} from '../notification/edit.ts';
import {readTopics} from '../notification/events.ts';
import {blankDraft, toInput, type Draft} from '../notification/fields.ts';
import {member} from '../platform/json.ts';
import {joined, numberText} from '../platform/text.ts';
import {toCreateBody} from '../service/body.ts';
import {truncate} from '../terminal/width.ts';
import {unreadableInput, type FileEntry, type Mistake} from './notification-file.ts';
import {readEntry} from './read-entry.ts';
import type {FileReading} from './read-file.ts';
import {readValues, type ValuePath} from './read-values.ts';

/*
What other services return for their alerts; the sources are in docs/decisions/service.md. What is not there is tolerated, and what a notification cannot say is told.
*/

/** An alert of another service, as far as a notification can say it. */
type Alert = {
	readonly name: string;
	/** Its names of the networks. */
	readonly networks: readonly string[];
	readonly addresses: readonly string[];
	/** The events that fire it, each as a signature or a topic; an empty text is any activity. */
	readonly events: readonly string[];
	readonly recipients: ReadonlyArray<{readonly channel: string; readonly to: string}>;
	/** What cannot be said, a line each. */
	readonly lost: readonly string[];
	/** Whether it does not fire now. */
	readonly isPaused: boolean;
	/** Why none of it can be said: the first that is a text. */
	readonly leftOut: ReadonlyArray<string | false>;
};

/** An alert, its position in the document, and what it is called there: `webhook wh_1`. */
type PlacedAlert = Alert & {readonly path: ValuePath; readonly what: string};

/** The most notifications that an export may become. */
const mostEntries = 100_000;

/**
Reads what another service returns for its alerts as notifications: one for each network, address, event and recipient.

@param source - JSON or, for OpenZeppelin, YAML.
@param name - The name of the file, for messages.
@param service - The service.
@param changes - What all notifications share, such as the user, whom other services do not know.
@returns The notifications, and what they do not say, a line each: of alerts that became some, and of those that became none.
@throws BodiesError if it is not what that service returns.
*/
export function readExport(
	source: string,
	name: string,
	service: ImportSource,
	changes: readonly DraftChange[],
): FileReading & {readonly notes: readonly string[]} {
	const {header, entries: values} = readValues(source, name);
	const document = header ?? values[0];
	const read = services[service].safeParse(document?.value);
	if (document === undefined || values.length > 1 || !read.success) {
		const [{path, message} = {path: [], message: 'one document is expected'}] = read.error?.issues ?? [];
		throw unreadableInput(name, {
			message: joined([`this is not what ${service} returns:`, path.join('.'), message], ' '),
			...document?.locate(path as ValuePath),
		});
	}

	const mistakes: Mistake[] = [];
	const entries: FileEntry[] = [];
	const notes: string[] = [];
	for (const alert of read.data) {
		const place = {file: name, ...document.locate(alert.path)};
		const [networks, otherNetworks] = known('network', alert.networks, each => networkNames.get(each.toLowerCase()));
		const [topics, otherEvents] = known('event', alert.events, topicOf);
		const reason = [
			...alert.leftOut,
			alert.addresses.length === 0 && 'it has no addresses',
			networks.length === 0 && 'none of its networks is known here',
			topics.length === 0 && 'none of its events is a signature or a topic',
			alert.recipients.length === 0 && 'none of its recipients can be one of a notification',
		].find(each => each !== false);
		const paused = alert.isPaused && 'it is paused: apply creates it once you remove parked: true';
		const told = [
			reason === undefined ? paused : `left out: ${reason}`,
			...alert.lost,
			...otherNetworks,
			...otherEvents,
		].filter(line => line !== false);
		notes.push(
			...told.map(line => `${alert.what}${alert.name === '' ? '' : ` ${JSON.stringify(alert.name)}`}: ${line}`),
		);
		for (const part of reason === undefined ? partsOf(alert, networks, topics) : []) {
			if (entries.length >= mostEntries) {
				throw unreadableInput(name, {message: `this is more than ${numberText(mostEntries)} notifications`, ...place});
			}

			const draft: Draft = {...blankDraft, ...part, name: alert.name};
			const body = toCreateBody(toInput(withChanges(draft, changes)));
			const reading = {defaults: {}, placeOf: () => place, mistakes};
			entries.push(...[readEntry({...body, parked: alert.isPaused}, reading)].filter(entry => entry !== undefined));
		}
	}

	return {file: {name, profile: undefined, scope: undefined, entries, isImport: true}, mistakes, notes};
}

/** The parts of an alert that differ between its notifications. */
function* partsOf({addresses, recipients}: Alert, networks: readonly string[], topics: readonly string[]) {
	for (const network of networks) {
		for (const address of addresses) {
			for (const topic of topics) {
				for (const {channel, to: recipient} of recipients) {
					const eventType = topic === '' ? 'ADDRESS_ACTIVITY' : 'GRAPHQL';
					yield {
						network,
						addresses: [address],
						eventType,
						topics: [topic, '', '', ''] as const,
						channel,
						recipient,
					};
				}
			}
		}
	}
}

/** The known values of a member, and a line for each unknown one. */
const known = <V, T>(name: string, values: readonly V[], read: (value: V) => T | undefined) =>
	[
		values.map(value => read(value)).filter(each => each !== undefined),
		values.filter(value => read(value) === undefined).map(value => lostLine(name, value)),
	] as const;

/** The topic of an event by its signature, unless it is one already; undefined for any other text. */
function topicOf(event: string) {
	const [topic] = readTopics([event, '', '', '']).readings;
	return topic!.problem === undefined ? topic!.sent : undefined;
}

/** The networks by the names of the services, in lower case; those of Alchemy are the same as here. */
const networkNames = new Map(
	Object.entries({
		ETH_MAINNET: ['mainnet', 'ethereum-mainnet', '0x1'],
		ETH_SEPOLIA: ['sepolia', 'ethereum-sepolia', '0xaa36a7'],
		BASE_MAINNET: ['base', 'base-mainnet', '0x2105'],
		MATIC_MAINNET: ['matic', 'polygon-mainnet', '0x89'],
		ARB_MAINNET: ['arbitrum', 'arbitrum-mainnet', '0xa4b1'],
		OPT_MAINNET: ['optimism', 'optimism-mainnet', '0xa'],
	}).flatMap(([ours, theirs]) => [ours.toLowerCase(), ...theirs].map(each => [each, ours] as const)),
);

const text = z
	.string()
	.nullish()
	.transform(value => value ?? '');
const flag = z.boolean().nullish();
const list = <T extends z.ZodType>(of: T) =>
	z
		.array(of)
		.nullish()
		.transform(values => values ?? []);
const anything = list(z.unknown());
/** Addresses: texts, or objects with one. */
const texts = list(z.union([z.string(), z.looseObject({address: z.string()}).transform(({address}) => address)]));

/** An object of which `lost` has the other members: all that have a value and that the service has not `generated`. */
const item = <S extends z.ZodRawShape>(shape: S, generated: readonly string[] = []) =>
	z.looseObject(shape).transform(read => ({
		...read,
		lost: Object.entries(read).flatMap(([name, value]) =>
			Object.hasOwn(shape, name) || generated.includes(name) || isEmpty(value) ? [] : [lostLine(name, value)],
		),
	}));

const isEmpty = (value: unknown) => ['null', '""', 'false', '0', '[]', '{}'].includes(JSON.stringify(value));

/** The width of a line of what cannot be said, in columns. */
const lostWidth = 200;

const secretName = /auth|key|secret|token|password|headers/iv;

/** A member in a line, without what may be secret. */
const lostLine = (name: string, value: unknown) =>
	truncate(
		`${name}: ${JSON.stringify(value, (key, inner: unknown) => (secretName.test(key === '' ? name : key) ? '…' : inner))}`,
		lostWidth,
	);

/** A response with a list of alerts. `name`: of the member with the list; `what`: what each is called. */
const response = <T extends {readonly id: string; readonly lost: readonly string[]}>(
	name: string,
	what: string,
	of: z.ZodType<T>,
	read: (alert: T) => Alert,
) =>
	z.looseObject({[name]: z.array(of)}).transform(document =>
		(document[name] as readonly T[]).map((alert, index): PlacedAlert => ({
			...read(alert),
			path: [name, index],
			what: `${what} ${alert.id}`,
		})),
	);

const isPausedAt = (status: string) => !['', 'active'].includes(status);

const webhook = (url: string): Alert['recipients'] => (url === '' ? [] : [{channel: 'WEBHOOK', to: url}]);

/** GET https://dashboard.alchemy.com/api/team-webhooks; `addresses` as api/webhook-addresses has them. */
const alchemy = response(
	'data',
	'webhook',
	item(
		{id: text, name: text, network: text, webhook_type: text, webhook_url: text, is_active: flag, addresses: texts},
		['time_created', 'version', 'signing_key', 'app_id'],
	),
	({name, network, webhook_type: type, webhook_url: url, is_active: isActive, addresses, lost}) => ({
		name,
		networks: [network],
		addresses,
		events: [''],
		recipients: webhook(url),
		lost,
		isPaused: isActive === false,
		leftOut: [
			type !== 'ADDRESS_ACTIVITY' && `its type is ${type}`,
			addresses.length === 0 && 'add its addresses, from webhook-addresses',
		],
	}),
);

/** GET https://api.moralis-streams.com/streams/evm; `addresses` as streams/evm/ID/address has them. */
const moralis = response(
	'result',
	'stream',
	item(
		{
			id: text,
			description: text,
			webhookUrl: text,
			status: text,
			chainIds: texts,
			topic0: texts,
			addresses: texts,
			allAddresses: flag,
			includeNativeTxs: flag,
		},
		['statusMessage', 'updatedAt', 'amountOfAddresses'],
	),
	({description, webhookUrl, chainIds, topic0, addresses, status, allAddresses, includeNativeTxs, lost}) => ({
		name: description,
		networks: chainIds,
		addresses,
		events: includeNativeTxs === true || topic0.length === 0 ? ['', ...topic0] : topic0,
		recipients: webhook(webhookUrl),
		lost,
		isPaused: isPausedAt(status),
		leftOut: [
			allAddresses === true && 'it watches all addresses',
			addresses.length === 0 && 'add its addresses, from streams/evm/ID/address',
		],
	}),
);

/** GET https://api.quicknode.com/webhooks/rest/v1/webhooks. A Stream or an alert of QuickAlerts, whose lists are alike, runs a program. */
const quicknode = response(
	'data',
	'webhook',
	item(
		{
			id: text,
			name: text,
			network: text,
			status: text,
			templateId: text,
			templateArgs: z.looseObject({wallets: texts, contracts: texts, eventHashes: texts}).nullish(),
			destination_attributes: item({url: text}, ['security_token']).nullish(),
		},
		['created_at', 'updated_at', 'sequence'],
	),
	({name, network, status, templateId, templateArgs, destination_attributes: destination, lost}) => {
		const {wallets = [], contracts = [], eventHashes = []} = templateArgs ?? {};
		const isWallet = templateId === 'evmWalletFilter';
		const isEvents = templateId === 'evmContractEvents' && eventHashes.length > 0;
		return {
			name,
			networks: [network],
			addresses: isWallet ? wallets : contracts,
			events: isWallet ? [''] : eventHashes,
			recipients: webhook(destination?.url ?? ''),
			lost: [...lost, ...(destination?.lost ?? [])],
			isPaused: isPausedAt(status),
			leftOut: [!isWallet && !isEvents && 'it watches neither wallets nor events of contracts'],
		};
	},
);

const conditions = list(z.looseObject({signature: z.string(), expression: text}));

const monitor = item(
	{
		name: text,
		network: text,
		paused: flag,
		addresses: anything,
		contracts: anything,
		conditions: z.looseObject({event: conditions, function: conditions, transaction: text}).nullish(),
		'notify-config': item({channels: anything}).nullish(),
	},
	['type', 'abi'],
);

/** The serverless.yml of defender-as-code, for OpenZeppelin Defender. */
const openzeppelin = z
	.looseObject({resources: z.looseObject({monitors: z.record(z.string(), monitor)})})
	.transform(document =>
		Object.entries(document.resources.monitors).map(([key, found]): PlacedAlert => {
			const {event = [], function: calls = [], transaction = ''} = found.conditions ?? {};
			const {channels = [], lost = []} = found['notify-config'] ?? {};
			const refer = (each: unknown) => referred(document, each);
			const [addresses, others] = known('address', [...found.addresses, ...found.contracts].map(refer), addressIn);
			const [recipients, otherChannels] = known('channel', channels.map(refer), each => recipientsOf(document, each));
			const narrowed = event.filter(({expression}) => expression !== '');
			return {
				path: ['resources', 'monitors', key],
				what: 'monitor',
				name: found.name === '' ? key : found.name,
				networks: [found.network],
				addresses,
				events: event.length === 0 ? [''] : event.map(({signature}) => signature),
				recipients: recipients.flat(),
				lost: [
					...found.lost,
					...lost,
					...others,
					...otherChannels,
					...[...narrowed, ...calls].map(({signature, expression}) =>
						`condition: ${signature} ${expression}`.trimEnd(),
					),
					...(transaction === '' ? [] : [`condition: ${transaction}`]),
				],
				isPaused: found.paused === true,
				leftOut: [event.length === 0 && calls.length > 0 && 'it watches calls of functions'],
			};
		}),
	);

/** What a reference, `${self:resources.contracts.vault}`, leads to; anything else as it is. */
function referred(document: unknown, value: unknown, hops = 10): unknown {
	const [, path] = typeof value === 'string' ? (/^\$\{self:([\w\-.]+)\}$/v.exec(value) ?? []) : [];
	const found = path?.split('.').reduce<unknown>((outer, name) => member(outer, name), document);
	return found === undefined || hops === 0 ? value : referred(document, found, hops - 1);
}

/** The address of a contract, which can stand after its network: `sepolia-0x62…`. */
const addressIn = (value: unknown) => /0x[\da-f]{40}$/iv.exec(String(member(value, 'address') ?? value))?.[0];

/** The channels of OpenZeppelin that a notification can have, and the setting that names the recipients. */
const channelSettings: Readonly<Record<string, readonly [channel: string, setting: string]>> = {
	email: ['EMAIL', 'emails'],
	slack: ['SLACK', 'url'],
	webhook: ['WEBHOOK', 'url'],
	telegram: ['TELEGRAM', 'chat-id'],
};

function recipientsOf(document: unknown, found: unknown): Alert['recipients'] | undefined {
	const [channel = '', setting = ''] = channelSettings[String(member(found, 'type'))] ?? [];
	const value = referred(document, member(member(found, 'config'), setting));
	const recipients = (Array.isArray(value) ? (value as unknown[]) : [value])
		.map(each => referred(document, each))
		.filter(each => ['string', 'number'].includes(typeof each) && !String(each).startsWith('${'))
		.map(each => ({channel, to: String(each)}));
	return recipients.length === 0 ? undefined : recipients;
}

/** The services whose alerts can be read. */
const services = {openzeppelin, alchemy, quicknode, moralis};

export type ImportSource = keyof typeof services;
