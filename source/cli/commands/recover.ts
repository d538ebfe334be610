import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {omitRefusedOption, resultOptions, retriesOption, unprotectOption} from '../options.ts';

export const recoverCommand = defineCommand({
	name: 'recover',
	summary: 'list pending changes, and finish them or roll them back',
	details: async () => `What was sent before may still take effect: after --send-again two notifications
may exist, and after --stop-following chainbell no longer looks for the effect.`,
	argument: {
		name: 'NUMBER',
		isRepeated: true,
		summary: 'only these: operations (12), bulk operations (b3) or items of one (b3.2)',
	},
	options: {
		all: {type: 'boolean', summary: 'also what colleagues of the team left, on machines that stopped'},
		finish: {type: 'boolean', summary: 'finish them'},
		rollBack: {type: 'boolean', summary: 'roll them back: delete what is new, keep what is old'},
		sendAgain: {
			type: 'boolean',
			summary: 'send a create of unknown outcome again, although the first may still take effect',
		},
		stopFollowing: {type: 'boolean', summary: 'stop following it, or all open items of b3; nothing is sent'},
		keep: {type: 'string', value: 'WHICH', summary: 'both, mine or theirs, where somebody else edited the same one'},
		allowDuplicate: {type: 'boolean', summary: 'with --send-again: even if a new identical one is listed'},
		retry: {type: 'boolean', summary: 'send what failed of a bulk operation again'},
		newId: {type: 'string', value: 'ID', summary: 'which notification is the new one, where that is not certain'},
		unprotect: unprotectOption,
		retries: retriesOption,
		omitRefused: omitRefusedOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell recover', summary: 'what is pending, with numbers; exit status 8 if anything is'},
		{line: 'chainbell recover --finish', summary: 'after a crash'},
		{line: 'chainbell recover --all --finish', summary: 'after a job of the team was killed'},
		{line: 'chainbell recover b3', summary: 'a bulk operation and its open items, with numbers'},
		{line: 'chainbell recover b3.2 --finish --new-id 7', summary: 'its second item, whose new notification is 7'},
		{
			line: 'chainbell recover b3 --roll-back',
			summary: 'skip what was not sent, and delete the new ones of half-done edits',
		},
		{line: 'chainbell recover b3 --keep mine', summary: 'delete what somebody else made of the same notifications'},
		{line: 'chainbell recover 12 --stop-following', summary: 'where you have found out what became of it'},
	],
	asks: 'before --send-again, --stop-following and --keep',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8], {
		3: 'incomplete: some failed, or a damaged ledger was set aside',
		5: 'there is no such operation, or it is in another state',
		8: 'still pending',
	}),
	async run({options, words}, context) {
		const {runRecover} = await import('../recover.ts');
		return runRecover(words, options, context);
	},
});
