import {readAddress} from '../address.ts';
import {listItems} from '../filters/sentence.ts';
import type {Filter} from '../notification.ts';
import {codePointName, invisibleIn} from '../../system/invisible.ts';
import {isDecimal, isInteger} from '../filters/decimal.ts';
import {channelNames, findChannel} from '../channels.ts';
import {canHaveTopics} from '../topics.ts';
import {isMismatch, operators, resolveTypeAlias, valueTypes} from '../vocabulary.ts';
import {
	fieldsOf,
	filterOf,
	formFieldOf,
	readField,
	type Draft,
	type FieldId,
	type FilterPart,
} from './draft.ts';
import type {KnownValues} from './suggest.ts';

/** A problem with a field, found by this program or reported by the service. */
export type DraftIssue = {
	readonly field: FieldId;
	/** An error prevents sending; a warning does not. */
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** The operator may accept it and send anyway: interface.md does not say that it is wrong. */
	readonly canOverride?: true;
	/** It is about what the notification has and this machine does not know, not about the text of the field. */
	readonly isContentUnknown?: true;
	/** It is shown while the field is filled in, not only afterwards. */
	readonly isUrgent?: true;
	/** The field is empty. It is said of a field that was emptied, and before sending. */
	readonly isMissing?: true;
};

export type CheckOptions = {
	/** What the operator accepted: the text of a field whose issue can be overridden. */
	readonly accepted?: AcceptedTexts;
	/** Operators and value types that the service is known to take, beside the vocabulary. */
	readonly known?: Pick<KnownValues, 'operator' | 'valueType'>;
};

/** Texts that the operator accepted although they look wrong, by field. */
export type AcceptedTexts = Readonly<Partial<Record<FieldId, string>>>;

type Issue = Omit<DraftIssue, 'field'>;

/** Checks a draft, as typed, before it is sent, and returns the issues in the order of the form's fields. White space around a field is ignored. Errors: a field is not as interface.md, "Resources and their fields", says; or it most likely is a mistake, although that document allows it, and then it can be overridden. Anything else that looks wrong is a warning. */
export function checkDraft(draft: Draft, {accepted = {}, known = {operator: [], valueType: []}}: CheckOptions = {}): DraftIssue[] {
	return fieldsOf(draft).flatMap(field => {
		const text = readField(draft, field).trim();
		const found = [checkField(draft, field, text, known), checkInvisible(readField(draft, field))].filter(issue => issue !== undefined);
		return found.map(issue => {
			const isAccepted = issue.canOverride === true && text === accepted[field];
			return {field, ...isAccepted ? warning(`${field === 'address' ? 'fails its EIP-55 checksum' : issue.message} (accepted)`) : issue};
		});
	});
}

/** Names what nobody sees in a field: it is sent as it is. Line ends and tabs are drawn. */
function checkInvisible(text: string): Issue | undefined {
	const found = invisibleIn(text.replaceAll(/\r?\n|\t/gv, ''));
	const names = [...new Set(found.map(character => codePointName(character)))].join(', ');
	return found.length === 0
		? undefined
		: {...warning(found.length === 1 ? `contains an invisible character: ${names}` : `contains ${found.length} invisible characters: ${names}`), isUrgent: true};
}

/** Whether a field must be filled in. */
export function isRequired(field: FieldId): boolean {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return filter.part !== 'value';
	}

	const row = formFieldOf(field);
	return row !== undefined && row.ifEmpty === undefined;
}

function checkField(draft: Draft, field: FieldId, text: string, known: NonNullable<CheckOptions['known']>): Issue | undefined {
	const filter = filterOf(field);
	if (text === '') {
		const issue = isRequired(field) ? (filter === undefined ? error : doubt)('is required') : filter && warning('is empty');
		return issue && {...issue, isMissing: true};
	}

	if (filter !== undefined) {
		return filter.part === 'operator' || filter.part === 'valueType'
			? checkKnown(filter.part, text, known) ?? checkFilter(draft.filters[filter.index]!, filter.part)
			: checkFilter(draft.filters[filter.index]!, filter.part);
	}

	if (field.startsWith('topic.')) {
		if (!/^0x[\da-f]{64}$/iv.test(text)) {
			return doubt('must be 0x and 64 hexadecimal digits (32 bytes), or empty');
		}

		const isFirst = draft.topics.findIndex(topic => topic.trim() !== '') === Number(field.slice('topic.'.length));
		return isFirst && !canHaveTopics(draft) ? warning('is sent, but topics are only for a GraphQL-type webhook: see the channel and the event type') : undefined;
	}

	if (field === 'channel') {
		return findChannel(text) === undefined ? error(`must be one of ${channelNames().join(', ')}`) : undefined;
	}

	if (field === 'recipient') {
		const channel = findChannel(draft.channel.trim());
		const message = channel?.check(text);
		return message === undefined ? undefined : (channel?.isStrict ? doubt : warning)(message);
	}

	return field === 'address' ? checkAddress(text) : undefined;
}

function checkAddress(text: string): Issue | undefined {
	const reading = readAddress(text);
	switch (reading.kind) {
		case 'not-hex': {
			const {length} = text.split(/[\s,;]+/v).filter(part => /^0x[\da-f]+$/iv.test(part));
			return error(length > 1 ? `has ${length} addresses: a notification has one, so create one for each` : 'must be hexadecimal, starting with 0x');
		}

		case 'other-length': {
			return warning(`has ${reading.digits} hexadecimal digits; an account or contract has 40`);
		}

		case 'wrong-checksum': {
			return doubt('fails its EIP-55 checksum: a digit may be wrong');
		}

		case 'plain':
		case 'checksummed': {
			return undefined;
		}
	}
}

/** Warns of an operator or a type that may be a slip of the keys. */
function checkKnown(part: 'operator' | 'valueType', text: string, known: NonNullable<CheckOptions['known']>): Issue | undefined {
	const [vocabulary, what] = part === 'operator' ? [operators.map(({name}) => name), 'an operator'] as const : [valueTypes, 'a type'] as const;
	return vocabulary.includes(part === 'valueType' ? resolveTypeAlias(text) : text) || known[part].includes(text)
		? undefined
		: warning(`${JSON.stringify(text)} is not ${what} that chainbell knows`);
}

function checkFilter(filter: Filter, part: FilterPart): Issue | undefined {
	const operator = filter.operator.trim();
	const valueType = filter.valueType.trim();
	if (part === 'operator' && isMismatch({...filter, operator, valueType})) {
		return warning(`${operator} is not normally used with type ${valueType}`);
	}

	// The value is sent as typed, white space included.
	return part === 'value' && !isOfType(filter.value, resolveTypeAlias(valueType))
		? warning(`${JSON.stringify(filter.value)} is not ${valueType === 'int' ? 'an' : 'a'} ${valueType}`)
		: undefined;
}

function isOfType(value: string, type: string): boolean {
	switch (type) {
		case 'int': {
			return isInteger(value);
		}

		case 'float': {
			return isDecimal(value);
		}

		case 'boolean': {
			return value === 'true' || value === 'false';
		}

		case 'list': {
			return listItems(value).length > 0;
		}

		default: {
			return true;
		}
	}
}

const error = (message: string): Issue => ({severity: 'error', message});
/** An error of what interface.md does not rule out. */
const doubt = (message: string): Issue => ({...error(message), canOverride: true});
const warning = (message: string): Issue => ({severity: 'warning', message});
