import {
	queryArgument,
	number,
	defineCommands,
	every,
	outputFormats,
	outputIn,
	outputOptions,
	text,
	flag,
} from '../command.ts';
import {requestExitCodes} from '../command-error.ts';

export const listOptions = {
	...outputOptions,
	output: outputIn([...outputFormats, 'name']),
	columns: text('FIELD,…', 'only these columns of a table, tsv or csv, in this order', 'fields'),
	sort: text('FIELD', 'in the order of a field; FIELD:desc has the greatest first', 'fields'),
	limit: number('N', 0, 10_000_000, 'only the first N'),
	watch: flag('redraw the table on the terminal while it changes', 'w'),
	every: {...every, summary: `with --watch: ${every.summary}`},
};

export const getOptions = {
	output: outputIn(['yaml', 'json', 'jsonl']),
};

export const watchOptions = {
	every,
};

/** The screens, and the commands that read the account. */
export const readCommands = defineCommands({
	'': {
		summary: 'open the screens',
		refuses: ['json', 'quiet', 'yes', 'dryRun', 'concurrency'],
		examples: {
			'chainbell --sandbox': 'try it without an account',
			'CHAINBELL_API_KEY=… chainbell --base-url https://api.example.com/': 'open an account',
			'chainbell --profile production --read-only': 'look, but change nothing',
		},
		exitCodes: [129, 130, 143],
		meanings: {0: 'quit', 2: 'wrong usage, or not a terminal'},
		load: async () => (await import('../screens.ts')).runScreens,
	},
	list: {
		summary: 'print the notifications that a search finds',
		argument: queryArgument('a search as on the screens: channel:email user:42'),
		options: listOptions,
		details: async () => `-o name prints the IDs, one on each line, for xargs. What a shell or xargs would
split or change is left out and told (exit code 3).
--watch keeps what fits on the terminal. Into a pipe, chainbell watch prints
each change.`,
		examples: {
			'chainbell list --sandbox': 'a table on a terminal, tab-separated lines into a pipe',
			'chainbell list channel:webhook not:test -o jsonl | jq -r .id': 'the IDs of all webhooks but the test ones',
			'chainbell list -o name name:test | xargs -r chainbell delete --yes':
				'delete them; xargs -o, in place of --yes, asks',
			'chainbell list --columns id,name,to --limit 20': 'three columns of the first 20',
			'chainbell list --watch user:42': 'the table, until Ctrl-C',
			'chainbell list -o csv > notifications.csv': 'all, for a spreadsheet',
		},
		exitCodes: requestExitCodes,
		meanings: {3: 'partial: the listing may lack some, or an ID was left out'},
		load: async () => (await import('../list.ts')).runList,
	},
	get: {
		summary: 'print whole notifications',
		argument: {
			name: 'ID',
			isRepeated: true,
			isRequired: true,
			completes: 'id',
			summary: 'the IDs of the notifications',
		},
		options: getOptions,
		details: async () => `Each record as the service sent it, but with its ID as text. The template and
the topics, which listings never show, are added where they were sent from this
machine. In every format it is a file that chainbell create -f takes: that sends
all of it but the ID and what else the service makes (created_at, links, …).`,
		examples: {
			'chainbell get 42 43 > notifications.yaml': 'a file to create them again, or elsewhere',
			'chainbell get 42 --json | jq .[0].template': 'what was sent as the template',
		},
		exitCodes: requestExitCodes,
		meanings: {
			5: 'there is no such notification',
			3: 'some are missing, or the listing may lack them',
		},
		load: async () => (await import('../get.ts')).runGet,
	},
	watch: {
		summary: 'print each notification that appears, changes or vanishes, live',
		argument: queryArgument('only those that a search as on the screens finds'),
		options: watchOptions,
		details: async () => `Into a pipe, and with --json, a line is {time, change, notification}: change is
appeared, vanished or changed (under the same ID); notification is the record as
the service sent it, but with its ID as text.
A failure is printed on stderr, and the next listing waits longer. Only a
refused API key (401) ends the command. A partial listing is not used. A service
that gives ETags is asked only for what has changed, and for everything after
five minutes at the latest.`,
		examples: {'chainbell watch channel:webhook --every 10 | jq .change': 'the changes that others make to webhooks'},
		exitCodes: [4, 5, 129, 130, 143],
		meanings: {0: 'the reader closed the pipe'},
		load: async () => (await import('../watch.ts')).runWatch,
	},
});
