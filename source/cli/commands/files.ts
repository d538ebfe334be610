import {defineCommand, type Options} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {
	acceptInvalidOption,
	filesArgument,
	flag,
	fromOption,
	maxInputOption,
	planOptions,
	text,
	withFrom,
} from '../options.ts';

export const exportOptions = {
	out: {...text('FILE', 'write it to a file; with --split to a folder'), completes: 'file'},
	split: {
		type: 'string',
		value: 'FIELD',
		choices: ['user', 'channel', 'network'],
		summary: 'write one file for each value',
	},
} as const satisfies Options;

export const exportCommand = defineCommand({
	name: 'export',
	summary: 'print notifications as a file for plan and apply',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens; it becomes the scope of the file',
	},
	options: exportOptions,
	examples: [
		{line: 'chainbell export user:=ops > ops.yaml', summary: 'one user, with the templates that this machine knows'},
		{line: 'chainbell export --split user --out alerts', summary: 'a file for each user'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3]),
	run: async (...input) => (await import('../files/export.ts')).runExport(...input),
});

export const validateOptions = {
	maxInput: maxInputOption,
	acceptInvalid: acceptInvalidOption,
} as const satisfies Options;

export const validateCommand = defineCommand({
	name: 'validate',
	summary: 'check files of notifications, without a network',
	argument: {...filesArgument, isRequired: true},
	options: validateOptions,
	examples: [
		{
			line: 'chainbell validate alerts.yaml',
			summary: 'every mistake and what a policy refuses, with lines and columns',
		},
	],
	exitCodes: exitCodesOf([0, 1, 2, 5]),
	run: async (...input) => (await import('../files/validate.ts')).runValidate(...input),
});

export const schemaCommand = defineCommand({
	name: 'schema',
	summary: 'print the JSON Schema of files of notifications, for editors',
	examples: [
		{
			line: 'chainbell schema > chainbell.schema.json',
			summary: 'beside the files; chainbell export then names it in what it writes',
		},
	],
	exitCodes: exitCodesOf([0, 2]),
	async run(_input, context) {
		const {notificationFileSchema} = await import('../../files/file-schema.ts');
		context.print(JSON.stringify(notificationFileSchema(), undefined, 2));
		return 0;
	},
});

export const planCommandOptions = {
	from: fromOption,
	...planOptions,
	acceptInvalid: acceptInvalidOption,
	output: {type: 'string', short: 'o', value: 'FORMAT', choices: ['json', 'markdown'], summary: 'print'},
	exitCode: flag('end with 10 if the account is not as the files say'),
	mask: flag('leave out recipients, users, names, texts and the names of files, for a log that others can read'),
	out: {...text('NAME.plan', 'keep the plan in a file, for chainbell apply'), completes: 'file'},
} as const satisfies Options;

export const planCommand = defineCommand({
	name: 'plan',
	summary: 'show what applying files would change; nothing is sent',
	argument: {...filesArgument, isRequired: true, unless: withFrom},
	options: planCommandOptions,
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
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 10], {
		1: 'failed, or apply will refuse the plan',
		10: 'the account is not as the files say',
	}),
	run: async (...input) => (await import('../files/plan.ts')).runPlan(...input),
});

export const pullOptions = {maxInput: maxInputOption} as const satisfies Options;

export const pullCommand = defineCommand({
	name: 'pull',
	summary: 'edit a file of notifications so that it says what the account is',
	argument: {
		name: 'FILE',
		isRequired: true,
		completes: 'file',
		summary: 'the file; comments and the order of its entries stay',
	},
	options: pullOptions,
	examples: [
		{
			line: 'chainbell pull alerts.yaml',
			summary: 'after a change on the screens: shows what changes in the file, then asks',
		},
	],
	asks: 'before it writes the file',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6]),
	run: async (...input) => (await import('../files/pull.ts')).runPull(...input),
});
