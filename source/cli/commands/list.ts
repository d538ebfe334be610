import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const listCommand = defineCommand({
	name: 'list',
	summary: 'print the notifications of an account, one per line',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens: channel:email user:42',
	},
	options: {},
	examples: [
		{line: 'chainbell list --sandbox', summary: 'tab-separated: id, name, channel, user, recipient, network, event, addresses'},
		{line: 'chainbell list --json channel:webhook -- -test | jq .delivery_location', summary: 'recipients of all webhooks but the test ones'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3], {3: 'partial: the listing may lack some'}),
	async run({options, words}, context) {
		const {runList} = await import('../list.ts');
		return runList({account: options, isJson: options.json, query: words.join(' ')}, context);
	},
});
