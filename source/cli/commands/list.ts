import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {outputFormats, outputOptions} from '../output/output-format.ts';
import {everyOption} from '../watch-options.ts';

export const listCommand = defineCommand({
	name: 'list',
	summary: 'print the notifications that a search finds',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens: channel:email user:42',
	},
	options: {
		...outputOptions,
		output: {...outputOptions.output, choices: [...outputFormats, 'name']},
		columns: {
			type: 'string',
			value: 'FIELD,…',
			completes: 'fields',
			summary: 'only these columns of a table, tsv or csv, in this order',
		},
		limit: {
			type: 'number',
			value: 'N',
			minimum: 0,
			maximum: 10_000_000,
			isInteger: true,
			summary: 'only the first N, in the order of the service',
		},
		watch: {type: 'boolean', short: 'w', summary: 'redraw the table on the terminal while it changes'},
		every: {...everyOption, summary: `with --watch: ${everyOption.summary}`},
	},
	details: async () => `-o name prints the IDs, one on each line, for xargs. What a shell or xargs would
split or change is left out and told (exit code 3).
--watch keeps what fits on the terminal. Into a pipe, chainbell watch prints
each change.`,
	examples: [
		{line: 'chainbell list --sandbox', summary: 'a table on a terminal, tab-separated lines into a pipe'},
		{
			line: 'chainbell list channel:webhook not:test -o jsonl | jq .id',
			summary: 'the IDs of all webhooks but the test ones',
		},
		{
			line: 'chainbell list -o name name:test | xargs -r chainbell delete --yes',
			summary: 'delete them; xargs -o, in place of --yes, asks',
		},
		{line: 'chainbell list --columns id,name,to --limit 20', summary: 'three columns of the first 20'},
		{line: 'chainbell list --watch user:42', summary: 'the table, until Ctrl-C'},
		{line: 'chainbell list -o csv > notifications.csv', summary: 'all, for a spreadsheet'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3], {3: 'partial: the listing may lack some, or an ID was left out'}),
	async run({options, words}, context) {
		const {runList} = await import('../list.ts');
		return runList({options, query: words.join(' ')}, context);
	},
});
