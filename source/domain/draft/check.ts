import {readAddress} from '../address.ts';
import {listItems} from '../filters/sentence.ts';
import {channels, type Filter} from '../notification.ts';
import {isDecimal, isInteger} from '../filters/decimal.ts';
import {recipientForm} from '../channels.ts';
import {isMismatch, plainType} from '../vocabulary.ts';
import {
	fieldsOf,
	filterOf,
	readField,
	type Draft,
	type FieldId,
	type FilterPart,
} from './draft.ts';

/** What this program, or the service, thinks of a field. */
export type DraftIssue = {
	readonly field: FieldId;
	/** An error keeps a draft from being sent; a warning is only said. */
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** The operator may send it all the same, by saying so. */
	readonly canOverride?: true;
};

type Complaint = Omit<DraftIssue, 'field'>;

const optional: ReadonlySet<FieldId> = new Set<FieldId>(['name', 'template']);

/**
What is wrong, or looks wrong, with a draft before it is sent, in the order of its fields. Errors are what interface.md, "Resources and their fields", requires, recipients that cannot be right, and addresses whose checksum is wrong.

@param draft - As typed; white space around a field does not count.
@param accepted - An address whose wrong checksum the operator accepted.
*/
export function checkDraft(draft: Draft, accepted?: string): DraftIssue[] {
	return fieldsOf(draft).flatMap(field => {
		const complaint = checkField(draft, field, readField(draft, field).trim());
		if (complaint === undefined) {
			return [];
		}

		const isAccepted = complaint.canOverride && draft.address.trim() === accepted;
		return [{field, ...isAccepted ? warning('does not fit its EIP-55 checksum; taken all the same') : complaint}];
	});
}

/** Whether a field must be filled in. */
export function isRequired(field: FieldId): boolean {
	const filter = filterOf(field);
	return filter === undefined ? !optional.has(field) && !field.startsWith('topic.') : filter.part !== 'value';
}

function checkField(draft: Draft, field: FieldId, text: string): Complaint | undefined {
	const filter = filterOf(field);
	if (text === '') {
		return isRequired(field) ? error('is required') : filter && warning('is empty');
	}

	if (filter !== undefined) {
		return checkFilter(draft.filters[filter.index]!, filter.part);
	}

	if (field.startsWith('topic.')) {
		return /^0x[\da-f]{64}$/iv.test(text) ? undefined : error('must be 0x and 64 hexadecimal digits (32 bytes), or empty');
	}

	if (field === 'channel') {
		return (channels as readonly string[]).includes(text) ? undefined : error(`must be one of ${channels.join(', ')}`);
	}

	if (field === 'recipient') {
		const form = recipientForm(draft.channel.trim());
		const message = form.check(text);
		return message === undefined ? undefined : {severity: form.isStrict ? 'error' : 'warning', message};
	}

	return field === 'address' ? checkAddress(text) : undefined;
}

function checkAddress(text: string): Complaint | undefined {
	const reading = readAddress(text);
	switch (reading.kind) {
		case 'not-hex': {
			return error('must be hexadecimal, starting with 0x');
		}

		case 'other-length': {
			return warning(`has ${reading.digits} hexadecimal digits; an account or contract has 40`);
		}

		case 'wrong-checksum': {
			return {...error('does not fit its EIP-55 checksum: a digit may be wrong'), canOverride: true};
		}

		case 'plain':
		case 'checksummed': {
			return undefined;
		}
	}
}

function checkFilter(filter: Filter, part: FilterPart): Complaint | undefined {
	const operator = filter.operator.trim();
	const valueType = filter.valueType.trim();
	if (part === 'operator' && isMismatch({...filter, operator, valueType})) {
		return warning(`${operator} does not usually go with ${valueType}`);
	}

	// The value is sent as it was typed, white space included.
	return part === 'value' && !isOfType(filter.value, plainType(valueType))
		? warning(`is not of type ${valueType}`)
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

const error = (message: string): Complaint => ({severity: 'error', message});
const warning = (message: string): Complaint => ({severity: 'warning', message});
