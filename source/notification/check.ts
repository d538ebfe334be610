import {codePointName, foldText, invisibleIn, nearest, suggestion} from '../platform/text.ts';
import {readAddress} from './address.ts';
import {channelNames, findChannel} from './channels.ts';
import {readTopics} from './events.ts';
import {fieldsOf, filterOf, formFieldOf, readField, topicIndex, type Draft} from './fields.ts';
import {parseFilters, type Place} from './filter-line.ts';
import {canHaveTopics, type Filter} from './notification.ts';
import {listItems, nameOfSign, isDecimal, isInteger, isMismatch, resolveTypeAlias} from './filters.ts';
import {addressesOfLabel, labelNames} from './labels.ts';
import {partSpec, type FieldId, type FilterPart} from './spec.ts';
import type {KnownValues} from './suggest.ts';

/** A problem with a field, found by this program or reported by the service. */
export type DraftIssue = {
	readonly field: FieldId;
	/** An error prevents sending; a warning does not. */
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** Whether the operator may accept the issue and send anyway, because interface.md does not rule the text out. */
	readonly canOverride?: true;
	/** Whether the issue is shown while the field is being filled in, not only afterwards. */
	readonly isUrgent?: true;
	/** Whether the field is empty. This is reported for a field that was emptied, and before sending. */
	readonly isMissing?: true;
	/** The place of a mistake in the line of the filters. Its message is a sentence that names the filter. */
	readonly place?: Place;
	/** Whether the issue is a policy of config.yaml, which is about the whole notification. */
	readonly isPolicy?: true;
};

export type CheckOptions = {
	/** The accepted texts of fields whose issue can be overridden. */
	readonly accepted?: AcceptedTexts;
	/** The networks, operators and value types that the service is known to accept, besides the vocabulary. */
	readonly known?: KnownValues;
	/** Whether a field is checked; by default all are. */
	readonly isChecked?: (field: FieldId) => boolean;
};

/** Texts that the operator accepted although they look wrong, by field. */
export type AcceptedTexts = Readonly<Partial<Record<FieldId, string>>>;

type Issue = Omit<DraftIssue, 'field'>;

/** Checks a draft, as typed, before it is sent, and returns the issues in the order of the form's fields. White space around a field is ignored. An error is a violation of interface.md, "Resources and their fields", or a probable mistake that the document allows, which can be overridden. Anything else that looks wrong is a warning. */
export function checkDraft(
	draft: Draft,
	{accepted = {}, known = {}, isChecked = () => true}: CheckOptions = {},
): DraftIssue[] {
	const line = draft.filtersText;
	const mistakes = line === undefined ? [] : parseFilters(line).mistakes;
	return fieldsOf(draft).flatMap((field): DraftIssue[] => {
		const own = mistakes.filter(({index, part}) => field === `filter.${index}.${part}`);
		if (own.length > 0 || !isChecked(field)) {
			return own.map(({start, end, message}) => ({field, ...error(message), place: {start, end}}));
		}

		const text = readField(draft, field).trim();
		const found = [checkField(draft, field, text, known), checkInvisible(readField(draft, field))];
		return found.flatMap(issue => {
			// The mistake of its filter tells what is missing.
			if (issue === undefined || (line !== undefined && issue.isMissing && filterOf(field) !== undefined)) {
				return [];
			}

			const isAccepted = issue.canOverride === true && text === accepted[field];
			const said = field === 'address' ? 'fails its EIP-55 checksum' : issue.message;
			return {field, ...(isAccepted ? warning(`${said} (accepted)`) : issue)};
		});
	});
}

/** Returns an issue that names the invisible characters in a field, which are sent as they are. Line ends and tabs are drawn. */
function checkInvisible(text: string): Issue | undefined {
	const found = invisibleIn(text.replaceAll(/\r?\n|\t/gv, ''));
	const names = [...new Set(found.map(character => codePointName(character)))].join(', ');
	return found.length === 0
		? undefined
		: {
				...warning(
					found.length === 1
						? `contains an invisible character: ${names}`
						: `contains ${found.length} invisible characters: ${names}`,
				),
				isUrgent: true,
			};
}

/** Whether a field must be filled in. */
export function isRequired(field: FieldId): boolean {
	const filter = filterOf(field);
	return (filter === undefined ? formFieldOf(field) : partSpec(filter.part))?.shape.isRequired === true;
}

