import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

export const historyCommand = defineCommand({
	name: 'history',
	summary: 'print the changes made from this machine, newest first',
	options: {
		...outputOptions,
		search: {type: 'string', value: 'WORDS', summary: 'only entries that contain all WORDS'},
		limit: {type: 'number', value: 'N', minimum: 0, maximum: 10_000_000, isInteger: true, summary: 'only the newest N entries'},
	},
	examples: [{line: 'chainbell history --search delete --limit 20', summary: 'the last 20 deletions'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({options}, context) {
		const {runHistory} = await import('../history.ts');
		return runHistory(options, context);
	},
});
