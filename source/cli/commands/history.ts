import {findPaths} from '../../config/paths.ts';
import {defineCommand} from '../command.ts';

export const historyCommand = defineCommand({
	name: 'history',
	summary: 'print the changes made from this machine, newest first',
	options: {
		json: {type: 'boolean', summary: 'one JSON array'},
		search: {type: 'string', value: 'WORDS', summary: 'only entries that contain all WORDS'},
		limit: {type: 'number', value: 'N', minimum: 0, maximum: 10_000_000, isInteger: true, summary: 'only the newest N entries'},
	},
	examples: [{line: 'chainbell history --search delete --limit 20', summary: 'the last 20 deletions'}],
	exitCodes: {0: 'done', 1: 'failed', 2: 'wrong usage'},
	async run({options: {json, search, limit}}, {print, printError}) {
		const {runHistory} = await import('../history.ts');
		runHistory({ledgerFile: findPaths().ledgerFile, isJson: json, search, limit, print, warn: printError});
		return 0;
	},
});
