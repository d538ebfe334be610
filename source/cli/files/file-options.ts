import {acceptUnknownTemplateOption, maxInputOption, unprotectOption} from '../change-options.ts';
import type {Argument} from '../command.ts';

/** The files that a command reads. */
export const filesArgument = {
	name: 'FILE',
	isRepeated: true,
	completes: 'file',
	summary: 'files of notifications, or folders with them; - is standard input',
} as const;

/** The options of `plan` and `apply` that decide what is planned. */
export const planOptions = {
	prune: {type: 'boolean', summary: 'delete what is in the scope of the files and in none of them'},
	all: {type: 'boolean', summary: 'with --prune: the whole account is meant'},
	maxDeletes: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 1_000_000,
		isInteger: true,
		summary: 'with --prune: allow up to N deletions',
	},
	acceptUnknownTemplate: acceptUnknownTemplateOption,
	unprotect: unprotectOption,
	maxInput: maxInputOption,
} as const;

/** The option that puts the account of another profile in place of files. */
export const fromOption = {
	type: 'string',
	value: 'PROFILE',
	completes: 'profile',
	summary: 'take the account of another profile in place of files',
} as const;

/** The argument in place of files if `--from` is given: a query. */
export const withFrom: NonNullable<Argument['unless']> = {
	option: 'from',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'with --from: only what a search finds, in both accounts',
	},
};
