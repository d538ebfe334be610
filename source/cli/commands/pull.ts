import {maxInputOption} from '../change-options.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const pullCommand = defineCommand({
	name: 'pull',
	summary: 'edit a file of notifications so that it says what the account is',
	argument: {
		name: 'FILE',
		isRequired: true,
		completes: 'file',
		summary: 'the file; comments and the order of its entries stay',
	},
	options: {maxInput: maxInputOption},
	examples: [
		{
			line: 'chainbell pull alerts.yaml',
			summary: 'after a change on the screens: shows what changes in the file, then asks',
		},
	],
	asks: 'before it writes the file',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6]),
	async run({options, words}, context) {
		const {runPull} = await import('../files/pull.ts');
		return runPull(words[0]!, options, context);
	},
});
