import {optionFields, type FieldOptions} from '../../domain/spec.ts';
import {defineCommand, type StringOption} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {acceptInvalidOption, maxInputOption, omitRefusedOption, resultOptions, retriesOption} from '../options.ts';

/** The option of a field: its values are one text or several. */
type FieldOption<T> = T extends readonly string[]
	? StringOption & {readonly isMultiple: true}
	: Omit<StringOption, 'isMultiple' | 'choices'>;

const fieldOptions = Object.fromEntries(
	optionFields.map(({optionName, option: {order, ...option}}) => [optionName, {type: 'string', ...option}]),
) as {readonly [Name in keyof FieldOptions]: FieldOption<FieldOptions[Name]>};

export const createCommand = defineCommand({
	name: 'create',
	summary: 'create a notification from options, or one or many from a file',
	options: {
		file: {
			type: 'string',
			short: 'f',
			value: 'FILE',
			completes: 'file',
			summary: 'a file of notifications, or bodies as YAML, JSON or one JSON object a line; - is standard input',
		},
		maxInput: maxInputOption,
		...fieldOptions,
		allowDuplicate: {type: 'boolean', summary: 'create it even if an identical one exists'},
		acceptInvalid: acceptInvalidOption,
		omitRefused: omitRefusedOption,
		retries: retriesOption,
		...resultOptions,
	},
	async details() {
		const [{signsText}, {wrap}] = await Promise.all([
			import('../../domain/filters/operator-signs.ts'),
			import('../../terminal/width.ts'),
		]);
		return wrap(
			`The operator of a filter is a name or its sign: ${signsText}. In quotes it is sent as it is, as --filter 'value ">" 10 int' does, and so is one in a file.`,
			79,
		).join('\n');
	},
	examples: [
		{line: 'chainbell create --user 42 --channel email --to a@b.example --address 0xd8…', summary: 'prints the new ID'},
		{line: 'chainbell create -f new.jsonl --retries 2', summary: 'many at once; prints an ID for each'},
		{line: 'chainbell create -f - --dry-run < new.yaml', summary: 'check only'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 8]),
	async run({options}, context) {
		const {runCreate} = await import('../create.ts');
		return runCreate(options, context);
	},
});
