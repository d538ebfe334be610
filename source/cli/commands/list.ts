import process from 'node:process';
import {accountOptions, accountRequest} from '../account-options.ts';
import {defineCommand} from '../command.ts';

export const listCommand = defineCommand({
	name: 'list',
	summary: 'print the notifications of an account, one per line',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		canStartWithDash: true,
		summary: 'a search as on the screens: channel:email user:42 -test',
	},
	options: {
		...accountOptions,
		json: {type: 'boolean', summary: 'one JSON record per line, as received'},
	},
	examples: [
		{line: 'chainbell list --sandbox', summary: 'tab-separated: id, name, channel, user, recipient, network, event, addresses'},
		{line: 'chainbell list --json channel:webhook -test | jq .delivery_location', summary: 'recipients of all webhooks but the test ones'},
	],
	exitCodes: {
		0: 'complete', 1: 'failed', 2: 'wrong usage', 3: 'partial',
	},
	async run({options, words}, {write, printError}) {
		const [{runList}, {showKeyCommand}] = await Promise.all([import('../list.ts'), import('../key-command-line.ts')]);
		return runList({
			...accountRequest(options),
			...(process.stderr.isTTY && {onKeyCommand: showKeyCommand({columns: process.stderr.columns, write: text => process.stderr.write(text)})}),
			isJson: options.json,
			query: words.join(' '),
			isTerminal: process.stdout.isTTY,
			print: write,
			warn: printError,
		});
	},
});
