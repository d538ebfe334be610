import {optionFields, type FieldOptions} from '../../notification/spec.ts';
import {
	number,
	defineCommands,
	acceptInvalid,
	acceptUnknownTemplate,
	flag,
	maxInput,
	omitRefused,
	resultOptions,
	retries,
	text,
	texts,
	unprotect,
	outputIn,
	outputOptions,
	outputFormats,
} from '../command.ts';
import {requestExitCodes} from '../command-error.ts';

/** The exit codes of what changes notifications. */
export const changeCodes = [...requestExitCodes, 3, 5, 8] as const;

/** The options of what creates. */
export const newOptions = {
	allowDuplicate: flag('create it even if an identical one exists'),
	acceptInvalid,
	omitRefused,
};

/** The option of a field: its values are one text or several. */
type FieldOption<T> = {readonly type: 'string'; readonly summary: string} & (T extends readonly string[]
	? {readonly isMultiple: true}
	: unknown);

const fieldOptions = Object.fromEntries(
	optionFields.map(({optionName, option: {order, ...option}}) => [optionName, {type: 'string', ...option}]),
) as object as {readonly [Name in keyof FieldOptions]: FieldOption<FieldOptions[Name]>};

/** The options that give fields: each its own, and --set those of every name. */
const draftOptions = {
	...fieldOptions,
	abi: texts('FILE', 'the ABI of a contract (JSON), whose events --topic can name; can be repeated', 'file'),
	set: texts(
		'FIELD=VALUE',
		`set a field: ${optionFields
			.map(({optionName}) => optionName)
			.filter(name => name !== 'topic')
			.join(', ')}, filter.0.value, topic.0`,
		'assignment',
	),
};

export const createOptions = {
	file: {
		...text(
			'FILE',
			'a file of notifications, or bodies as YAML, JSON or one JSON object a line; - is standard input',
			'file',
		),
		short: 'f',
	},
	maxInput,
	...draftOptions,
	...newOptions,
	retries,
	...resultOptions,
};

export const cloneOptions = {
	...draftOptions,
	...newOptions,
	...resultOptions,
};

/** The notifications to change. */
const idsArgument = {name: 'ID', isRepeated: true, completes: 'id', summary: 'the notifications'} as const;

/** The options that choose the notifications to change. */
export const targetOptions = {
	query: text('QUERY', 'all that a search finds, instead of IDs; every word of it must be a condition', 'query'),
	all: flag('every notification of the account'),
	allowEmpty: flag('end with 0, not with 5, if the query finds nothing'),
};

export const editOptions = {
	...targetOptions,
	...draftOptions,
	replace: texts('FIELD=/RE/TEXT/', 'replace what a regular expression finds in a field'),
	editor: flag('edit them as YAML in $EDITOR'),
	acceptUnknownTemplate,
	acceptInvalid,
	omitRefused,
	unprotect,
	retries,
	...resultOptions,
};

export const deleteOptions = {
	...targetOptions,
	unprotect,
	retries,
	...resultOptions,
};

/** The options that choose what is parked, and those of what creates it again. */
export const resumeOptions = {
	...targetOptions,
	allowDuplicate: flag('resume it even if an identical one exists'),
	retries,
	omitRefused,
	...resultOptions,
};

/** The options of what takes back or continues earlier changes. */
const againOptions = {
	unprotect,
	retries,
	omitRefused,
	...resultOptions,
};

export const undoOptions = {
	last: flag('undo the last change; needed in place of NUMBER where there is no terminal'),
	redo: flag('undo the last undo'),
	newId: text('ID', 'the notification that it deletes or replaces, where no response named it'),
	allowDuplicate: flag('recreate it even if an identical one exists'),
	...againOptions,
};

export const recoverOptions = {
	all: flag('also what colleagues of the team left, on machines that stopped'),
	finish: flag('finish them'),
	rollBack: flag('roll them back: delete what is new, keep what is old'),
	stopFollowing: flag('stop following what is open of it; nothing is sent'),
	retry: flag('send what failed of a change again, and the rest of it; what may have been created is only looked for'),
	newId: text('ID', 'which notification is the new one of one change, where that is not certain'),
	...againOptions,
};

export const historyOptions = {
	...outputOptions,
	output: outputIn([...outputFormats, 'sh']),
	search: text('WORDS', 'only entries that contain all WORDS'),
	operator: text('NAME', 'only what NAME did on other machines of the team'),
	limit: number('N', 0, 10_000_000, 'only the newest N entries; of -o sh, changes'),
};

