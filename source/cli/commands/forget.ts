import {findPaths} from '../../config/paths.ts';
import {accountOptions, accountRequest} from '../account-options.ts';
import {defineCommand} from '../command.ts';
import {defaultTimeout} from '../../api/connection.ts';

const {sandbox, profile, baseUrl} = accountOptions;

export const forgetCommand = defineCommand({
	name: 'forget',
	summary: 'delete what this machine keeps of an account',
	options: {
		sandbox,
		profile,
		baseUrl,
		pending: {type: 'boolean', summary: 'also delete pending changes'},
	},
	examples: [{line: 'chainbell forget --profile production', summary: 'its history, drafts and cached listing; no notification'}],
	exitCodes: {0: 'done', 1: 'failed', 2: 'wrong usage', 3: 'refused: changes are pending'},
	async run({options}, {print, printError}) {
		const {runForget} = await import('../forget.ts');
		const account = accountRequest({...options, timeout: defaultTimeout / 1000});
		return runForget({profile: account.profile, ledgerFile: findPaths().ledgerFile, isPendingIncluded: options.pending, print, warn: printError});
	},
});
