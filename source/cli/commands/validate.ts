import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {filesArgument} from '../files/file-options.ts';
import {acceptInvalidOption, maxInputOption} from '../change-options.ts';

export const validateCommand = defineCommand({
	name: 'validate',
	summary: 'check files of notifications, without a network',
	argument: {...filesArgument, isRequired: true},
	options: {maxInput: maxInputOption, acceptInvalid: acceptInvalidOption},
	examples: [
		{
			line: 'chainbell validate alerts.yaml',
			summary: 'every mistake and what a policy refuses, with lines and columns',
		},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 5]),
	async run({options, words}, context) {
		const {runValidate} = await import('../files/validate.ts');
		return runValidate(words, options, context);
	},
});
