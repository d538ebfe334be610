import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

const {output} = outputOptions;

export const getCommand = defineCommand({
	name: 'get',
	summary: 'print whole notifications',
	argument: {name: 'ID', isRepeated: true, isRequired: true, completes: 'id', summary: 'the IDs of the notifications'},
	options: {output: {...output, choices: ['yaml', 'json', 'jsonl']}},
	details: async () => `Each record as the service sent it, with the template and the topics, which
listings never show, where they were sent from this machine. In every format it
is a file that chainbell create -f takes: that sends all of it but the ID and
what else the service makes (created_at, links, …).`,
	examples: [
		{line: 'chainbell get 42 43 > notifications.yaml', summary: 'a file to create them again, or elsewhere'},
		{line: 'chainbell get 42 --json | jq .[0].template', summary: 'what was sent as the template'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3], {
		1: 'failed, or there is no such notification',
		3: 'some are missing, or the listing may lack them',
	}),
	async run({options, words}, context) {
		const {runGet} = await import('../get.ts');
		return runGet(words, options, context);
	},
});
