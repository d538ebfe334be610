import {defineCommand} from '../command.ts';
import {acceptInvalidOption, omitRefusedOption, resultOptions} from '../options.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const cloneCommand = defineCommand({
	name: 'clone',
	summary: 'create a copy of a notification, with changes',
	argument: {name: 'ID', isRequired: true, completes: 'id', summary: 'the notification to copy'},
	options: {
		set: {
			type: 'string',
			value: 'FIELD=VALUE',
			isMultiple: true,
			summary: 'change a field of the copy; can be repeated',
		},
		allowDuplicate: {type: 'boolean', summary: 'create it even if an identical one exists'},
		acceptInvalid: acceptInvalidOption,
		omitRefused: omitRefusedOption,
		...resultOptions,
	},
	examples: [
		{
			line: 'chainbell clone 17 --set address=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
			summary: 'the same for another address; prints the new ID',
		},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 8]),
	async run({options, words}, context) {
		const {runClone} = await import('../create.ts');
		return runClone(words[0]!, options, context);
	},
});
