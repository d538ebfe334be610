import {defineCommand} from '../command.ts';

export const helpCommand = defineCommand({
	name: 'help',
	summary: 'print help, of chainbell or of one command',
	argument: {name: 'COMMAND', summary: 'the command to describe'},
	options: {},
	examples: [{line: 'chainbell help list', summary: 'the same as chainbell list --help'}],
	exitCodes: {0: 'done', 2: 'wrong usage'},
	async run({words}, {commands, print}) {
		const [{helpText}, {findCommand}] = await Promise.all([import('../help-text.ts'), import('../parse-command-line.ts')]);
		print(await helpText(findCommand(commands, words[0] ?? ''), commands));
		return 0;
	},
});
