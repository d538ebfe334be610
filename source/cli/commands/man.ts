import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const manCommand = defineCommand({
	name: 'man',
	summary: 'print the manual page, in roff',
	options: {},
	examples: [
		{line: 'chainbell man | man -l -', summary: 'read it'},
		{line: 'chainbell man > ~/.local/share/man/man1/chainbell.1', summary: 'install it, where npm does not'},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run(_input, {commands, write}) {
		const {manPage} = await import('../man/man-page.ts');
		await write(await manPage(commands));
		return 0;
	},
});
