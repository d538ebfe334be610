import type {FieldIssue} from './failure.ts';
import {member} from './answer.ts';

/**
The complaints about single fields in the body of a rejection. Their shape is not documented (interface.md, "Errors"), so every shape seen is tried here; today the sandbox's: `{errors: {"event_details.filters.0.value": ["text"]}}`.

@param body - As parsed by api/json.ts, of any shape; undefined when there is none.
@returns Empty when the body names no field. Never throws.
*/
export function fieldErrors(body: unknown): FieldIssue[] {
	const errors = member(body, 'errors');
	if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) {
		return [];
	}

	return Object.entries(errors).flatMap(([name, messages]: [string, unknown]) => (
		[messages].flat()
			.filter(message => typeof message === 'string')
			.map(message => ({path: pathOf(name), message}))
	));
}

function pathOf(name: string): FieldIssue['path'] {
	return name === '' ? [] : name.split('.').map(step => /^\d{1,15}$/v.test(step) ? Number(step) : step);
}
