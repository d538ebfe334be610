import {
	defineCommands,
	acceptInvalid,
	filesArgument,
	flag,
	from,
	maxInput,
	planOptions,
	text,
	queryArgument,
	fileArgument,
	planArgument,
	outputIn,
	outputOptions,
	omitRefused,
	retries,
	resultOptions,
	texts,
	acceptUnknownTemplate,
	unprotect,
} from '../command.ts';
import {requestExitCodes} from '../command-error.ts';
import {changeCodes} from './change.ts';

export const exportOptions = {
	out: text('FILE', 'write it to a file; with --split to a folder', 'file'),
	split: {...text('FIELD', 'write one file for each value'), choices: ['user', 'channel', 'network']},
};

export const validateOptions = {
	maxInput,
	acceptInvalid,
};

export const planCommandOptions = {
	from,
	...planOptions,
	acceptInvalid,
	output: outputIn(['json', 'markdown']),
	exitCode: flag('end with 10 if the account is not as the files say'),
	mask: flag('leave out recipients, users, names, texts and the names of files, for a log that others can read'),
	out: text('NAME.plan', 'keep the plan in a file, for chainbell apply', 'file'),
};

export const pullOptions = {maxInput};

export const checkOptions = {
	...outputOptions,
	output: outputIn(['table', 'tsv', 'json', 'jsonl', 'csv']),
	exitCode: flag('end with 10 if something breaks a policy'),
};

export const matchOptions = {
	...outputOptions,
	output: outputIn(['table', 'tsv', 'json', 'jsonl', 'csv', 'name']),
	maxInput,
};

/** The options of what makes an account equal to files, after those that decide what is planned. */
const setOptions = {
	acceptInvalid,
	omitRefused,
	retries,
	...resultOptions,
};

export const applyOptions = {from, ...planOptions, ...setOptions};

export const importOptions = {
	from: {
		...text('SERVICE', 'print what another service returns for its alerts as a file for plan and apply'),
		choices: ['openzeppelin', 'alchemy', 'quicknode', 'moralis'],
	} as const,
	map: texts('COLUMN=FIELD', 'read a column as a field; COLUMN= leaves it out; can be repeated'),
	set: texts('FIELD=VALUE', 'give all rows this value; can be repeated', 'assignment'),
	raw: flag('take cells as they are, as list -o csv --raw prints them'),
	out: text('FILE', 'write a file of notifications; nothing is sent', 'file'),
	maxInput,
	acceptUnknownTemplate,
	unprotect,
	...setOptions,
};

export const tryOptions = {
	private: flag('send it also to a private address, or through a proxy'),
};

