import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const forgetCommand = defineCommand({
	name: 'forget',
	summary: 'delete what this machine keeps of an account',
	options: {
		pending: {type: 'boolean', summary: 'also delete pending changes'},
	},
	refuses: ['dryRun'],
	examples: [
		{
			line: 'chainbell forget --profile production',
			summary: 'its history, drafts and cached listing, after asking; no notification',
		},
	],
	asks: 'before it deletes the history',
	exitCodes: exitCodesOf([0, 1, 2, 3, 6, 129, 130, 143], {3: 'refused: changes are pending'}),
	async run({options}, context) {
		const {runForget} = await import('../forget.ts');
		return runForget({options}, context);
	},
});
