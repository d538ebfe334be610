import {readReplacement, type FieldEdits} from './bulk-edit.ts';
import {checkedDraft} from './rules.ts';
import {
	appendFilters,
	parseFilterLine,
	setField,
	type DraftChange,
	changedFields,
	lostContent,
	parseReplacement,
	withChanges,
} from '../notification/edit.ts';
import {nameOfField} from '../notification/field-path.ts';
import {addressNamed} from '../notification/labels.ts';
import {type Draft, emptyDraft, filterOf, toHeldInput, toInput, typedText} from '../notification/fields.ts';
import {type FieldId, optionFields, textsOf, contentFields} from '../notification/spec.ts';
import {printFilters} from '../notification/filter-line.ts';
import {recreationLosses, type KnownContent} from '../notification/losses.ts';
import type {Filter, NotificationInput} from '../notification/notification.ts';
import {escapePattern, nonEmpty} from '../platform/text.ts';
import {toldKind, type OperationKind} from '../notification/operation-texts.ts';

/** A command of chainbell: its arguments, not yet quoted for a shell. */
export type CommandWords = readonly string[];

/** The account of a command. */
type CommandAccount = {
	readonly isSandbox: boolean;
	/** The name of the profile; the host of the service if none is saved. */
	readonly name: string;
	readonly baseUrl: string;
};

/** The options that name an account. The API key of one without a profile comes from CHAINBELL_API_KEY. */
export function accountWords({isSandbox, name, baseUrl}: CommandAccount): CommandWords {
	if (isSandbox) {
		return ['--sandbox'];
	}

	return URL.canParse(baseUrl) && name === new URL(baseUrl).host ? ['--base-url', baseUrl] : ['--profile', name];
}

/** The option of `edit` that sets a field. */
const setWords = (field: FieldId, text: string): CommandWords => [
	'--set',
	`${nameOfField(field)}=${setText(field, text)}`,
];

/** The text of an option that can name a file: in a template, @ does. */
const textOrFile = (field: string, text: string): string =>
	field === 'template' && text.startsWith('@') ? `@${text}` : text;

/** The text of `--set`: no label, which another machine may not have. */
const setText = (field: FieldId, text: string): string =>
	field === 'address' ? addressNamed(text) : textOrFile(field, text);

/** IDs as arguments. */
const idWords = (ids: readonly string[]): CommandWords => [
	...(ids.some(id => id.startsWith('-')) ? ['--'] : []),
	...ids,
];

/** Whether texts can be arguments of a program: these have no NUL and are UTF-8. */
const isArgument = (texts: readonly string[]): boolean =>
	texts.every(text => !text.includes('\0') && text.isWellFormed());

/** A command, and the bodies on its standard input. */
export type CommandWithInput = {readonly words: CommandWords; readonly bodies?: readonly NotificationInput[]};

/** The notifications that a command changes: all that a query finds, or those with these IDs. */
type Targets = {readonly query: string} | {readonly ids: readonly string[]};

const targeted = (command: string, options: CommandWords, targets: Targets): CommandWords => [
	command,
	...('query' in targets ? ['--query', targets.query] : []),
	...options,
	...('ids' in targets ? idWords(targets.ids) : []),
];

/** Words of a command, and what they do to a draft. */
type Step = {readonly words: CommandWords; readonly change: DraftChange};

const madeBy = (steps: readonly Step[], draft: Draft): Draft =>
	withChanges(
		draft,
		steps.map(({change}) => change),
	);

/** Filters as options take them, in one line. What these read differently does not make the same content. */
function filterStep(filters: readonly Filter[], wordsOf: (text: string) => CommandWords): Step {
	const line = printFilters(filters);
	const read = parseFilterLine(line);
	return {words: wordsOf(line), change: read.ok ? appendFilters(read.value) : draft => draft};
}

/** A notification that was created. */
type CreatedContent = {
	readonly input: NotificationInput;
	/** Whether an identical one existed. */
	readonly isDuplicate: boolean;
};

/** The command that creates notifications: one by options if they can say it, otherwise from bodies on standard input. */
export function createCommandFor(created: readonly CreatedContent[]): CommandWithInput {
	const flags = nonEmpty([
		created.some(({isDuplicate}) => isDuplicate) && '--allow-duplicate',
		created.some(({input}) => checkedDraft(input, {acceptInvalid: false}).errors.length > 0) && '--accept-invalid',
	]);
	const options = created.length === 1 ? createOptions(created[0]!.input) : undefined;
	return options === undefined
		? {words: ['create', '-f', '-', ...flags], bodies: created.map(({input}) => input)}
		: {words: ['create', ...options, ...flags]};
}

