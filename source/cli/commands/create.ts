import {channelNames} from '../../domain/channels.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {acceptInvalidOption, maxInputOption, omitRefusedOption, resultOptions, retriesOption} from '../options.ts';

/** A choice in words: `A, B or C`. */
const anyOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)!].join(' or ');

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
		user: {type: 'string', value: 'ID', summary: 'external user ID'},
		channel: {type: 'string', value: 'NAME', summary: anyOf(channelNames())},
		to: {type: 'string', value: 'RECIPIENT', summary: 'e-mail address, URL or chat'},
		name: {type: 'string', value: 'TEXT', summary: 'display name'},
		network: {type: 'string', value: 'NAME', summary: 'network (default ETH_MAINNET)'},
		event: {type: 'string', value: 'NAME', summary: 'event type (default ADDRESS_ACTIVITY)'},
		address: {type: 'string', value: '0x…', summary: 'the address to watch'},
		filter: {
			type: 'string',
			value: 'FILTER',
			isMultiple: true,
			summary: '"FIELD OPERATOR VALUE TYPE", such as "value > 10 int"; can be repeated',
		},
		topic: {
			type: 'string',
			value: '0x…',
			isMultiple: true,
			summary: 'a topic of a GraphQL-type webhook; up to four, in their order',
		},
		template: {type: 'string', value: 'TEXT', summary: 'message template; @FILE reads a file'},
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
