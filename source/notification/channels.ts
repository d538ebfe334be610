import {isLoopback} from '../platform/proxy.ts';

/** A delivery channel. */
export type Channel = {
	/** The service's name for the channel. */
	readonly name: string;
	/** A code of at most five letters, for a narrow column. */
	readonly code: string;
	/** The key that chooses the channel in the form. */
	readonly letter: string;
	/** The name of a recipient, for hints: `e-mail address`. */
	readonly label: string;
	readonly sampleRecipient: string;
	/** The colour of its name on a dark and on a light background: a number of the 256 colours. */
	readonly colours: {readonly dark: number; readonly light: number};
	/** The delivery in a sentence, before the recipient: `E-mail`. */
	readonly verb?: string;
	/** Returns the problem with a recipient, to follow the field's label; undefined if there is none. */
	readonly check: (recipient: string) => string | undefined;
	/** Whether a recipient that fails the check is refused. Otherwise the form only warns. */
	readonly isStrict: boolean;
	/** Returns the recipient as history shows it. URLs are masked before this is called. */
	readonly mask: (recipient: string) => string;
};

/** What stands for what is hidden. A `…` stands for what has no room. */
export const hidden = '***';

const hideAll = (recipient: string) => (recipient === '' ? '' : hidden);

const table = [
	{
		name: 'EMAIL',
		code: 'EMAIL',
		letter: 'e',
		label: 'e-mail address',
		sampleRecipient: 'someone@example.com',
		colours: {dark: 80, light: 24},
		verb: 'E-mail',
		isStrict: true,
		check: text =>
			/^[^\s@]+@[^\s@]+\.[^\s.@]+$/v.test(text) ? undefined : 'is not an e-mail address, such as someone@example.com',
		mask: recipient => recipient,
	},
	{
		name: 'WEBHOOK',
		code: 'HOOK',
		letter: 'w',
		label: 'URL',
		sampleRecipient: 'https://example.com/hook',
		colours: {dark: 183, light: 91},
		verb: 'POST to',
		isStrict: true,
		check(text) {
			const url = URL.parse(text);
			const isAllowed =
				/^https?:\/\/\S+$/iv.test(text) &&
				(url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname)));
			return isAllowed ? undefined : 'is not an https:// URL';
		},
		mask: hideAll,
	},
	{
		name: 'TELEGRAM',
		code: 'TGRM',
		letter: 't',
		label: 'chat ID or @username',
		sampleRecipient: '-1001234567890',
		colours: {dark: 180, light: 23},
		verb: 'Telegram',
		isStrict: false,
		check: text => (/^(?:-?\d+|@\w{4,32})$/v.test(text) ? undefined : 'is neither a chat ID nor an @username'),
		mask(recipient) {
			const characters = [...recipient];
			return characters.length > 4
				? `${characters.slice(0, 2).join('')}${hidden}${characters.slice(-2).join('')}`
				: hideAll(recipient);
		},
	},
	{
		name: 'SLACK',
		code: 'SLCK',
		letter: 's',
		label: 'webhook URL, #channel, or channel or user ID',
		sampleRecipient: '#alerts',
		colours: {dark: 218, light: 58},
		verb: 'Slack',
		isStrict: false,
		check: text =>
			/^(?:#\S+|[CDGUW][\dA-Z]{5,}|https:\/\/hooks\.slack(?:-gov)?\.com\/\S+)$/v.test(text)
				? undefined
				: 'is not an incoming webhook URL, a #channel, or a channel or user ID',
		// Names of channels and users are not secret; anything else may be.
		mask: recipient => (/^(?:[#@][^\s\/]+|[CDGUW][\dA-Z]{5,14})$/v.test(recipient) ? recipient : hideAll(recipient)),
	},
] as const satisfies readonly Channel[];

type ChannelName = (typeof table)[number]['name'];

/** The delivery channels: the one closed list of interface.md, "What the service does". To add a channel, add a row. */
export const channels: readonly Channel[] = table;

/** The names of all channels, in the table's order. */
export function channelNames(): readonly ChannelName[] {
	return channels.map(({name}) => name as ChannelName);
}

/** The row of a channel; undefined for a name that is not in the table, which a service may list. */
export function findChannel(name: string): Channel | undefined {
	return channels.find(channel => channel.name === name);
}

/** Whether the recipient is a URL to which this machine can send what the service would: a webhook, or one of Slack. */
export const hasEndpoint = ({channel, recipient}: {readonly channel: string; readonly recipient: string}): boolean =>
	['WEBHOOK', 'SLACK'].includes(channel) && findChannel('WEBHOOK')!.check(recipient) === undefined;

/** A hint on what to enter as a recipient on a channel, with an example. All channels outside the table have the same hint. */
export function recipientHint(channel: string): string {
	const known = findChannel(channel);
	return known === undefined ? 'depends on the channel' : `${known.label}, e.g. ${known.sampleRecipient}`;
}
