import type {Issue} from '../../notifications/check.ts';
import {
	fieldsOf,
	filterOf,
	filterParts,
	readField,
	type Draft,
	type FieldId,
} from '../../notifications/draft.ts';

/** One cell of the form: a field, in a line of its own or in a row with others. */
export type FormCell = {
	readonly field: FieldId;
	readonly text: string;
	readonly placeholder: string;
	/** The part of the line it takes. */
	readonly share: number;
};

/** One line of the form, from top to bottom. */
export type FormLine =
	| {readonly kind: 'fields'; readonly label: string; readonly isRequired: boolean; readonly cells: readonly FormCell[]}
	| {readonly kind: 'issue'; readonly text: string}
	| {readonly kind: 'hint'; readonly label: string; readonly text: string};

type FieldLook = {
	readonly label: string;
	readonly placeholder: string;
	readonly isOptional?: true;
};

const looks: Readonly<Record<string, FieldLook>> = {
	userId: {label: 'User', placeholder: 'who receives it, by your own ID'},
	channel: {label: 'Channel', placeholder: ''},
	recipient: {label: 'Recipient', placeholder: 'e-mail address, URL or chat ID'},
	network: {label: 'Network', placeholder: 'ETH_MAINNET'},
	eventType: {label: 'Event', placeholder: 'ADDRESS_ACTIVITY'},
	address: {label: 'Address', placeholder: '0x…'},
	name: {label: 'Name', placeholder: 'a name for people', isOptional: true},
	template: {label: 'Template', placeholder: 'the message, as the service renders it', isOptional: true},
};

const partLooks = {
	fieldName: {placeholder: 'field', share: 3},
	operator: {placeholder: 'operator', share: 2},
	value: {placeholder: 'value', share: 4},
	valueType: {placeholder: 'type', share: 2},
} as const;

/** The form as lines: each field, and below it what is wrong with it. */
export function formLines(draft: Draft, issues: readonly Issue[]): FormLine[] {
	const lines: FormLine[] = [];
	for (const field of fieldsOf(draft)) {
		const filter = filterOf(field);
		if (filter !== undefined) {
			lines.push(...filter.part === filterParts[0] ? [filterLine(draft, filter.index), ...filterIssues(filter.index, issues)] : []);
			continue;
		}

		const look = looks[field] ?? topicLook(field);
		lines.push({
			kind: 'fields',
			label: look.label,
			isRequired: look.isOptional !== true,
			cells: [{
				field, text: readField(draft, field), placeholder: look.placeholder, share: 1,
			}],
		}, ...issuesOf(field, issues));
		if (field === 'address' && draft.filters.length === 0) {
			lines.push({kind: 'hint', label: 'Filters', text: 'none: every event of the address. ctrl+n adds one.'});
		}
	}

	return lines;
}

/** The line a field is on, from 0. */
export function lineOf(lines: readonly FormLine[], field: FieldId): number {
	return lines.findIndex(line => line.kind === 'fields' && line.cells.some(cell => cell.field === field));
}

function filterLine(draft: Draft, index: number): FormLine {
	return {
		kind: 'fields',
		label: `Filter ${index + 1}`,
		isRequired: false,
		cells: filterParts.map(part => {
			const field: FieldId = `filter.${index}.${part}`;
			return {field, text: readField(draft, field), ...partLooks[part]};
		}),
	};
}

function filterIssues(index: number, issues: readonly Issue[]): FormLine[] {
	return filterParts.flatMap(part => issuesOf(`filter.${index}.${part}`, issues)
		.map((line): FormLine => line.kind === 'issue' ? {kind: 'issue', text: `${partLooks[part].placeholder} ${line.text}`} : line));
}

function issuesOf(field: FieldId, issues: readonly Issue[]): FormLine[] {
	return issues.filter(issue => issue.field === field).map(({message}): FormLine => ({kind: 'issue', text: message}));
}

function topicLook(field: FieldId): FieldLook {
	return {label: `Topic ${field.slice('topic.'.length)}`, placeholder: '0x…', isOptional: true};
}
