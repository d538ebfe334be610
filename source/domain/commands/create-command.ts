import {isDeepStrictEqual} from 'node:util';
import {parseFilter} from '../draft/change.ts';
import {checkedDraft} from '../draft/check-edit.ts';
import {toInput} from '../fields.ts';
import {typedOperator} from '../filters/operator-signs.ts';
import type {Filter, NotificationInput} from '../notification.ts';
import {optionWords, textOrFile, type CommandWords} from './words.ts';

/** A notification that was created. */
export type CreatedContent = {
	readonly input: NotificationInput;
	/** Whether an identical one existed. */
	readonly isDuplicate: boolean;
};

/** A command, and the bodies on its standard input. */
export type CommandWithInput = {readonly words: CommandWords; readonly bodies?: readonly NotificationInput[]};

/** The command that creates notifications: one by options if they can say it, otherwise from bodies on standard input. */
export function createCommandFor(created: readonly CreatedContent[]): CommandWithInput {
	const flags = [
		...(created.some(({isDuplicate}) => isDuplicate) ? ['--allow-duplicate'] : []),
		...(created.some(({input}) => checkedDraft(input, {acceptInvalid: false}).errors.length > 0)
			? ['--accept-invalid']
			: []),
	];
	const options = created.length === 1 ? createOptions(created[0]!.input) : undefined;
	return options === undefined
		? {words: ['create', '-f', '-', ...flags], bodies: created.map(({input}) => input)}
		: {words: ['create', ...options, ...flags]};
}

/** The options of `create` for an input; undefined if they cannot say it. */
function createOptions(input: NotificationInput): CommandWords | undefined {
	const {
		userId,
		channel,
		recipient,
		name,
		network,
		eventType,
		addresses,
		filters,
		topics,
		template,
		extras = {},
		recordExtras = {},
		listed,
	} = input;
	const given = topics.slice(0, topics.findLastIndex(topic => topic !== '') + 1);
	const isSaid =
		listed === undefined &&
		[extras, recordExtras].every(members => Object.keys(members).length === 0) &&
		addresses.length === 1 &&
		channel === channel.toUpperCase() &&
		filters.every(filter => isFilterText(filter)) &&
		!given.includes('') &&
		isTrimmed(input) &&
		isArgument([
			userId,
			channel,
			recipient,
			name,
			network,
			eventType,
			...addresses,
			...given,
			template,
			...filters.map(filter => filterArgument(filter)),
		]);
	if (!isSaid) {
		return undefined;
	}

	const texts = [
		['--user', userId],
		['--channel', channel.toLowerCase()],
		['--to', recipient],
		['--name', name],
		['--network', network],
		['--event', eventType],
		['--address', addresses[0]!],
	] as const;
	return [
		...texts.filter(([, text]) => text !== '').flatMap(([option, text]) => optionWords(option, text)),
		...filters.flatMap(filter => optionWords('--filter', filterArgument(filter))),
		...given.flatMap(topic => optionWords('--topic', topic)),
		...(template === '' ? [] : optionWords('--template', textOrFile('template', template))),
	];
}

/** Whether texts can be arguments of a program: these have no NUL and are UTF-8. */
export const isArgument = (texts: readonly string[]): boolean =>
	texts.every(text => !text.includes('\0') && text.isWellFormed());

/** A filter as `--filter` takes it. */
export const filterArgument = ({fieldName, operator, value, valueType}: Filter): string =>
	[fieldName, typedOperator(operator), value, valueType].join(' ');

/** Whether `--filter` can say a filter. */
export function isFilterText(filter: Filter): boolean {
	const {extras = {}, ...documented} = filter;
	const parsed = parseFilter(filterArgument(filter));
	return Object.keys(extras).length === 0 && parsed.ok && isDeepStrictEqual(parsed.value, documented);
}

/** Whether the options, which remove white space around a text, keep an input as it is. */
function isTrimmed(input: NotificationInput): boolean {
	const {userId, channel, recipient, name, network, eventType, addresses, topics} = toInput(input);
	return isDeepStrictEqual(
		{userId, channel, recipient, name, network, eventType, addresses, topics},
		{
			userId: input.userId,
			channel: input.channel,
			recipient: input.recipient,
			name: input.name,
			network: input.network,
			eventType: input.eventType,
			addresses: input.addresses,
			topics: input.topics,
		},
	);
}
