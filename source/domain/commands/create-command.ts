import {isDeepStrictEqual} from 'node:util';
import {parseFilter} from '../draft/change.ts';
import {checkedDraft} from '../draft/check-edit.ts';
import {toInput} from '../fields.ts';
import {typedOperator} from '../filters/operator-signs.ts';
import {optionFields, textsOf, type Field} from '../spec.ts';
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
	const {channel, addresses, filters, topics, extras = {}, recordExtras = {}, listed} = input;
	const given = topics.slice(0, topics.findLastIndex(topic => topic !== '') + 1);
	const isSaid =
		listed === undefined &&
		[extras, recordExtras].every(members => Object.keys(members).length === 0) &&
		addresses.length === 1 &&
		channel === channel.toUpperCase() &&
		filters.every(filter => isFilterText(filter)) &&
		!given.includes('') &&
		isDeepStrictEqual({...toInput(input), filters}, input) &&
		optionFields.every(field => isArgument(textsOf(input, field)));
	if (!isSaid) {
		return undefined;
	}

	return optionFields.flatMap(field => {
		const texts =
			field.key === 'filters'
				? filters.map(filter => filterArgument(filter))
				: textsOf(input, field).filter(text => text !== '');
		return texts.flatMap(text => optionWords(`--${field.optionName}`, optionText(field, text)));
	});
}

/** A text as `create` takes it. */
const optionText = ({key}: Field, text: string): string =>
	key === 'channel' ? text.toLowerCase() : textOrFile(key, text);

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