/** The commands on files: notifications as code, an event, a table. */
export const filesCommands = defineCommands({
	export: {
		summary: 'print notifications as a file for plan and apply',
		argument: queryArgument('a search as on the screens; it becomes the scope of the file'),
		options: exportOptions,
		examples: {
			'chainbell export user:=ops > ops.yaml': 'one user, with the templates that this machine knows',
			'chainbell export --split user --out alerts': 'a file for each user',
		},
		exitCodes: [...requestExitCodes, 3],
		load: async () => (await import('../files/export.ts')).runExport,
	},
	validate: {
		summary: 'check files of notifications, without a network',
		argument: filesArgument,
		options: validateOptions,
		examples: {'chainbell validate alerts.yaml': 'every mistake and what a policy refuses, with lines and columns'},
		exitCodes: [5],
		load: async () => (await import('../files/read-files.ts')).runValidate,
	},
	schema: {
		summary: 'print the JSON Schema of files of notifications, for editors',
		examples: {
			'chainbell schema > chainbell.schema.json': 'beside the files; chainbell export then names it in what it writes',
		},
		async load() {
			const {notificationFileSchema} = await import('../../files/file-schema.ts');
			return ({print}) => {
				print(JSON.stringify(notificationFileSchema(), undefined, 2));
			};
		},
	},
	plan: {
		summary: 'show what applying files would change; nothing is sent',
		argument: planArgument,
		options: planCommandOptions,
		examples: {
			'chainbell plan alerts.yaml': 'what would be created and replaced, old → new',
			'chainbell plan alerts --prune --out today.plan':
				'keep it; chainbell apply today.plan makes these changes or none',
			'chainbell plan --from staging --profile production user:=ops': 'what production lacks of one user of staging',
			'chainbell plan alerts --exit-code -o markdown --mask': 'for the summary of a CI job',
		},
		exitCodes: [...requestExitCodes, 3],
		meanings: {
			1: 'failed, or apply will refuse the plan',
			10: 'the account is not as the files say',
		},
		load: async () => (await import('../files/plan.ts')).runPlan,
	},
	apply: {
		summary: 'make the account equal to files; --prune also deletes',
		argument: {
			...planArgument,
			summary: 'files of notifications, folders with them, or one plan that chainbell plan --out wrote',
		},
		options: applyOptions,
		examples: {
			'chainbell apply alerts.yaml': 'shows the plan, then asks',
			'chainbell apply --from staging --profile production user:=ops': 'from staging to production',
			'chainbell apply alerts --prune --yes': 'in CI; undo takes back the whole set',
		},
		asks: 'before it changes anything',
		exitCodes: changeCodes,
		load: async () => (await import('../files/plan.ts')).runApply,
	},
	pull: {
		summary: 'edit a file of notifications so that it says what the account is',
		argument: fileArgument('the file; comments and the order of its entries stay'),
		options: pullOptions,
		examples: {
			'chainbell pull alerts.yaml': 'after a change on the screens: shows what changes in the file, then asks',
		},
		asks: 'before it writes the file',
		exitCodes: [...requestExitCodes, 3],
		load: async () => (await import('../files/pull.ts')).runPull,
	},
	check: {
		summary: 'list what breaks a policy of config.yaml',
		argument: queryArgument('only what a search finds'),
		options: checkOptions,
		examples: {
			'chainbell check': 'a row for each policy that a notification breaks, and how many are protected',
			'chainbell check channel:webhook --exit-code': 'in CI',
		},
		exitCodes: requestExitCodes,
		meanings: {
			1: 'failed, or a rule of config.yaml cannot be used',
			3: 'partial: the listing may lack some',
			10: 'with --exit-code: something breaks a policy',
		},
		load: async () => (await import('../check.ts')).runCheck,
	},
	match: {
		summary: 'list what an event would fire, and near misses',
		argument: {
			...fileArgument('a file with an event as JSON or YAML; - is standard input'),
			name: 'EVENT',
			rest: queryArgument('only what a search finds'),
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
		examples: {
			'chainbell match event.json': 'what it would fire, then near misses with the reason',
			'chainbell match - user:=ops -o jsonl < event.json': 'of one user, one JSON object a line',
		},
		exitCodes: requestExitCodes,
		meanings: {
			0: 'done, also if nothing would fire',
			3: 'partial: the listing may lack some, or an ID was left out',
			5: 'the file is no event',
		},
		load: async () => (await import('../match.ts')).runMatch,
	},
	try: {
		summary: 'send a sample event to the webhook or Slack URL of a notification',
		argument: {name: 'ID', isRequired: true, completes: 'id', summary: 'the notification'},
		options: tryOptions,
		details: async () => `It sends one POST, without the API key, and follows no redirects. The event is
that of a similar service, because what this one sends is not documented; Slack
gets a text. It prints the status, the time and the first kilobyte of the
response.`,
		examples: {
			'chainbell try 17': 'shows what is sent and where, then asks',
			'chainbell try 17 --yes --json': 'in a script; ends with 0 if the endpoint accepts it',
		},
		asks: 'before it sends',
		exitCodes: [...requestExitCodes, 3],
		meanings: {
			0: 'the endpoint answered with a 2xx',
			1: 'it answered with something else, or its answer cannot be read',
			5: 'there is no such notification, or it has no URL that can be tried',
			7: 'the service or the endpoint cannot be reached',
		},
		load: async () => (await import('../try.ts')).runTry,
	},
	import: {
		summary: 'create notifications from a CSV file or from another service',
		argument: fileArgument(
			'a CSV file whose first row names the fields; with --from JSON or YAML; - is standard input',
		),
		options: importOptions,
		details: async () => `--from sends nothing. What a notification cannot say is in comments of the file,
and on stderr. Other services have no users, so it needs --set user=ID.`,
		examples: {
			'chainbell import customers.csv --map E-Mail=to --set channel=email': 'shows the plan, then asks',
			'chainbell list -o csv | chainbell import - --profile staging --yes':
				'copies what lists show; without templates, which are never listed',
			'chainbell import customers.csv --out customers.yaml': 'as a file to keep',
			'chainbell import --from alchemy webhooks.json --set user=ops --out alerts.yaml': 'what Alchemy returns',
		},
		asks: 'before it changes anything',
		exitCodes: changeCodes,
		load: async () => (await import('../files/import.ts')).runImport,
	},
});
