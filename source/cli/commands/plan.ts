import {acceptInvalidOption} from '../change-options.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {filesArgument, fromOption, planOptions, withFrom} from '../files/file-options.ts';

export const planCommand = defineCommand({
	name: 'plan',
	summary: 'show what applying files would change; nothing is sent',
	argument: {...filesArgument, isRequired: true, unless: withFrom},
	options: {
		from: fromOption,
		...planOptions,
		acceptInvalid: acceptInvalidOption,
		output: {type: 'string', short: 'o', value: 'FORMAT', choices: ['json', 'markdown'], summary: 'print'},
		exitCode: {type: 'boolean', summary: 'end with 10 if the account is not as the files say'},
		mask: {
			type: 'boolean',
			summary: 'leave out recipients, users, names, texts and the names of files, for a log that others can read',
		},
		out: {
			type: 'string',
			value: 'NAME.plan',
			completes: 'file',
			summary: 'keep the plan in a file, for chainbell apply',
		},
	},
	examples: [
		{line: 'chainbell plan alerts.yaml', summary: 'what would be created and replaced, old → new'},
		{
			line: 'chainbell plan alerts --prune --out today.plan',
			summary: 'keep it; chainbell apply today.plan makes these changes or none',
		},
		{
			line: 'chainbell plan --from staging --profile production user:=ops',
			summary: 'what production lacks of one user of staging',
		},
		{line: 'chainbell plan alerts --exit-code -o markdown --mask', summary: 'for the summary of a CI job'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 10], {
		1: 'failed, or apply will refuse the plan',
		10: 'the account is not as the files say',
	}),
	async run({options, words}, context) {
		const {runPlan} = await import('../files/plan.ts');
		return runPlan(words, options, context);
	},
});