/** The options of `create` for an input; undefined if they cannot say it. */
function createOptions(input: NotificationInput): CommandWords | undefined {
	const steps = optionFields.flatMap(field => {
		const wordsOf = (text: string) => {
			const option = `--${field.optionName}`;
			return text.startsWith('-') ? [`${option}=${text}`] : [option, text];
		};

		if (field.key === 'filters') {
			return input.filters.length === 0 ? [] : filterStep(input.filters, wordsOf);
		}

		return textsOf(input, field)
			.filter(text => text !== '')
			.map((text, index): Step => {
				const id = (field.form?.id ?? `topic.${index}`) as FieldId;
				const written = field.key === 'channel' ? text.toLowerCase() : textOrFile(field.key, text);
				return {words: wordsOf(written), change: setField(id, text)};
			});
	});
	const words = steps.flatMap(step => step.words);
	const made = toInput(madeBy(steps, emptyDraft));
	return input.listed === undefined && isArgument(words) && isSame(made, input) ? words : undefined;
}

/** The options of `edit` that make a change of one notification; undefined if they cannot say it. */
function editOptions(held: KnownContent, input: NotificationInput): CommandWords | undefined {
	const {template = '', topics = emptyDraft.topics} = held;
	const before: Draft = {...held.input, template, topics};
	const fields = changedFields(before, input);
	const isReplaced = before.filters.length !== input.filters.length;
	const steps: readonly Step[] = [
		...fields
			.filter(field => !isReplaced || filterOf(field) === undefined)
			.map(field => ({field, text: typedText(input, field)}))
			.map(({field, text}) => ({words: setWords(field, text), change: setField(field, text)})),
		...(isReplaced ? [{words: ['--set', 'filter='], change: appendFilters([])}] : []),
		...(isReplaced && input.filters.length > 0 ? [filterStep(input.filters, text => ['--set', `filter=${text}`])] : []),
	];
	const words = steps.flatMap(step => step.words);
	if (words.length === 0 || !isArgument(words) || !isSame(toHeldInput(madeBy(steps, before), held.input), input)) {
		return undefined;
	}

	const editable = {before, isContentUnknown: recreationLosses(held).isContentUnknown};
	return [
		...words,
		...nonEmpty([
			lostContent(editable, input, new Set(fields)) !== undefined && '--accept-unknown-template',
			checkedDraft(input, {held: before, acceptInvalid: false}).errors.length > 0 && '--accept-invalid',
		]),
	];
}

/** Whether two inputs have the same content. */
const isSame = (one: NotificationInput, other: NotificationInput): boolean => contentText(one) === contentText(other);

function contentText(input: NotificationInput): string {
	const {filters, extras = {}, recordExtras = {}} = input;
	const texts = contentFields.map(row => textsOf(input, row));
	return JSON.stringify([texts, filters.map(filter => filter.extras ?? {}), extras, recordExtras]);
}

export type EditArgumentsOptions = {
	readonly targets: Targets;
	readonly edits: FieldEdits;
	readonly acceptsUnknownTemplate: boolean;
	readonly acceptsInvalid: boolean;
};

/** The arguments of `chainbell` that make a bulk edit, not yet quoted for a shell; undefined if the options cannot say it. */
export function editArguments({
	targets,
	edits,
	acceptsUnknownTemplate,
	acceptsInvalid,
}: EditArgumentsOptions): CommandWords | undefined {
	const options = [...edits].map(([field, edit]) =>
		typeof edit === 'string' ? textOptions(field, edit) : valueOptions(field, edit),
	);
	return options.includes(undefined)
		? undefined
		: targeted(
				'edit',
				[
					...options.flatMap(words => words!),
					...nonEmpty([acceptsUnknownTemplate && '--accept-unknown-template', acceptsInvalid && '--accept-invalid']),
				],
				targets,
			);
}

const textOptions = (field: FieldId, text: string): readonly string[] =>
	readReplacement(text) === undefined
		? [...(field === 'filters' && text !== '' ? setWords(field, '') : []), ...setWords(field, text)]
		: ['--replace', `${nameOfField(field)}=${parseReplacement(text).ok ? text : `${text}/`}`];

