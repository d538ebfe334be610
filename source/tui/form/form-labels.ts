import {filterOf, type Draft, type FieldId} from '../../domain/draft/draft.ts';
import {recipientForm} from '../../domain/channels.ts';

const labels: Readonly<Record<string, string>> = {
	userId: 'User', channel: 'Channel', address: 'Address', network: 'Network', eventType: 'Event', name: 'Name', template: 'Template',
};

const placeholders: Readonly<Record<string, string>> = {
	userId: 'who receives it, by your own ID',
	channel: 'e, w, t or s; space lists them',
	address: '0x…',
	name: 'optional: a name for people',
	template: 'optional: the message; ctrl+o opens your editor',
};

/** The parts of a filter, side by side: what each is called, and how much of the line it takes. */
export const partLooks = {
	fieldName: {label: 'field', share: 3},
	operator: {label: 'operator', share: 2},
	value: {label: 'value', share: 4},
	valueType: {label: 'type', share: 2},
} as const;

/** What a field is called on this draft. */
export function labelOf(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return `Filter ${filter.index + 1} ${partLooks[filter.part].label}`;
	}

	if (field.startsWith('topic.')) {
		return `Topic ${field.slice('topic.'.length)}`;
	}

	return field === 'recipient' ? recipientForm(draft.channel).label : labels[field]!;
}

/** What stands in a field of this draft while it is empty. */
export function placeholderOf(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return partLooks[filter.part].label;
	}

	return field === 'recipient' ? recipientForm(draft.channel).placeholder : placeholders[field] ?? '0x…';
}
