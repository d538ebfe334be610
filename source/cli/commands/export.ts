import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const exportCommand = defineCommand({
	name: 'export',
	summary: 'print notifications as a file for plan and apply',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens; it becomes the scope of the file',
	},
	options: {
		out: {type: 'string', value: 'FILE', completes: 'file', summary: 'write it to a file; with --split to a folder'},
		split: {
			type: 'string',
			value: 'FIELD',
			choices: ['user', 'channel', 'network'],
			summary: 'write one file for each value',
		},
	},
	examples: [
		{line: 'chainbell export user:=ops > ops.yaml', summary: 'one user, with the templates that this machine knows'},
		{line: 'chainbell export --split user --out alerts', summary: 'a file for each user'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3]),
	async run({options, words}, context) {
		const {runExport} = await import('../files/export.ts');
		return runExport(words.join(' '), options, context);
	},
});
