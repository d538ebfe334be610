import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {retriesOption} from '../change-options.ts';

export const recoverCommand = defineCommand({
	name: 'recover',
	summary: 'list pending changes, and finish them or roll them back',
	argument: {name: 'NUMBER', isRepeated: true, summary: 'only these: operations (12) or bulk operations (b3); all unless given'},
	options: {
		finish: {type: 'boolean', summary: 'finish them'},
		rollBack: {type: 'boolean', summary: 'roll them back: delete what is new, keep what is old'},
		retry: {type: 'boolean', summary: 'send what failed of a bulk operation again'},
		newId: {type: 'string', value: 'ID', summary: 'which notification is the new one, where several could be'},
		retries: retriesOption,
	},
	examples: [
		{line: 'chainbell recover', summary: 'what is pending, with numbers; exit status 8 if anything is'},
		{line: 'chainbell recover --finish', summary: 'after a crash'},
		{line: 'chainbell recover b3 --roll-back', summary: 'one of them'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3, 8], {8: 'still pending'}),
	async run({options, words}, context) {
		const {runRecover} = await import('../recover.ts');
		return runRecover(words, options, context);
	},
});
