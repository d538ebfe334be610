import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const agentCommand = defineCommand({
	name: 'agent',
	summary: 'print what an automated agent must know, in Markdown',
	options: {},
	examples: [{line: 'chainbell agent >> AGENTS.md', summary: 'for an agent that runs chainbell'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run(_input, {commands, print}) {
		const {agentGuide} = await import('../agent-guide.ts');
		print(agentGuide(commands));
		return 0;
	},
});
