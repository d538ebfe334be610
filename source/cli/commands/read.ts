import {defineCommand, type Options} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {everyOption, flag, maxInputOption, outputFormats, outputOptions, text} from '../options.ts';

export const listOptions = {
	...outputOptions,
	output: {...outputOptions.output, choices: [...outputFormats, 'name']},
	columns: {...text('FIELD,…', 'only these columns of a table, tsv or csv, in this order'), completes: 'fields'},
	limit: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 10_000_000,
		isInteger: true,
		summary: 'only the first N, in the order of the service',
	},
	watch: {type: 'boolean', short: 'w', summary: 'redraw the table on the terminal while it changes'},
	every: {...everyOption, summary: `with --watch: ${everyOption.summary}`},
} as const satisfies Options;

export const listCommand = defineCommand({
	name: 'list',
	summary: 'print the notifications that a search finds',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'a search as on the screens: channel:email user:42',
	},
	options: listOptions,
	details: async () => `-o name prints the IDs, one on each line, for xargs. What a shell or xargs would
split or change is left out and told (exit code 3).
--watch keeps what fits on the terminal. Into a pipe, chainbell watch prints
each change.`,
	examples: [
		{line: 'chainbell list --sandbox', summary: 'a table on a terminal, tab-separated lines into a pipe'},
		{
			line: 'chainbell list channel:webhook not:test -o jsonl | jq .id',
			summary: 'the IDs of all webhooks but the test ones',
		},
		{
			line: 'chainbell list -o name name:test | xargs -r chainbell delete --yes',
			summary: 'delete them; xargs -o, in place of --yes, asks',
		},
		{line: 'chainbell list --columns id,name,to --limit 20', summary: 'three columns of the first 20'},
		{line: 'chainbell list --watch user:42', summary: 'the table, until Ctrl-C'},
		{line: 'chainbell list -o csv > notifications.csv', summary: 'all, for a spreadsheet'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3], {3: 'partial: the listing may lack some, or an ID was left out'}),
	run: async (...input) => (await import('../list.ts')).runList(...input),
});

export const getOptions = {
	output: {...outputOptions.output, choices: ['yaml', 'json', 'jsonl']},
} as const satisfies Options;

export const getCommand = defineCommand({
	name: 'get',
	summary: 'print whole notifications',
	argument: {name: 'ID', isRepeated: true, isRequired: true, completes: 'id', summary: 'the IDs of the notifications'},
	options: getOptions,
	details: async () => `Each record as the service sent it, with the template and the topics, which
listings never show, where they were sent from this machine. In every format it
is a file that chainbell create -f takes: that sends all of it but the ID and
what else the service makes (created_at, links, …).`,
	examples: [
		{line: 'chainbell get 42 43 > notifications.yaml', summary: 'a file to create them again, or elsewhere'},
		{line: 'chainbell get 42 --json | jq .[0].template', summary: 'what was sent as the template'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3], {
		1: 'failed, or there is no such notification',
		3: 'some are missing, or the listing may lack them',
	}),
	run: async (...input) => (await import('../get.ts')).runGet(...input),
});

export const watchOptions = {
	every: everyOption,
} as const satisfies Options;

export const watchCommand = defineCommand({
	name: 'watch',
	summary: 'print each notification that appears, changes or vanishes, live',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'only those that a search as on the screens finds',
	},
	options: watchOptions,
	details: async () => `Into a pipe, and with --json, a line is {time, change, notification}: change is
appeared, vanished or changed (under the same ID); notification is the record as
the service sent it.
A failure is printed on stderr, and the next listing waits longer. Only a
refused API key (401) ends the command. A partial listing is not used. A service
that gives ETags is asked only for what has changed, and for everything after
five minutes at the latest.`,
	examples: [
		{
			line: 'chainbell watch channel:webhook --every 10 | jq .change',
			summary: 'the changes that others make to webhooks',
		},
	],
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 129, 130, 143], {0: 'the reader closed the pipe'}),
	run: async (...input) => (await import('../watch.ts')).runWatch(...input),
});

export const checkOptions = {
	...outputOptions,
	output: {...outputOptions.output, choices: ['table', 'tsv', 'json', 'jsonl', 'csv']},
	exitCode: flag('end with 10 if something breaks a policy'),
} as const satisfies Options;

export const checkCommand = defineCommand({
	name: 'check',
	summary: 'list what breaks a policy of config.yaml',
	argument: {name: 'QUERY', isRepeated: true, completes: 'query', summary: 'only what a search finds'},
	options: checkOptions,
	examples: [
		{line: 'chainbell check', summary: 'a row for each policy that a notification breaks, and how many are protected'},
		{line: 'chainbell check channel:webhook --exit-code', summary: 'in CI'},
	],
	exitCodes: exitCodesOf([...requestExitCodes, 3, 10], {
		1: 'failed, or a rule of config.yaml cannot be used',
		3: 'partial: the listing may lack some',
		10: 'with --exit-code: something breaks a policy',
	}),
	run: async (...input) => (await import('../check.ts')).runCheck(...input),
});

export const matchOptions = {
	...outputOptions,
	output: {...outputOptions.output, choices: ['table', 'tsv', 'json', 'jsonl', 'csv', 'name']},
	maxInput: maxInputOption,
} as const satisfies Options;

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
	options: matchOptions,
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
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5], {
		0: 'done, also if nothing would fire',
		3: 'partial: the listing may lack some, or an ID was left out',
		5: 'the file is no event',
	}),
	run: async (...input) => (await import('../match.ts')).runMatch(...input),
});

export const historyOptions = {
	...outputOptions,
	output: {...outputOptions.output, choices: [...outputFormats, 'sh']},
	search: text('WORDS', 'only entries that contain all WORDS'),
	operator: text('NAME', 'only what NAME did on other machines of the team'),
	limit: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 10_000_000,
		isInteger: true,
		summary: 'only the newest N entries; of -o sh, changes',
	},
} as const satisfies Options;

export const historyCommand = defineCommand({
	name: 'history',
	summary: 'print the changes made here and by the team, newest first',
	options: historyOptions,
	details: async () => `-o sh prints the commands that make the changes, oldest first, for a POSIX
shell. What commands cannot say, and what took no effect, is a comment with the
reason. Recipients and templates are in it as they were sent, not masked.`,
	examples: [
		{line: 'chainbell history --search delete --limit 20', summary: 'the last 20 deletions'},
		{line: 'chainbell history --operator ci', summary: 'what the jobs of the team did, as far as it was read here'},
		{line: 'chainbell history --limit 5 -o sh', summary: 'the last five changes as commands'},
	],
	exitCodes: exitCodesOf([0, 1, 2]),
	run: async (...input) => (await import('../history.ts')).runHistory(...input),
});
