import {accountRequest} from '../account-request.ts';
import {defineCommand} from '../command.ts';

export const screensCommand = defineCommand({
	name: '',
	summary: 'open the screens',
	options: {},
	refuses: ['json', 'quiet', 'yes', 'dryRun', 'concurrency'],
	examples: [
		{line: 'chainbell --sandbox', summary: 'try it without an account'},
		{line: 'CHAINBELL_API_KEY=… chainbell --base-url https://api.example.com/', summary: 'open an account'},
		{line: 'chainbell --profile production --read-only', summary: 'look, but change nothing'},
	],
	asks: false,
	exitCodes: {
		0: 'quit',
		1: 'failed',
		2: 'wrong usage, or not a terminal',
		129: 'hangup',
		130: 'interrupted',
		143: 'terminated',
	},
	async run({options}, context) {
		const {runScreens} = await import('../screens.ts');
		return runScreens(accountRequest(options, context.host), !options.noColor, context);
	},
});
