import type {Filter, ListedRecord, Notification, NotificationFields} from './notification.ts';
import {recordsContaining, searchInSlices} from './records-containing.ts';

/**
Returns a text that is equal for two notifications if they are equal: name, user, channel, recipient, network, event type, addresses and filters.

Filters that differ only in a member that interface.md does not name count as different. The order of the addresses and of the filters, and the case of hexadecimal addresses, are ignored; everything else is compared exactly. The ID is not compared, nor are the template and topics, which listings never return.
*/
export function canonicalForm(fields: NotificationFields): string {
	return JSON.stringify([fields.name, ...unnamedForm(fields)]);
}

/**
Like `canonicalForm`, but ignores differences that services make when they rewrite text: surrounding spaces, Unicode normalisation (UAX #15) and, in recipients, case. Undocumented members of filters, which a service may ignore, are left out.
*/
export function rewritableForm(fields: NotificationFields): string {
	const {name, userId, channel, recipient, network, eventType, addresses, filters} = fields;
	return canonicalForm({
		name: plain(name),
		userId: plain(userId),
		channel: plain(channel).toLowerCase(),
		recipient: plain(recipient).toLowerCase(),
		network: plain(network),
		eventType: plain(eventType),
		addresses: addresses.map(address => plain(address)),
		filters: filters.map(({extras, ...filter}) => plainFilter(filter)),
	});
}

/** A text of addresses in which those that are the same are equal. Only hexadecimal ones may be written in either case (EIP-55); elsewhere, as in base58, case tells two addresses apart. */
export const comparableAddress = (text: string): string =>
	text.replaceAll(/(?<![^\s,])0x[\da-f]+(?![^\s,])/giv, hex => hex.toLowerCase());

/** A text without white space around it, in one Unicode form: services rewrite text so. */
export const plain = (text: string): string => text.trim().normalize('NFC');

/**
Returns content with each text that a service may have rewritten as the listed one in its place, so that only what was changed differs from the listed notification: white space around a text, Unicode normalisation and, in a channel and an e-mail address, case. The case of other recipients, such as URLs, matters.
*/
export function asRewritten(fields: NotificationFields, listed: NotificationFields): NotificationFields {
	const own = rowsOf(fields);
	const theirs = rowsOf(listed);
	const isSame = (name: 'name' | 'userId' | 'channel' | 'recipient' | 'network' | 'eventType') => {
		const hasCase = name !== 'channel' && (name !== 'recipient' || plain(theirs.channel).toUpperCase() !== 'EMAIL');
		const [a, b] = [own, theirs].map(each => (hasCase ? plain(each[name]) : plain(each[name]).toLowerCase()));
		return a === b;
	};

	const texts = (['name', 'userId', 'channel', 'recipient', 'network', 'eventType'] as const).map(
		name => [name, (isSame(name) ? theirs : own)[name]] as const,
	);
	const addressesOf = ({addresses}: NotificationFields) =>
		addresses
			.map(address => comparableAddress(plain(address)))
			.toSorted()
			.join(' ');
	const filtersOf = ({filters}: NotificationFields): NotificationFields => ({
		...theirs,
		filters: filters.map(filter => plainFilter(filter)),
	});
	return {
		...own,
		...Object.fromEntries(texts),
		addresses: addressesOf(own) === addressesOf(theirs) ? theirs.addresses : own.addresses,
		filters: matcherOfSent(filtersOf(own))(filtersOf(theirs)) ? theirs.filters : own.filters,
	};
}

const plainFilter = ({fieldName, operator, value, valueType, extras}: Filter): Filter => ({
	fieldName: plain(fieldName),
	operator: plain(operator),
	value: plain(value),
	valueType: plain(valueType),
	...(extras && {extras}),
});

/** Finds the listed notifications that have the rewritable form of `fields`. */
export function findRewritten(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = rewritableForm(fields);
	return findRewrittenCandidates(fields, records).filter(record => rewritableForm(record) === wanted);
}

/** Finds every listed notification that may have the rewritable form of `fields`, and possibly others: like `findCandidates`, but searches for what no rewriting changes. */
export function findRewrittenCandidates(fields: SoughtFields, records: readonly ListedRecord[]): Notification[] {
	return recordsContaining(records, rewrittenTexts(fields), true);
}

type SoughtFields = Pick<NotificationFields, 'recipient' | 'userId'>;

const soughtTexts = ({recipient, userId}: SoughtFields): string[] => [recipient, userId];

const rewrittenTexts = (fields: SoughtFields): string[] => soughtTexts(fields).map(text => unchangedPart(text));

