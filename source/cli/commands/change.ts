import {optionFields, type FieldOptions} from '../../notification/spec.ts';
import {defineCommand, type Options, type StringOption} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {
	acceptInvalidOption,
	acceptUnknownTemplateOption,
	filesArgument,
	flag,
	fromOption,
	maxInputOption,
	omitRefusedOption,
	planOptions,
	resultOptions,
	retriesOption,
	text,
	texts,
	unprotectOption,
	withFrom,
} from '../options.ts';

/** The exit codes of what creates, and of what asks. */
const creatingCodes = exitCodesOf([...requestExitCodes, 3, 5, 8]);
const askingCodes = exitCodesOf([...requestExitCodes, 3, 5, 6, 8]);

/** The options of what creates. */
export const newOptions = {
	allowDuplicate: flag('create it even if an identical one exists'),
	acceptInvalid: acceptInvalidOption,
	omitRefused: omitRefusedOption,
} as const satisfies Options;

/** The option of a field: its values are one text or several. */
type FieldOption<T> = T extends readonly string[]
	? StringOption & {readonly isMultiple: true}
	: Omit<StringOption, 'isMultiple' | 'choices'>;

const fieldOptions = Object.fromEntries(
	optionFields.map(({optionName, option: {order, ...option}}) => [optionName, {type: 'string', ...option}]),
) as {readonly [Name in keyof FieldOptions]: FieldOption<FieldOptions[Name]>};

/** The field names that `--set` takes, besides the parts of filters and topics. */
const settable = optionFields.map(({optionName}) => optionName).filter(name => name !== 'topic');

export const createOptions = {
	file: {
		...text('FILE', 'a file of notifications, or bodies as YAML, JSON or one JSON object a line; - is standard input'),
		short: 'f',
		completes: 'file',
	},
	maxInput: maxInputOption,
	...fieldOptions,
	...newOptions,
	retries: retriesOption,
	...resultOptions,
} as const satisfies Options;

