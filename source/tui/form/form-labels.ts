import {filterOf, formFieldOf, type Draft, type FieldId} from '../../domain/fields.ts';
import {keyOf} from '../keys/match.ts';

/** The label of each part of a filter, and its share of the line. The parts are side by side. */
export const partLooks = {
	fieldName: {label: 'field', share: 3},
	operator: {label: 'operator', share: 2},
	value: {label: 'value', share: 4},
	valueType: {label: 'type', share: 2},
} as const;

/** The label of a form field. */
export function labelOf(field: FieldId): string {
	const filter = filterOf(field);
	return filter === undefined
		? (formFieldOf(field)?.label ?? (field === 'template' ? 'Template' : `Topic ${field.slice('topic.'.length)}`))
		: `Filter ${filter.index + 1} ${partLooks[filter.part].label}`;
}

/** The text that an empty form field shows. */
export function placeholderOf(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return partLooks[filter.part].label;
	}

	return (
		formFieldOf(field)?.form.placeholder(draft) ??
		(field === 'template' ? `optional (${keyOf('form', 'editor')}: editor, ctrl+j: new line)` : '0x…')
	);
}
