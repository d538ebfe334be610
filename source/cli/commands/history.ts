import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {outputFormats, outputOptions} from '../output/output-format.ts';

export const historyCommand = defineCommand({
	name: 'history',
	summary: 'print the changes made here and by the team, newest first',
	options: {
		...outputOptions,
		output: {...outputOptions.output, choices: [...outputFormats, 'sh']},
		search: {type: 'string', value: 'WORDS', summary: 'only entries that contain all WORDS'},
		operator: {type: 'string', value: 'NAME', summary: 'only what NAME did on other machines of the team'},
		limit: {
			type: 'number',
			value: 'N',
			minimum: 0,
			maximum: 10_000_000,
			isInteger: true,
			summary: 'only the newest N entries; of -o sh, changes',
		},
	},
	details: async () => `-o sh prints the commands that make the changes, oldest first, for a POSIX
shell. What commands cannot say, and what took no effect, is a comment with the
reason. Recipients and templates are in it as they were sent, not masked.`,
	examples: [
		{line: 'chainbell history --search delete --limit 20', summary: 'the last 20 deletions'},
		{line: 'chainbell history --operator ci', summary: 'what the jobs of the team did, as far as it was read here'},
		{line: 'chainbell history --limit 5 -o sh', summary: 'the last five changes as commands'},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({options}, context) {
		const {runHistory} = await import('../history.ts');
		return runHistory(options, context);
	},
});
