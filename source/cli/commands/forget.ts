import {accountRequest} from '../account-request.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const forgetCommand = defineCommand({
	name: 'forget',
	summary: 'delete what this machine keeps of an account',
	options: {
		pending: {type: 'boolean', summary: 'also delete pending changes'},
	},
	refuses: ['dryRun'],
	examples: [{line: 'chainbell forget --profile production', summary: 'its history, drafts and cached listing; no notification'}],
	exitCodes: exitCodesOf([0, 1, 2, 3], {3: 'refused: changes are pending'}),
	async run({options}, {host, print, printError}) {
		const {runForget} = await import('../forget.ts');
		return runForget({profile: accountRequest(options, host).profile, ledgerFile: host.paths().ledgerFile, isPendingIncluded: options.pending, print, warn: printError});
	},
});
