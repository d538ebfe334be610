import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

export const checkCommand = defineCommand({
	name: 'check',
	summary: 'list what breaks a policy of config.yaml',
	argument: {name: 'QUERY', isRepeated: true, completes: 'query', summary: 'only what a search finds'},
	options: {
		...outputOptions,
		output: {...outputOptions.output, choices: ['table', 'tsv', 'json', 'jsonl', 'csv']},
		exitCode: {type: 'boolean', summary: 'end with 10 if something breaks a policy'},
	},
	examples: [
		{line: 'chainbell check', summary: 'a row for each policy that a notification breaks, and how many are protected'},
		{line: 'chainbell check channel:webhook --exit-code', summary: 'in CI'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3, 10], {
		1: 'failed, or a rule of config.yaml cannot be used',
		3: 'partial: the listing may lack some',
		10: 'with --exit-code: something breaks a policy',
	}),
	async run({options, words}, context) {
		const {runCheck} = await import('../check.ts');
		return runCheck(words.join(' '), options, context);
	},
});
