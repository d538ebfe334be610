import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

export const listCommand = defineCommand({
	name: 'list',
	summary: 'print the notifications that a search finds',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens: channel:email user:42',
	},
	options: outputOptions,
	examples: [
		{line: 'chainbell list --sandbox', summary: 'a table on a terminal, tab-separated lines into a pipe'},
		{line: 'chainbell list channel:webhook not:test -o jsonl | jq .id', summary: 'the IDs of all webhooks but the test ones'},
		{line: 'chainbell list -o csv > notifications.csv', summary: 'all, for a spreadsheet'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3], {3: 'partial: the listing may lack some'}),
	async run({options, words}, context) {
		const {runList} = await import('../list.ts');
		return runList({options, query: words.join(' ')}, context);
	},
});
