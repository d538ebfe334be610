import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {findHelp} from '../command-line.ts';

export const helpCommand = defineCommand({
	name: 'help',
	summary: 'print help, of chainbell or of one command',
	argument: {name: 'COMMAND', isRepeated: true, completes: 'command', summary: 'the command to describe'},
	options: {},
	examples: [{line: 'chainbell help list', summary: 'the same as chainbell list --help'}],
	asks: false,
	exitCodes: exitCodesOf([0, 2]),
	async run({words}, {commands, print}) {
		const {groupHelp, helpText} = await import('../help-text.ts');
		const {command, group} = findHelp(commands, words);
		print(group === undefined ? await helpText(command, commands) : groupHelp(group, commands));
		return 0;
	},
});
