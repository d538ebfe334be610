import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {everyOption} from '../watch-options.ts';

export const watchCommand = defineCommand({
	name: 'watch',
	summary: 'print each notification that appears, changes or vanishes, live',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'only those that a search as on the screens finds',
	},
	options: {
		every: everyOption,
	},
	details: async () => `Into a pipe, and with --json, a line is {time, change, notification}: change is
appeared, vanished or changed (under the same ID); notification is the record as
the service sent it.
A failure is printed on stderr, and the next listing waits longer. Only a
refused API key (401) ends the command. A partial listing is not used. A service
that gives ETags is asked only for what has changed, and for everything after
five minutes at the latest.`,
	examples: [
		{
			line: 'chainbell watch channel:webhook --every 10 | jq .change',
			summary: 'the changes that others make to webhooks',
		},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 129, 130, 143], {0: 'the reader closed the pipe'}),
	async run({options, words}, context) {
		const {runWatch} = await import('../watch.ts');
		return runWatch({options, query: words.join(' ')}, context);
	},
});
