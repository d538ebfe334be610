import {findChannel} from './channels.ts';
import {eventOfTopic} from './events.ts';
import {filtersText, orDots, shortFiltersText, type ShortenPart} from './filter-line.ts';
import {eventTypes} from './filters.ts';
import {labelled, labelOfAddress} from './labels.ts';
import type {NotificationFields} from './notification.ts';

/** The fields that a sentence tells. */
export type ToldFields = Pick<
	NotificationFields,
	'channel' | 'recipient' | 'eventType' | 'addresses' | 'network' | 'filters'
> & {readonly topics?: readonly string[] | undefined};

/** The lengths of a sentence, the longest first: everything whole; the address short; and only the first filter. */
export const sentenceForms = ['whole', 'short', 'shortest'] as const;

type SentenceForm = (typeof sentenceForms)[number];

/** The two halves of a sentence, for a question that puts them on lines of their own. */
type SentenceParts = {
	/** The delivery and its conditions: `E-mail ops@example.com when value > 10`. */
	readonly what: string;
	/** The watched address, or its label: `at 0xAb on ETH_MAINNET`. */
	readonly where: string;
};

/** The parts of a sentence that can be long: those of its first filter, and the others. Each is told at most once. */
type ToldPart = Parameters<ShortenPart>[0] | 'channel' | 'recipient' | 'event' | 'network';

/** Shortens a part of a sentence, quotes included. */
type ShortenTold = (part: ToldPart, text: string) => string;

/** A notification as a sentence, not yet safe to show: `E-mail ops@example.com when value > 10 at 0xAb on ETH_MAINNET`. A missing part is `…`. */
export function notificationSentence(told: ToldFields, form: SentenceForm = 'whole', shorten?: ShortenTold): string {
	const {what, where} = sentenceParts(told, form, shorten);
	return `${what} ${where}`;
}

/** The two halves of the sentence of a notification, not yet safe to show. `shorten`: shortens the filter only in the shortest form. */
export function sentenceParts(
	{channel, recipient, eventType, addresses, network, filters, topics}: ToldFields,
	form: SentenceForm = 'whole',
	shorten: ShortenTold = (_part, text) => text,
): SentenceParts {
	const isWhole = form === 'whole';
	const filtered = form === 'shortest' ? shortFiltersText(filters, shorten) : filtersText(filters);
	// The usual event type says nothing. Any other one, and a missing one, is told, or the event of the contract that its topic names.
	const type = eventOfTopic(topics?.[0] ?? '')?.name ?? eventType;
	const event = type === eventTypes[0] ? '' : `${shorten('event', quoteIfSpaced(type))} `;
	const conditions =
		filtered === '' ? `for any ${event}event` : `when ${filtered}${event === '' ? '' : ` in ${event}events`}`;
	return {
		what: `${deliveryText({channel, recipient}, shorten)} ${conditions}`,
		where: `at ${isWhole ? allAddresses(addresses) : shortAddresses(addresses)} on ${shorten('network', quoteIfSpaced(network))}`,
	};
}

/** The beginning of a sentence, without its conditions: `E-mail ops@example.com`; not yet safe to show. */
export function deliveryText(
	{channel, recipient}: Pick<ToldFields, 'channel' | 'recipient'>,
	shorten: ShortenTold = (_part, text) => text,
): string {
	const verb =
		findChannel(channel)?.verb ??
		(channel === '' ? 'Send … to' : `Send a ${shorten('channel', quoteIfSpaced(channel))} message to`);
	return `${verb} ${shorten('recipient', quoteIfSpaced(recipient))}`;
}

/** The numbers of characters at the start and at the end of a short address. */
const addressEnds = [6, 4] as const;

/** The two ends of an address: `0xd8dA…6045`. */
function shortAddress(address: string): string {
	const characters = [...address];
	const [start, end] = addressEnds;
	return characters.length <= start + end + 1
		? address
		: `${characters.slice(0, start).join('')}…${characters.slice(-end).join('')}`;
}

const allAddresses = (addresses: readonly string[]): string =>
	addresses.length === 0 ? '…' : addresses.map(address => quoteIfSpaced(labelled(address))).join(' or ');

const shortAddresses = ([first = '', ...others]: readonly string[]): string =>
	`${quoteIfSpaced(labelOfAddress(first) ?? shortAddress(first))}${others.length === 0 ? '' : ` or ${others.length} more`}`;

/** Quotes a text with spaces, so that it cannot be mistaken for several parts of the sentence. */
const quoteIfSpaced = (text: string): string =>
	/[\s"]/v.test(text) ? `"${text.replaceAll('"', String.raw`\"`)}"` : orDots(text);
