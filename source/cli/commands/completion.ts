import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = defineCommand({
	name: 'completion',
	summary: 'print a script that completes commands in a shell',
	argument: {name: 'SHELL', isRequired: true, choices: shells, summary: 'the shell'},
	options: {},
	examples: [
		{line: 'source <(chainbell completion bash)', summary: 'in ~/.bashrc; in ~/.zshrc after compinit, with zsh'},
		{line: 'chainbell completion fish | source', summary: 'in ~/.config/fish/config.fish'},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({words}, {print}) {
		const {completionScripts} = await import('../completion.ts');
		print(completionScripts[words[0] as (typeof shells)[number]]);
		return 0;
	},
});
