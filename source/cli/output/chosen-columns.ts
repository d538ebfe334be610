import {fields, findField, namesOf} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {nearest, suggestion} from '../../platform/text.ts';
import {UsageError} from '../command-error.ts';
import {columnOfField, filterColumn} from './notification-output.ts';
import type {OutputColumn} from './write-records.ts';

/**
Reads the value of --columns: field names with commas between them, in any of the names that a query accepts. In CSV the filters are JSON, as without the option.

@throws UsageError for an unknown name, with the nearest one.
*/
export function chooseColumns(
	text: string,
	format: 'table' | 'tsv' | 'csv',
): ReadonlyArray<OutputColumn<ListedRecord>> {
	return text.split(',').map((name, index) => {
		const field = findField(name.trim().toLowerCase());
		if (field === undefined) {
			throw new UsageError(unknownColumn(name.trim()));
		}

		// On a narrow terminal the last columns are left out first.
		return {...(format === 'csv' && field.name === 'filter' ? filterColumn : columnOfField(field)), priority: index};
	});
}

function unknownColumn(name: string): string {
	const similar = suggestion(
		nearest(
			name.toLowerCase(),
			fields.flatMap(field => namesOf(field)),
		),
	);
	const advice = similar === '' ? ` The columns are ${fields.map(field => field.name).join(', ')}.` : similar;
	return name === ''
		? `--columns needs field names with commas between them.${advice}`
		: `--columns knows no field "${name}".${advice}`;
}
