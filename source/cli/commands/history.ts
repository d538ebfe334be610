import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const historyCommand = defineCommand({
	name: 'history',
	summary: 'print the changes made from this machine, newest first',
	options: {
		search: {type: 'string', value: 'WORDS', summary: 'only entries that contain all WORDS'},
		limit: {type: 'number', value: 'N', minimum: 0, maximum: 10_000_000, isInteger: true, summary: 'only the newest N entries'},
	},
	examples: [{line: 'chainbell history --search delete --limit 20', summary: 'the last 20 deletions'}],
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({options: {json, search, limit}}, {host, print, printError}) {
		const {runHistory} = await import('../history.ts');
		runHistory({ledgerFile: host.paths().ledgerFile, isJson: json, search, limit, print, warn: printError});
		return 0;
	},
});