/** A replacement for each value, in an order in which no result is replaced again. */
function valueOptions(field: FieldId, values: ReadonlyMap<string, string>): string[] | undefined {
	const left = new Map(values);
	const options: string[] = [];
	while (left.size > 0) {
		const next = left.entries().find(([, value]) => !left.has(value));
		// Values that change places, a text that stands for a group, and one that ends with a backslash cannot be said.
		if (next === undefined || /\$[&1-9]|\\/v.test(next[1])) {
			return undefined;
		}

		const [old, value] = next;
		left.delete(old);
		options.push(
			'--replace',
			`${nameOfField(field)}=/^${escapePattern(old)}$/${value.replaceAll('/', String.raw`\/`)}/`,
		);
	}

	return options;
}

/** The arguments of `chainbell` that delete notifications, not yet quoted for a shell. `isUnprotected`: also what is protected. */
export const deleteArguments = (targets: Targets, isUnprotected: boolean): CommandWords =>
	targeted('delete', isUnprotected ? ['--unprotect'] : [], targets);

/** A change of one notification: a single operation, or an item of a bulk operation. */
export type CommandChange = {
	readonly kind: OperationKind;
	readonly park?: true | undefined;
	/** The notification that was created. */
	readonly input: NotificationInput | undefined;
	/** The notification that was replaced, deleted or created again. */
	readonly snapshot: (KnownContent & {readonly id: string}) | undefined;
	/** Whether an identical one existed before. */
	readonly isDuplicate?: boolean;
	/** Whether its content is stored without an API key that it contained. */
	readonly isRedacted?: boolean | undefined;
};

/** The commands that make changes, and for each change without a command the reason. */
type ChangeCommands = {readonly commands: readonly CommandWithInput[]; readonly unsaid: readonly string[]};

/** The number of IDs in one command: a system limits the length of its arguments. */
const idsInCommand = 500;

/**
The commands that make changes: first what they create, then edits, then deletions. What creates is one command, and so are edits of the same fields to the same values.

@param changes - A single change, or those of a bulk operation.
@param account - The options that name the account.
*/
export function commandsFor(changes: readonly CommandChange[], account: CommandWords): ChangeCommands {
	const created: CreatedContent[] = [];
	const edited = new Map<string, {readonly options: CommandWords; readonly ids: string[]}>();
	const named = {resume: [] as string[], park: [] as string[], delete: [] as string[]};
	const unsaid: string[] = [];
	for (const {kind, park, input, snapshot, isDuplicate = false, isRedacted = false} of changes) {
		const options = kind === 'replace' && !isRedacted ? editOptions(snapshot!, input!) : undefined;
		const told = toldKind({kind, park});
		if (told === 'resume' || told === 'park' || told === 'delete') {
			named[told].push(snapshot!.id);
		} else if (isRedacted) {
			unsaid.push(
				`${snapshot === undefined ? 'The notification' : snapshot.id} contained the API key, which is never stored.`,
			);
		} else if (kind !== 'replace') {
			created.push({input: input!, isDuplicate});
		} else if (options === undefined) {
			unsaid.push(
				`The edit of ${snapshot!.id} changed what the options of chainbell edit cannot say. chainbell edit --editor can.`,
			);
		} else {
			const key = JSON.stringify(options);
			const same = edited.get(key) ?? {options, ids: []};
			same.ids.push(snapshot!.id);
			edited.set(key, same);
		}
	}

	const many = (command: string, options: CommandWords, ids: readonly string[]) =>
		chunks(ids).map(chunk => ({words: [...account, ...targeted(command, options, {ids: chunk})]}));
	const create = created.length === 0 ? undefined : createCommandFor(created);
	return {
		commands: [
			...(create === undefined ? [] : [{...create, words: [...account, ...create.words]}]),
			...edited.values().flatMap(({options, ids}) => many('edit', options, ids)),
			...Object.entries(named).flatMap(([command, ids]) => many(command, [], ids)),
		],
		unsaid,
	};
}

const chunks = (ids: readonly string[]): ReadonlyArray<readonly string[]> =>
	Array.from({length: Math.ceil(ids.length / idsInCommand)}, (_, index) =>
		ids.slice(index * idsInCommand, (index + 1) * idsInCommand),
	);
