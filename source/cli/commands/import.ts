import {
	acceptInvalidOption,
	omitRefusedOption,
	planOptions,
	resultOptions,
	retriesOption,
	unprotectOption,
} from '../options.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';

export const importCommand = defineCommand({
	name: 'import',
	summary: 'create the notifications that the rows of a CSV file describe',
	argument: {
		name: 'FILE',
		isRequired: true,
		completes: 'file',
		summary: 'a CSV file whose first row names the fields; - is standard input',
	},
	options: {
		map: {
			type: 'string',
			value: 'COLUMN=FIELD',
			isMultiple: true,
			summary: 'read a column as a field; COLUMN= leaves it out; can be repeated',
		},
		set: {type: 'string', value: 'FIELD=VALUE', isMultiple: true, summary: 'give all rows this value; can be repeated'},
		raw: {type: 'boolean', summary: 'take cells as they are, as list -o csv --raw prints them'},
		out: {type: 'string', value: 'FILE', completes: 'file', summary: 'write a file of notifications; nothing is sent'},
		maxInput: planOptions.maxInput,
		acceptUnknownTemplate: planOptions.acceptUnknownTemplate,
		unprotect: unprotectOption,
		acceptInvalid: acceptInvalidOption,
		omitRefused: omitRefusedOption,
		retries: retriesOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell import customers.csv --map E-Mail=to --set channel=email', summary: 'shows the plan, then asks'},
		{
			line: 'chainbell list -o csv | chainbell import - --profile staging --yes',
			summary: 'copies what lists show; without templates, which are never listed',
		},
		{line: 'chainbell import customers.csv --out customers.yaml', summary: 'as a file to keep'},
	],
	asks: 'before it changes anything',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8]),
	async run({options, words}, context) {
		const {runImport} = await import('../files/import.ts');
		return runImport(words[0]!, options, context);
	},
});
