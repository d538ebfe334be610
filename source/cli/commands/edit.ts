import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {
	acceptInvalidOption,
	acceptUnknownTemplateOption,
	allOption,
	allowEmptyOption,
	idsArgument,
	omitRefusedOption,
	queryOption,
	resultOptions,
	retriesOption,
	unprotectOption,
} from '../options.ts';

export const editCommand = defineCommand({
	name: 'edit',
	summary: 'edit notifications by replacing them: their IDs change',
	argument: idsArgument,
	options: {
		query: queryOption,
		all: allOption,
		allowEmpty: allowEmptyOption,
		set: {
			type: 'string',
			value: 'FIELD=VALUE',
			isMultiple: true,
			summary:
				'set a field: name, user, channel, to, network, event, address, template, filter, filter.0.value, topic.0',
		},
		replace: {
			type: 'string',
			value: 'FIELD=/RE/TEXT/',
			isMultiple: true,
			summary: 'replace what a regular expression finds in a field',
		},
		editor: {type: 'boolean', summary: 'edit them as YAML in $EDITOR'},
		acceptUnknownTemplate: acceptUnknownTemplateOption,
		acceptInvalid: acceptInvalidOption,
		omitRefused: omitRefusedOption,
		unprotect: unprotectOption,
		retries: retriesOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell edit 17 --set to=ops@example.com', summary: 'shows old and new, then asks'},
		{
			line: 'chainbell edit --query channel:webhook --replace to=/old/new/ --yes',
			summary: 'many at once; prints the old and the new ID of each',
		},
	],
	asks: 'before it replaces',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8]),
	async run({options, words}, context) {
		const {runEdit} = await import('../edit.ts');
		return runEdit(words, options, context);
	},
});
