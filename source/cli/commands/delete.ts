import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {
	allOption,
	allowEmptyOption,
	idsArgument,
	queryOption,
	resultOptions,
	retriesOption,
	unprotectOption,
} from '../options.ts';

export const deleteCommand = defineCommand({
	name: 'delete',
	summary: 'delete notifications, after asking',
	argument: idsArgument,
	options: {
		query: queryOption,
		all: allOption,
		allowEmpty: allowEmptyOption,
		unprotect: unprotectOption,
		retries: retriesOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell delete 17 18', summary: 'asks for their number'},
		{line: 'chainbell delete --query user:=42 --yes', summary: 'all of one user, in a script'},
		{line: 'chainbell delete --query name:test --dry-run', summary: 'what it would delete'},
	],
	asks: 'before it deletes',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8]),
	async run({options, words}, context) {
		const {runDelete} = await import('../delete.ts');
		return runDelete(words, options, context);
	},
});
