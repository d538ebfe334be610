import {
	acceptInvalidOption,
	filesArgument,
	fromOption,
	omitRefusedOption,
	planOptions,
	resultOptions,
	retriesOption,
	withFrom,
} from '../options.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const applyCommand = defineCommand({
	name: 'apply',
	summary: 'make the account equal to files; --prune also deletes',
	argument: {
		...filesArgument,
		isRequired: true,
		summary: 'files of notifications, folders with them, or one plan that chainbell plan --out wrote',
		unless: withFrom,
	},
	options: {
		from: fromOption,
		...planOptions,
		acceptInvalid: acceptInvalidOption,
		omitRefused: omitRefusedOption,
		retries: retriesOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell apply alerts.yaml', summary: 'shows the plan, then asks'},
		{line: 'chainbell apply --from staging --profile production user:=ops', summary: 'from staging to production'},
		{line: 'chainbell apply alerts --prune --yes', summary: 'in CI; undo takes back the whole set'},
	],
	asks: 'before it changes anything',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8]),
	async run({options, words}, context) {
		const {runApply} = await import('../files/apply.ts');
		return runApply(words, options, context);
	},
});