/** The commands that change notifications, and the history of that. */
export const changeCommands = defineCommands({
	create: {
		summary: 'create a notification from options, or one or many from a file',
		options: createOptions,
		async details() {
			const [{signsText}, {wrap}] = await Promise.all([
				import('../../notification/filters.ts'),
				import('../../terminal/width.ts'),
			]);
			const filters = `Filters are written as FIELD OPERATOR VALUE with "and" between them; a type other than the one that follows from the value comes last: "value > 10 (float)". The operator is a name or its sign: ${signsText}. What is in quotes is taken as it is, an operator, too: --filter 'value ">" 10 and asset = "and"'.`;
			const topics = `The first --topic can be an event: a signature such as "Approval(address indexed owner, address indexed spender, uint256 value)", or the name of a usual one or of one in --abi. The others are then its indexed arguments; an empty one is not sent: --topic Transfer --topic "" --topic 0xd8…`;
			return [filters, topics].map(each => wrap(each, 79).join('\n')).join('\n\n');
		},
		examples: {
			'chainbell create --user 42 --channel email --to a@b.example --address 0xd8…': 'prints the new ID',
			'chainbell create -f new.jsonl --retries 2': 'many at once; prints an ID for each',
			'chainbell create -f - --dry-run < new.yaml': 'check only',
		},
		exitCodes: changeCodes,
		load: async () => (await import('../create.ts')).runCreate,
	},
	edit: {
		summary: 'edit notifications by replacing them: their IDs change',
		argument: idsArgument,
		options: editOptions,
		examples: {
			'chainbell edit 17 --set to=ops@example.com': 'shows old and new, then asks',
			'chainbell edit --query channel:webhook --replace to=/old/new/ --yes':
				'many at once; prints the old and the new ID of each',
		},
		asks: 'before it replaces',
		exitCodes: changeCodes,
		load: async () => (await import('../edit.ts')).runEdit,
	},
	clone: {
		summary: 'create a copy of a notification, with changes',
		argument: {name: 'ID', isRequired: true, completes: 'id', summary: 'the notification to copy'},
		options: cloneOptions,
		examples: {
			'chainbell clone 17 --set address=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045':
				'the same for another address; prints the new ID',
		},
		exitCodes: changeCodes,
		load: async () => (await import('../create.ts')).runClone,
	},
	delete: {
		summary: 'delete notifications, after asking',
		argument: idsArgument,
		options: deleteOptions,
		examples: {
			'chainbell delete 17 18': 'asks for their number',
			'chainbell delete --query user:=42 --yes': 'all of one user, in a script',
			'chainbell delete --query name:test --dry-run': 'what it would delete',
		},
		asks: 'before it deletes',
		exitCodes: changeCodes,
		load: async () => (await import('../edit.ts')).runDelete,
	},
	park: {
		summary: 'delete notifications and keep them, to create them again later',
		details: async () => `Only the ledger of this machine, or of the team, has what is parked. chainbell
resume creates it again, with a new ID.`,
		argument: idsArgument,
		options: deleteOptions,
		examples: {
			'chainbell park 17 18': 'asks for their number',
			'chainbell park --query user:=42 --yes': 'all of one user, in a script',
			'chainbell list is:parked': 'what is parked',
		},
		asks: 'before it deletes',
		exitCodes: changeCodes,
		load: async () => (await import('../edit.ts')).runPark,
	},
	resume: {
		summary: 'create again what is parked: the IDs change',
		argument: {name: 'ID', isRepeated: true, summary: 'the IDs that they had'},
		options: resumeOptions,
		examples: {
			'chainbell resume 17': 'asks, and prints the old and the new ID',
			'chainbell resume --query user:=42 --yes': 'what is parked of one user',
		},
		asks: 'before it creates',
		exitCodes: changeCodes,
		load: async () => (await import('../undo.ts')).runResume,
	},
	undo: {
		summary: 'undo the last change from this machine, or one by its number',
		argument: {name: 'NUMBER', summary: 'of a change (12), or of an item of one (12.3)'},
		options: undoOptions,
		examples: {
			'chainbell undo --dry-run': 'what it would do',
			'chainbell undo 12 --yes': 'all of change 12; prints new IDs',
			'chainbell undo 12.3': 'its third item alone',
		},
		asks: 'before it undoes',
		exitCodes: changeCodes,
		load: async () => (await import('../undo.ts')).runUndo,
	},
	recover: {
		summary: 'list pending changes, and finish them or roll them back',
		details: async () => `What was sent before may still take effect: after --stop-following chainbell no
longer looks for it.`,
		argument: {
			name: 'NUMBER',
			isRepeated: true,
			summary: 'only these: changes (12) or items of one (12.3)',
		},
		options: recoverOptions,
		examples: {
			'chainbell recover': 'what is pending, with numbers; exit status 8 if anything is',
			'chainbell recover --finish': 'after a crash',
			'chainbell recover --all --finish': 'after a job of the team was killed',
			'chainbell recover 12': 'a change and its open items, with numbers',
			'chainbell recover 12.3 --finish --new-id 7': 'its third item, whose new notification is 7',
			'chainbell recover 12 --roll-back': 'skip what was not sent, and delete the new ones of half-done edits',
			'chainbell recover 13 --stop-following': 'where you have found out what became of it',
		},
		asks: 'before --stop-following',
		exitCodes: changeCodes,
		meanings: {
			3: 'incomplete: some failed, or a damaged ledger was set aside',
			5: 'there is no such change, or it is in another state',
			8: 'still pending',
		},
		load: async () => (await import('../recover.ts')).runRecover,
	},
	history: {
		summary: 'print the changes made here and by the team, newest first',
		options: historyOptions,
		details: async () => `Those of all accounts, unless --profile, --base-url or --sandbox names one.

-o sh prints the commands that make the changes, oldest first, for a POSIX
shell. What commands cannot say, and what took no effect, is a comment with the
reason. Recipients and templates are in it as they were sent, not masked.`,
		examples: {
			'chainbell history --search delete --limit 20': 'the last 20 deletions',
			'chainbell history --operator ci': 'what the jobs of the team did, as far as it was read here',
			'chainbell history --limit 5 -o sh': 'the last five changes as commands',
		},
		meanings: {5: 'there is no such profile'},
		load: async () => (await import('../history.ts')).runHistory,
	},
});
