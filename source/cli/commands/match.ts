import {maxInputOption} from '../change-options.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

export const matchCommand = defineCommand({
	name: 'match',
	summary: 'list what an event would fire, and near misses',
	argument: {
		name: 'EVENT',
		isRequired: true,
		completes: 'file',
		summary: 'a file with an event as JSON or YAML; - is standard input',
		rest: {name: 'QUERY', isRepeated: true, completes: 'query', summary: 'only what a search finds'},
	},
	options: {
		...outputOptions,
		output: {...outputOptions.output, choices: ['table', 'tsv', 'json', 'jsonl', 'csv', 'name']},
		maxInput: maxInputOption,
	},
	details: async () => `The event is a webhook delivery, its event alone, an activity or a list of
these. A notification fires if its network, its event type, its address
(anywhere in the activity) and all its filters match one activity. What the
event does not say is not compared, and topics, which are never listed, neither.
How the service evaluates filters is not documented: this is chainbell's
reading, that of "try filters" in the form, and the service may differ.
A near miss has the same network, event type and address, or all but one
condition, but not another address. -o name prints only the IDs that would fire.`,
	examples: [
		{line: 'chainbell match event.json', summary: 'what it would fire, then near misses with the reason'},
		{line: 'chainbell match - user:=ops -o jsonl < event.json', summary: 'of one user, one JSON object a line'},
	],
	asks: false,
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5], {
		0: 'done, also if nothing would fire',
		3: 'partial: the listing may lack some, or an ID was left out',
		5: 'the file is no event',
	}),
	async run({options, words}, context) {
		const {runMatch} = await import('../match.ts');
		return runMatch(words, options, context);
	},
});
