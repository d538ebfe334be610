import {filterOf, formFieldOf, type Draft, type FieldId} from '../../domain/fields.ts';
import {partSpec} from '../../domain/spec.ts';
import {keyOf} from '../keys/match.ts';

/** The label of a form field. */
export function labelOf(field: FieldId): string {
	const filter = filterOf(field);
	return filter === undefined
		? (formFieldOf(field)?.label ?? `Topic ${field.slice('topic.'.length)}`)
		: `Filter ${filter.index + 1} ${partSpec(filter.part).name}`;
}

/** The text that an empty form field shows. */
export function placeholderOf(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return partSpec(filter.part).name;
	}

	return field === 'template'
		? `optional (${keyOf('form', 'editor')}: editor, ctrl+j: new line)`
		: (formFieldOf(field)?.form.placeholder?.(draft) ?? '0x…');
}
