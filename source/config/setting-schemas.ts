// Uses zod/mini: the first page waits for config.yaml, and creating the schemas of the full zod takes longer than reading the file.
import * as z from 'zod/mini';
import {nearest} from '../system/nearest.ts';

/** A text. A value that YAML reads as a number, true or false has to be quoted. */
export const textSchema = z.string({
	error: ({input}) =>
		`must be text${typeof input === 'number' || typeof input === 'boolean' ? '; put it in quotes' : ''}`,
});

/** True or false. YAML 1.2 reads `on`, `off`, `yes` and `no` as texts. */
export const yesOrNoSchema = z.pipe(
	z.union([z.boolean(), z.enum(['yes', 'no', 'on', 'off'])], 'must be true or false'),
	z.transform(value => [true, 'yes', 'on'].includes(value)),
);

/** Whether an unknown name may be repeated in a message: only letters are, because an API key may have been written in place of a name. */
export const isPlainName = (name: string): boolean => /^[a-z]{1,20}$/iv.test(name);

/**
A mapping that has only these members.

@param shape - The schemas of the members.
*/
export function membersOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
	const names = Object.keys(shape);
	return z.strictObject(shape, {
		error(issue) {
			if (issue.code !== 'unrecognized_keys') {
				return `must have settings: ${names.join(', ')}`;
			}

			const [name] = (issue as unknown as z.core.$ZodIssueUnrecognizedKeys).keys;
			const near = name !== undefined && isPlainName(name) ? nearest(name, names) : undefined;
			return near === undefined
				? `is no setting. The settings here are ${names.join(', ')}`
				: `is no setting. Did you mean ${near}?`;
		},
	});
}