export const createCommand = defineCommand({
	name: 'create',
	summary: 'create a notification from options, or one or many from a file',
	options: createOptions,
	async details() {
		const [{signsText}, {wrap}] = await Promise.all([
			import('../../notification/filters.ts'),
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
	exitCodes: creatingCodes,
	run: async (...input) => (await import('../create.ts')).runCreate(...input),
});

export const cloneOptions = {
	set: texts('FIELD=VALUE', 'change a field of the copy; can be repeated'),
	...newOptions,
	...resultOptions,
} as const satisfies Options;

export const cloneCommand = defineCommand({
	name: 'clone',
	summary: 'create a copy of a notification, with changes',
	argument: {name: 'ID', isRequired: true, completes: 'id', summary: 'the notification to copy'},
	options: cloneOptions,
	examples: [
		{
			line: 'chainbell clone 17 --set address=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
			summary: 'the same for another address; prints the new ID',
		},
	],
	exitCodes: creatingCodes,
	run: async (...input) => (await import('../create.ts')).runClone(...input),
});

/** The notifications to change. */
const idsArgument = {name: 'ID', isRepeated: true, completes: 'id', summary: 'the notifications'} as const;

/** The options that choose the notifications to change. */
export const targetOptions = {
	query: {
		...text('QUERY', 'all that a search finds, instead of IDs; every word of it must be a condition'),
		completes: 'query',
	},
	all: flag('every notification of the account'),
	allowEmpty: flag('end with 0, not with 5, if the query finds nothing'),
} as const satisfies Options;

export const editOptions = {
	...targetOptions,
	set: texts('FIELD=VALUE', `set a field: ${settable.join(', ')}, filter.0.value, topic.0`),
	replace: texts('FIELD=/RE/TEXT/', 'replace what a regular expression finds in a field'),
	editor: flag('edit them as YAML in $EDITOR'),
	acceptUnknownTemplate: acceptUnknownTemplateOption,
	acceptInvalid: acceptInvalidOption,
	omitRefused: omitRefusedOption,
	unprotect: unprotectOption,
	retries: retriesOption,
	...resultOptions,
} as const satisfies Options;

export const editCommand = defineCommand({
	name: 'edit',
	summary: 'edit notifications by replacing them: their IDs change',
	argument: idsArgument,
	options: editOptions,
	examples: [
		{line: 'chainbell edit 17 --set to=ops@example.com', summary: 'shows old and new, then asks'},
		{
			line: 'chainbell edit --query channel:webhook --replace to=/old/new/ --yes',
			summary: 'many at once; prints the old and the new ID of each',
		},
	],
	asks: 'before it replaces',
	exitCodes: askingCodes,
	run: async (...input) => (await import('../edit.ts')).runEdit(...input),
});

export const deleteOptions = {
	...targetOptions,
	unprotect: unprotectOption,
	retries: retriesOption,
	...resultOptions,
} as const satisfies Options;

export const deleteCommand = defineCommand({
	name: 'delete',
	summary: 'delete notifications, after asking',
	argument: idsArgument,
	options: deleteOptions,
	examples: [
		{line: 'chainbell delete 17 18', summary: 'asks for their number'},
		{line: 'chainbell delete --query user:=42 --yes', summary: 'all of one user, in a script'},
		{line: 'chainbell delete --query name:test --dry-run', summary: 'what it would delete'},
	],
	asks: 'before it deletes',
	exitCodes: askingCodes,
	run: async (...input) => (await import('../delete.ts')).runDelete(...input),
});

/** The options of what takes back or continues earlier changes. */
const againOptions = {
	unprotect: unprotectOption,
	retries: retriesOption,
	omitRefused: omitRefusedOption,
	...resultOptions,
} as const satisfies Options;

export const undoOptions = {
	last: flag('undo the last change; needed in place of NUMBER where there is no terminal'),
	redo: flag('undo the last undo'),
	allowDuplicate: flag('recreate it even if an identical one exists'),
	...againOptions,
} as const satisfies Options;

export const undoCommand = defineCommand({
	name: 'undo',
	summary: 'undo the last change from this machine, or one by its number',
	argument: {name: 'NUMBER', summary: 'of an operation in the history (12), or of a bulk operation (b3)'},
	options: undoOptions,
	examples: [
		{line: 'chainbell undo --dry-run', summary: 'what it would do'},
		{line: 'chainbell undo b3 --yes', summary: 'a bulk operation is undone as a whole; prints new IDs'},
		{line: 'chainbell undo b3.2', summary: 'the second item of a bulk operation alone'},
	],
	asks: 'before it undoes',
	exitCodes: askingCodes,
	run: async (...input) => (await import('../undo.ts')).runUndo(...input),
});

export const recoverOptions = {
	all: flag('also what colleagues of the team left, on machines that stopped'),
	finish: flag('finish them'),
	rollBack: flag('roll them back: delete what is new, keep what is old'),
	sendAgain: flag('send a create of unknown outcome again, although the first may still take effect'),
	stopFollowing: flag('stop following it, or all open items of b3; nothing is sent'),
	keep: text('WHICH', 'both, mine or theirs, where somebody else edited the same one'),
	allowDuplicate: flag('with --send-again: even if a new identical one is listed'),
	retry: flag('send what failed of a bulk operation again'),
	newId: text('ID', 'which notification is the new one, where that is not certain'),
	...againOptions,
} as const satisfies Options;

export const recoverCommand = defineCommand({
	name: 'recover',
	summary: 'list pending changes, and finish them or roll them back',
	details: async () => `What was sent before may still take effect: after --send-again two notifications
may exist, and after --stop-following chainbell no longer looks for the effect.`,
	argument: {
		name: 'NUMBER',
		isRepeated: true,
		summary: 'only these: operations (12), bulk operations (b3) or items of one (b3.2)',
	},
	options: recoverOptions,
	examples: [
		{line: 'chainbell recover', summary: 'what is pending, with numbers; exit status 8 if anything is'},
		{line: 'chainbell recover --finish', summary: 'after a crash'},
		{line: 'chainbell recover --all --finish', summary: 'after a job of the team was killed'},
		{line: 'chainbell recover b3', summary: 'a bulk operation and its open items, with numbers'},
		{line: 'chainbell recover b3.2 --finish --new-id 7', summary: 'its second item, whose new notification is 7'},
		{
			line: 'chainbell recover b3 --roll-back',
			summary: 'skip what was not sent, and delete the new ones of half-done edits',
		},
		{line: 'chainbell recover b3 --keep mine', summary: 'delete what somebody else made of the same notifications'},
		{line: 'chainbell recover 12 --stop-following', summary: 'where you have found out what became of it'},
	],
	asks: 'before --send-again, --stop-following and --keep',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8], {
		3: 'incomplete: some failed, or a damaged ledger was set aside',
		5: 'there is no such operation, or it is in another state',
		8: 'still pending',
	}),
	run: async (...input) => (await import('../recover.ts')).runRecover(...input),
});

/** The options of what makes an account equal to files, after those that decide what is planned. */
const setOptions = {
	acceptInvalid: acceptInvalidOption,
	omitRefused: omitRefusedOption,
	retries: retriesOption,
	...resultOptions,
} as const satisfies Options;

export const applyOptions = {from: fromOption, ...planOptions, ...setOptions} as const satisfies Options;

export const applyCommand = defineCommand({
	name: 'apply',
	summary: 'make the account equal to files; --prune also deletes',
	argument: {
		...filesArgument,
		isRequired: true,
		summary: 'files of notifications, folders with them, or one plan that chainbell plan --out wrote',
		unless: withFrom,
	},
	options: applyOptions,
	examples: [
		{line: 'chainbell apply alerts.yaml', summary: 'shows the plan, then asks'},
		{line: 'chainbell apply --from staging --profile production user:=ops', summary: 'from staging to production'},
		{line: 'chainbell apply alerts --prune --yes', summary: 'in CI; undo takes back the whole set'},
	],
	asks: 'before it changes anything',
	exitCodes: askingCodes,
	run: async (...input) => (await import('../files/apply.ts')).runApply(...input),
});

export const importOptions = {
	map: texts('COLUMN=FIELD', 'read a column as a field; COLUMN= leaves it out; can be repeated'),
	set: texts('FIELD=VALUE', 'give all rows this value; can be repeated'),
	raw: flag('take cells as they are, as list -o csv --raw prints them'),
	out: {...text('FILE', 'write a file of notifications; nothing is sent'), completes: 'file'},
	maxInput: maxInputOption,
	acceptUnknownTemplate: acceptUnknownTemplateOption,
	unprotect: unprotectOption,
	...setOptions,
} as const satisfies Options;

export const importCommand = defineCommand({
	name: 'import',
	summary: 'create the notifications that the rows of a CSV file describe',
	argument: {
		name: 'FILE',
		isRequired: true,
		completes: 'file',
		summary: 'a CSV file whose first row names the fields; - is standard input',
	},
	options: importOptions,
	examples: [
		{line: 'chainbell import customers.csv --map E-Mail=to --set channel=email', summary: 'shows the plan, then asks'},
		{
			line: 'chainbell list -o csv | chainbell import - --profile staging --yes',
			summary: 'copies what lists show; without templates, which are never listed',
		},
		{line: 'chainbell import customers.csv --out customers.yaml', summary: 'as a file to keep'},
	],
	asks: 'before it changes anything',
	exitCodes: askingCodes,
	run: async (...input) => (await import('../files/import.ts')).runImport(...input),
});
