import {isDeepStrictEqual} from 'node:util';
import type {Filter, ListedRecord, Notification, NotificationFields} from './notification.ts';
import {contentFields, filterSpec, listedFields, type Field} from './spec.ts';

/** What is compared; by default everything. */
type Comparison = {
	/** Returns the text of a field, or of a part of a list, that is compared. */
	readonly textOf?: (text: string, key?: string) => string;
	/** Whether an undocumented member of a filter is compared. */
	readonly isCompared?: (value: unknown) => boolean;
};

/** The fields that are compared. What only names a notification comes first. */
const rows = contentFields
	.filter(({isUnlisted}) => !isUnlisted)
	.toSorted((a, b) => Number(b.isLabel ?? false) - Number(a.isLabel ?? false));

/** A text that is equal for two notifications that differ only in what is not compared. */
const formOf = (notification: NotificationFields, comparison: Comparison = {}, compared = rows): string =>
	JSON.stringify(compared.map(row => valueForm(notification, row, comparison)));

function valueForm(notification: NotificationFields, {key, read}: Field, comparison: Comparison): string | string[] {
	const {textOf = sameText} = comparison;
	if (key === 'addresses') {
		return notification.addresses.map(address => comparableAddress(textOf(address))).toSorted();
	}

	return key === 'filters'
		? notification.filters.map(filter => filterForm(filter, comparison)).toSorted()
		: textOf(read(notification), key);
}

const filterForm = (
	{extras = {}, ...filter}: Filter,
	{textOf = sameText, isCompared = () => true}: Comparison,
): string =>
	JSON.stringify([
		...filterSpec.map(({part}) => textOf(filter[part])),
		...Object.entries(extras)
			.filter(([, value]) => isCompared(value))
			.toSorted(([a], [b]) => (a < b ? -1 : 1)),
	]);

const sameText = (text: string): string => text;

/** A comparison without the undocumented members of filters. */
const documented: Comparison = {isCompared: () => false};

/**
Returns a text that is equal for two notifications if everything that is listed of them is equal, apart from the ID.

Filters that differ only in a member that interface.md does not name count as different. The order of the addresses and of the filters, and the case of hexadecimal addresses, are ignored; everything else is compared exactly. The template and topics are not compared, which listings never return.
*/
export const canonicalForm = (notification: NotificationFields): string => formOf(notification);

/** Like `canonicalForm`, without the undocumented members of filters. */
export const documentedForm = (notification: NotificationFields): string => formOf(notification, documented);

/**
Like `documentedForm`, but ignores differences that services make when they rewrite text: surrounding spaces, Unicode normalisation (UAX #15) and, in recipients, case.
*/
export const rewritableForm = (notification: NotificationFields): string =>
	formOf(notification, {
		...documented,
		textOf: (text, key) => (key === 'channel' || key === 'recipient' ? plain(text).toLowerCase() : plain(text)),
	});

/** A text that is equal for two notifications if these fields of them are, apart from white space around a text and Unicode normalisation. */
export const partForm = (notification: NotificationFields, keys: readonly string[]): string =>
	formOf(
		notification,
		{textOf: plain},
		rows.filter(({key}) => keys.includes(key)),
	);

const unnamed = rows.filter(({isLabel}) => !isLabel);

/** Like `canonicalForm`, for duplicates: without the name, and without the undocumented members of filters that a service probably filled in (`negate: false`). */
export const duplicateForm = (notification: NotificationFields): string =>
	formOf(
		notification,
		{isCompared: value => !['false', '""', '0', '[]', '{}'].includes(JSON.stringify(value))},
		unnamed,
	);

/** A text of addresses in which those that are the same are equal. Only hexadecimal ones may be written in either case (EIP-55); elsewhere, as in base58, case tells two addresses apart. */
export const comparableAddress = (text: string): string =>
	text.replaceAll(/(?<![^\s,])0x[\da-f]+(?![^\s,])/giv, hex => hex.toLowerCase());

/** A text without white space around it, in one Unicode form: services rewrite text so. */
export const plain = (text: string): string => text.trim().normalize('NFC');

/**
Returns content with each text that a service may have rewritten as the listed one in its place, so that only what was changed differs from the listed notification: white space around a text, Unicode normalisation and, in a channel and an e-mail address, case. The case of other recipients, such as URLs, matters.
*/
export function asRewritten(own: NotificationFields, listed: NotificationFields): NotificationFields {
	const isEmail = plain(listed.channel).toUpperCase() === 'EMAIL';
	const textOf = (text: string, key?: string) =>
		key === 'channel' || (key === 'recipient' && isEmail) ? plain(text).toLowerCase() : plain(text);
	const rewritten = rows.filter(row =>
		row.key === 'filters'
			? isWithin(own.filters, listed.filters, plain)
			: isDeepStrictEqual(valueForm(own, row, {textOf}), valueForm(listed, row, {textOf})),
	);
	return {
		...listedFields(own),
		...Object.fromEntries(rewritten.map(({key}) => [key, listed[key as keyof NotificationFields]])),
	};
}

/** The last search of each listing, because one create asks several times: in 100,000 records each takes 10 ms. */
const searches = new WeakMap<readonly ListedRecord[], {readonly sought: string; readonly found: Notification[]}>();

/** Finds every listed notification that has the recipient and user of `fields`, apart from what services rewrite, and possibly others. */
export function findCandidates(
	{recipient, userId}: Pick<NotificationFields, 'recipient' | 'userId'>,
	records: readonly ListedRecord[],
): readonly Notification[] {
	const sought = JSON.stringify([recipient, userId]);
	const last = searches.get(records);
	if (last?.sought === sought) {
		return last.found;
	}

	const isRecipient = textMatcher(recipient);
	const isUser = textMatcher(userId);
	const found = records.filter(
		record => record.kind === 'notification' && isRecipient(record.recipient) && isUser(record.userId),
	) as Notification[];
	searches.set(records, {sought, found});
	return found;
}

/** Whether a listed text can be the one that was sent. One in which the journal replaced the API key can be any. */
function textMatcher(sent: string): (text: string) => boolean {
	const wanted = plain(sent).toLowerCase();
	return sent.includes('[API key]') ? () => true : text => text === sent || plain(text).toLowerCase() === wanted;
}

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
	return listed => hide(documentedForm(listed)) === wanted && isWithin(sent.filters, listed.filters, hide);
}

/** Whether each filter has one of its own among the listed ones, as many on both sides, which may have further undocumented members. `textOf`: the text that is compared. */
function isWithin(filters: readonly Filter[], listed: readonly Filter[], textOf: (text: string) => string): boolean {
	const left = [...listed];
	const options = {...documented, textOf};
	// The filter with the most members is matched first.
	const found = filters
		.toSorted((a, b) => countOf(b) - countOf(a))
		.map(filter => {
			const index = left.findIndex(
				one =>
					filterForm(one, options) === filterForm(filter, options) &&
					Object.entries(filter.extras ?? {}).every(
						([name, value]) => textOf(JSON.stringify(one.extras?.[name] ?? null)) === textOf(JSON.stringify(value)),
					),
			);
			left.splice(index, index === -1 ? 0 : 1);
			return index !== -1;
		});
	return left.length === 0 && found.every(Boolean);
}

const countOf = ({extras}: Filter): number => Object.keys(extras ?? {}).length;

/** Finds the listed notifications that equal `fields` in everything that `canonicalForm` compares, except the name. */
export function findDuplicates(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = duplicateForm(fields);
	return findCandidates(fields, records).filter(record => duplicateForm(record) === wanted);
}