function checkField(
	draft: Draft,
	field: FieldId,
	text: string,
	known: NonNullable<CheckOptions['known']>,
): Issue | undefined {
	const filter = filterOf(field);
	if (text === '') {
		const issue = isRequired(field)
			? (filter === undefined ? error : overridableError)('is required')
			: filter && warning('is empty');
		return issue && {...issue, isMissing: true};
	}

	if (filter !== undefined) {
		return filter.part === 'operator' || filter.part === 'valueType'
			? (checkKnown(filter.part, text, known) ?? checkFilter(draft.filters[filter.index]!, filter.part))
			: checkFilter(draft.filters[filter.index]!, filter.part);
	}

	if (field.startsWith('topic.')) {
		const index = topicIndex(field);
		const {problem} = readTopics(draft.topics).readings[index]!;
		if (problem !== undefined) {
			return overridableError(problem);
		}

		const isFirst = draft.topics.findIndex(topic => topic.trim() !== '') === index;
		return isFirst && !canHaveTopics(draft)
			? warning('is sent, but topics are only for a GraphQL-type webhook: see the channel and the event type')
			: undefined;
	}

	if (field === 'channel') {
		return findChannel(text) === undefined ? error(`must be one of ${channelNames().join(', ')}`) : undefined;
	}

	if (field === 'recipient') {
		const channel = findChannel(draft.channel.trim());
		const message = channel?.check(text);
		return message === undefined ? undefined : (channel?.isStrict ? overridableError : warning)(message);
	}

	if (field === 'network') {
		const {network: used = []} = known;
		return used.length === 0 || formFieldOf(field)!.shape.offered!.includes(text) || used.includes(text)
			? undefined
			: warning('is not a network that is used in this account');
	}

	return field === 'address' ? checkAddress(text) : undefined;
}

function checkAddress(text: string): Issue | undefined {
	const reading = readAddress(text);
	switch (reading.kind) {
		case 'not-hex': {
			return error(notHexText(text));
		}

		case 'other-length': {
			return warning(`has ${reading.digits} hexadecimal digits; an account or contract has 40`);
		}

		case 'wrong-checksum': {
			return overridableError('fails its EIP-55 checksum: a digit may be wrong');
		}

		case 'plain':
		case 'checksummed': {
			return undefined;
		}
	}
}

/** Why a text is no address: what it is instead, if that is known. */
function notHexText(text: string): string {
	const labelled = addressesOfLabel(text);
	if (labelled.length > 0) {
		return `is a label, of ${labelled.join(' and ')}: ${labelled.length === 1 ? 'enter that' : 'a notification has one address'}`;
	}

	const near = nearest(
		foldText(text),
		labelNames().map(name => foldText(name)),
	);
	if (near !== undefined) {
		return `is neither an address nor a label.${suggestion(near)}`;
	}

	const {length} = text.matchAll(/0x[\da-f]+/giv).toArray();
	if (length > 1) {
		return `has ${length} addresses: a notification has one, so create one for each`;
	}

	if (/^[^\s.]+(?:\.[^\s.]+)*\.eth$/iv.test(text)) {
		return 'is an ENS name: look up its 0x address first';
	}

	// Base58 has no 0, O, I and l: the addresses of Bitcoin, Solana and Tron, and bech32 those of Bitcoin's SegWit.
	return /^(?:[1-9A-HJ-NP-Za-km-z]{25,}|bc1[\da-z]{20,})$/v.test(text)
		? 'is not an EVM address: those are 0x and 40 hexadecimal digits'
		: 'must be hexadecimal, starting with 0x';
}

/** Warns of an operator or value type that may be a typing mistake. */
function checkKnown(
	part: 'operator' | 'valueType',
	text: string,
	known: NonNullable<CheckOptions['known']>,
): Issue | undefined {
	const {offered = []} = partSpec(part).shape;
	const name = part === 'operator' ? nameOfSign(text) : undefined;
	return offered.includes(part === 'valueType' ? resolveTypeAlias(text) : text) || (known[part] ?? []).includes(text)
		? undefined
		: warning(
				name === undefined
					? `${JSON.stringify(text)} is not ${part === 'operator' ? 'an operator' : 'a type'} that chainbell knows`
					: `${JSON.stringify(text)} is sent as it is; the name of the operator is ${name}`,
			);
}

function checkFilter(filter: Filter, part: FilterPart): Issue | undefined {
	const operator = filter.operator.trim();
	const valueType = filter.valueType.trim();
	if (part === 'operator' && isMismatch({...filter, operator, valueType})) {
		return warning(`${operator} is not normally used with type ${valueType}`);
	}

	const value = filter.value.trim();
	const isOfType = valueChecks.get(resolveTypeAlias(valueType)) ?? (() => true);
	return part === 'value' && !isOfType(value)
		? warning(`${JSON.stringify(value)} is not ${valueType === 'int' ? 'an' : 'a'} ${valueType}`)
		: undefined;
}

/** Checks that a text is a value of a type. */
const valueChecks: ReadonlyMap<string, (value: string) => boolean> = new Map([
	['int', isInteger],
	['float', isDecimal],
	['boolean', value => value === 'true' || value === 'false'],
	['list', value => listItems(value).length > 0],
]);

/** The issue of a text that the service holds: it is sent unchanged, so the issue is only a warning. */
export const asWarning = ({field, message}: DraftIssue): DraftIssue => ({
	field,
	severity: 'warning',
	message: `${message} (sent unchanged)`,
});

const error = (message: string): Issue => ({severity: 'error', message});
/** Returns an error that can be overridden, because interface.md does not rule the text out. */
const overridableError = (message: string): Issue => ({...error(message), canOverride: true});
const warning = (message: string): Issue => ({severity: 'warning', message});
