import {
	channels,
} from './notification.ts';
import {
	fieldsOf,
	filterOf,
	readField,
	type Draft,
	type FieldId,
} from './draft.ts';

/** What this program thinks of a field before anything is sent. */
export type Issue = {
	readonly field: FieldId;
	readonly message: string;
};

const optional: ReadonlySet<FieldId> = new Set<FieldId>(['name', 'template']);

/**
What must be mended before a draft can be sent: the required fields and the forms that interface.md, "Resources and their fields", gives.
*/
export function checkDraft(draft: Draft): Issue[] {
	return fieldsOf(draft).flatMap(field => {
		const message = checkField(field, readField(draft, field).trim());
		return message === undefined ? [] : [{field, message}];
	});
}

function checkField(field: FieldId, text: string): string | undefined {
	if (text === '') {
		return isOptional(field) ? undefined : 'is required';
	}

	if (field === 'channel' && channels.every(channel => channel !== text)) {
		return `must be one of ${channels.join(', ')}`;
	}

	return field === 'address' && !/^0x[\da-f]+$/iv.test(text) ? 'must be hexadecimal, starting with 0x' : undefined;
}

function isOptional(field: FieldId): boolean {
	return optional.has(field) || field.startsWith('topic.') || filterOf(field)?.part === 'value';
}