/** Searches a listing between keys for both kinds of candidates of `fields`: afterwards the functions that need them have them at once. `before`: the records of the listing before, which were searched. Returns how many candidates there are. */
export async function prepareCandidates(
	fields: SoughtFields,
	records: readonly ListedRecord[],
	before?: readonly ListedRecord[],
): Promise<number> {
	const rewritten = await searchInSlices(records, rewrittenTexts(fields), true, {before});
	// What has a text as it was sent has the part of it that no rewriting changes, too. A text that is left out has such a part all the same.
	const sought = sentTexts(fields);
	const sent = await searchInSlices(
		records,
		sought,
		false,
		sought.length === soughtTexts(fields).length ? {among: rewritten} : {before},
	);
	return sent.length + rewritten.length;
}

/** The part of a text that is the same, except for its case, however a service rewrites it: all of plain ASCII, and of other text its longest run of letters and digits without what a mark may join. Two ASCII characters are what others become when they are normalised, and brackets may hold what the journal wrote in place of the API key. */
function unchangedPart(text: string): string {
	const trimmed = text.trim();
	return /^[!#-:<-Z\]-_a-~ ]*$/v.test(trimmed)
		? trimmed
		: (trimmed
				.replaceAll('[API key]', ' ')
				.split(/[^0-9A-Za-z\p{Mark}]|[0-9A-Za-z]\p{Mark}|\p{Mark}/v)
				.toSorted((a, b) => b.length - a.length)[0] ?? '');
}

/** Returns everything that `canonicalForm` compares, except the name. */
function unnamedForm(fields: NotificationFields): readonly unknown[] {
	return [
		fields.userId,
		fields.channel,
		fields.recipient,
		fields.network,
		fields.eventType,
		fields.addresses.map(address => comparableAddress(address)).toSorted(),
		fields.filters.map(filter => filterForm(filter)).toSorted(),
	];
}

const filterForm = ({fieldName, operator, value, valueType, extras}: Filter): string =>
	JSON.stringify([
		fieldName,
		operator,
		value,
		valueType,
		...Object.entries(extras ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
	]);

/** Like `canonicalForm`, without the undocumented members of filters. */
export const documentedForm = (fields: NotificationFields): string =>
	canonicalForm({...rowsOf(fields), filters: fields.filters.map(({extras, ...filter}) => filter)});

/** Copies the fields of a listed notification, which may be getters. */
const rowsOf = ({
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
}: NotificationFields): NotificationFields => ({
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
});

/**
Returns a function that checks whether a listed notification has the content that was sent: as `canonicalForm`, but its filters may have further undocumented members, which services fill in.

@param sent - The content that was sent.
@param hide - Applied to both texts before they are compared.
*/
export function matcherOfSent(
	sent: NotificationFields,
	hide = (text: string) => text,
): (listed: NotificationFields) => boolean {
	const wanted = hide(documentedForm(sent));
	// The filter with the most members is matched first.
	const filters = sent.filters.toSorted((a, b) => countOf(b) - countOf(a));
	return listed => {
		if (hide(documentedForm(listed)) !== wanted) {
			return false;
		}

		const left = [...listed.filters];
		return filters.every(filter => {
			const found = left.findIndex(
				one =>
					hide(filterForm({...one, extras: undefined})) === hide(filterForm({...filter, extras: undefined})) &&
					Object.entries(filter.extras ?? {}).every(
						([name, value]) => hide(JSON.stringify(one.extras?.[name] ?? null)) === hide(JSON.stringify(value)),
					),
			);
			left.splice(found, found === -1 ? 0 : 1);
			return found !== -1;
		});
	};
}

const countOf = ({extras}: Filter): number => Object.keys(extras ?? {}).length;

/** Returns a text that is equal for two notifications if they are duplicates: like `canonicalForm`, without the name, and without the undocumented members of filters that a service probably filled in (`negate: false`). */
export function duplicateForm(fields: NotificationFields): string {
	return JSON.stringify(unnamedForm({...rowsOf(fields), filters: fields.filters.map(filter => withoutEmpty(filter))}));
}

function withoutEmpty({extras, ...filter}: Filter): Filter {
	const said = Object.entries(extras ?? {}).filter(
		([, value]) => !['false', '""', '0', '[]', '{}'].includes(JSON.stringify(value)),
	);
	return said.length === 0 ? filter : {...filter, extras: Object.fromEntries(said)};
}

/** Finds the listed notifications that equal `fields` in everything that `canonicalForm` compares, except the name. */
export function findDuplicates(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = duplicateForm(fields);
	return findCandidates(fields, records).filter(record => duplicateForm(record) === wanted);
}

/** Finds the listed notifications that have the content that was sent. */
export function findAsSent(sent: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	return findCandidates(sent, records).filter(matcherOfSent(sent));
}

/**
Finds every listed notification that has the recipient and user of `fields`, and possibly others. It searches the received text instead of parsing it, because parsing 100,000 notifications takes a quarter of a second.
*/
export function findCandidates(fields: SoughtFields, records: readonly ListedRecord[]): Notification[] {
	return recordsContaining(records, sentTexts(fields), false);
}

// A text in which the journal replaced the API key by [API key] differs from the listed one.
const sentTexts = (fields: SoughtFields): string[] => soughtTexts(fields).filter(text => !text.includes('['));
