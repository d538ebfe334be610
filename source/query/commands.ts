import {isDeepStrictEqual} from 'node:util';
import {readReplacement, type FieldEdits} from './bulk-edit.ts';
import {checkedDraft} from './rules.ts';
import {
	appendFilters,
	setField,
	type DraftChange,
	changedFields,
	losesContent,
	parseReplacement,
} from '../notification/edit.ts';
import {nameOfField} from '../notification/field-path.ts';
import {toInput, blankDraft, filterOf, toHeldInput, typedText} from '../notification/fields.ts';
import {type FieldId, optionFields, textsOf, type Field, contentFields} from '../notification/spec.ts';
import {printFilters} from '../notification/filter-line.ts';
import {recreationLosses, type KnownContent} from '../notification/losses.ts';
import type {NotificationInput} from '../notification/notification.ts';
import type {OperationKind} from '../notification/operation-texts.ts';

/** A command of chainbell: its arguments, not yet quoted for a shell. */
export type CommandWords = readonly string[];

/** The account of a command. */
export type CommandAccount = {
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

/** The option of `edit` that sets a field. In a template, @ names a file. */
export const setWords = (field: FieldId, text: string): CommandWords => [
	'--set',
	`${nameOfField(field)}=${textOrFile(field, text)}`,
];

/** An option with a text value. */
export function optionWords(name: string, text: string): CommandWords {
	return text.startsWith('-') ? [`${name}=${text}`] : [name, text];
}

/** The text of an option whose value can name a file. */
export const textOrFile = (field: string, text: string): string =>
	field === 'template' && text.startsWith('@') ? `@${text}` : text;

/** IDs as arguments. */
export const idWords = (ids: readonly string[]): CommandWords => [
	...(ids.some(id => id.startsWith('-')) ? ['--'] : []),
	...ids,
];

/** A notification that was created. */
export type CreatedContent = {
	readonly input: NotificationInput;
	/** Whether an identical one existed. */
	readonly isDuplicate: boolean;
};

/** A command, and the bodies on its standard input. */
export type CommandWithInput = {readonly words: CommandWords; readonly bodies?: readonly NotificationInput[]};

/** The command that creates notifications: one by options if they can say it, otherwise from bodies on standard input. */
export function createCommandFor(created: readonly CreatedContent[]): CommandWithInput {
	const flags = [
		...(created.some(({isDuplicate}) => isDuplicate) ? ['--allow-duplicate'] : []),
		...(created.some(({input}) => checkedDraft(input, {acceptInvalid: false}).errors.length > 0)
			? ['--accept-invalid']
			: []),
	];
	const options = created.length === 1 ? createOptions(created[0]!.input) : undefined;
	return options === undefined
		? {words: ['create', '-f', '-', ...flags], bodies: created.map(({input}) => input)}
		: {words: ['create', ...options, ...flags]};
}

/** The options of `create` for an input; undefined if they cannot say it. */
function createOptions(input: NotificationInput): CommandWords | undefined {
	const {channel, addresses, filters, topics, extras = {}, recordExtras = {}, listed} = input;
	const given = topics.slice(0, topics.findLastIndex(topic => topic !== '') + 1);
	const isSaid =
		listed === undefined &&
		[extras, recordExtras].every(members => Object.keys(members).length === 0) &&
		addresses.length === 1 &&
		channel === channel.toUpperCase() &&
		!given.includes('') &&
		isDeepStrictEqual(toInput(input), input) &&
		optionFields.every(field => isArgument(textsOf(input, field)));
	if (!isSaid) {
		return undefined;
	}

	return optionFields.flatMap(field => {
		const texts = field.key === 'filters' ? [printFilters(filters)] : textsOf(input, field);
		return texts
			.filter(text => text !== '')
			.flatMap(text => optionWords(`--${field.optionName}`, optionText(field, text)));
	});
}

/** A text as `create` takes it. */
const optionText = ({key}: Field, text: string): string =>
	key === 'channel' ? text.toLowerCase() : textOrFile(key, text);

/** Whether texts can be arguments of a program: these have no NUL and are UTF-8. */
export const isArgument = (texts: readonly string[]): boolean =>
	texts.every(text => !text.includes('\0') && text.isWellFormed());

/** A notification before an edit, and what replaced it. */
export type EditedContent = {readonly before: KnownContent; readonly input: NotificationInput};

/** The options of `edit` that make a change of one notification; undefined if they cannot say it. */
export function editOptions({before: held, input}: EditedContent): CommandWords | undefined {
	const before = {
		...blankDraft,
		...held.input,
		...(held.template !== undefined && {template: held.template}),
		...(held.topics && {topics: held.topics}),
	};
	const fields = changedFields(before, input);
	const isReplaced = before.filters.length !== input.filters.length;
	const texts = fields
		.filter(field => !isReplaced || filterOf(field) === undefined)
		.map(field => ({field, text: typedText(input, field)}));
	const steps: ReadonlyArray<{readonly words: CommandWords; readonly change: DraftChange}> = [
		...texts.map(({field, text}) => ({words: setWords(field, text), change: setField(field, text)})),
		...(isReplaced
			? [
					{words: ['--set', 'filter='], change: appendFilters([])},
					{words: ['--set', `filter=${printFilters(input.filters)}`], change: appendFilters(input.filters)},
				].slice(0, input.filters.length + 1)
			: []),
	];
	let made = before;
	for (const {change} of steps) {
		made = change(made);
	}

	const words = steps.flatMap(step => step.words);
	if (words.length === 0 || !isArgument(words) || !isSame(toHeldInput(made, held.input), input)) {
		return undefined;
	}

	const editable = {before, isContentUnknown: recreationLosses(held).isContentUnknown};
	return [
		...words,
		...(losesContent(editable, input, new Set(fields)) ? ['--accept-unknown-template'] : []),
		...(checkedDraft(input, {held: before, acceptInvalid: false}).errors.length > 0 ? ['--accept-invalid'] : []),
	];
}

/** Whether two inputs have the same content. */
const isSame = (one: NotificationInput, other: NotificationInput): boolean => contentText(one) === contentText(other);

function contentText(input: NotificationInput): string {
	const {filters, extras = {}, recordExtras = {}} = input;
	const texts = contentFields.map(row => textsOf(input, row));
	return JSON.stringify([texts, filters.map(filter => filter.extras ?? {}), extras, recordExtras]);
}

/** The notifications that a command edits: all that a query finds, or those with these IDs. */
export type EditTargets = {readonly query: string} | {readonly ids: readonly string[]};

export type EditArgumentsOptions = {
	readonly targets: EditTargets;
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
}: EditArgumentsOptions): readonly string[] | undefined {
	const options: string[] = [];
	for (const [field, edit] of edits) {
		const ofField = edit.kind === 'text' ? textOptions(field, edit.text) : valueOptions(field, edit.values);
		if (ofField === undefined) {
			return undefined;
		}

		options.push(...ofField);
	}

	return [
		'edit',
		...('query' in targets ? ['--query', targets.query] : []),
		...options,
		...(acceptsUnknownTemplate ? ['--accept-unknown-template'] : []),
		...(acceptsInvalid ? ['--accept-invalid'] : []),
		...('ids' in targets ? idWords(targets.ids) : []),
	];
}

const textOptions = (field: FieldId, text: string): readonly string[] =>
	readReplacement(text) === undefined
		? setWords(field, text)
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

/** A text as a part of a regular expression that matches it: the characters that have a meaning there (ECMAScript, SyntaxCharacter), and the slash, are escaped. */
const escapePattern = (text: string): string => text.replaceAll(/[$\(\)*+.\/?\[\\\]^\{\|\}]/gv, String.raw`\$&`);

/** The arguments of `chainbell` that delete notifications, not yet quoted for a shell. `isUnprotected`: also what is protected. */
export const deleteArguments = (targets: EditTargets, isUnprotected: boolean): CommandWords => [
	'delete',
	...('query' in targets ? ['--query', targets.query] : []),
	...(isUnprotected ? ['--unprotect'] : []),
	...('ids' in targets ? idWords(targets.ids) : []),
];

/** A change of one notification: a single operation, or an item of a bulk operation. */
export type CommandChange = {
	readonly kind: OperationKind;
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
export type ChangeCommands = {readonly commands: readonly CommandWithInput[]; readonly unsaid: readonly string[]};

/** The number of IDs in one command: a system limits the length of its arguments. */
const idsInCommand = 500;

/**
The commands that make changes: first what they create, then edits, then deletions. What creates is one command, and so are edits of the same fields to the same values.

@param changes - A single change, or those of a bulk operation.
@param account - The options that name the account.
*/
export function commandsFor(changes: readonly CommandChange[], account: CommandWords): ChangeCommands {
	const created: Array<{input: NotificationInput; isDuplicate: boolean}> = [];
	const edited = new Map<string, {readonly options: CommandWords; readonly ids: string[]}>();
	const deleted: string[] = [];
	const unsaid: string[] = [];
	for (const {kind, input, snapshot, isDuplicate = false, isRedacted = false} of changes) {
		const options = kind === 'replace' && !isRedacted ? editOptions({before: snapshot!, input: input!}) : undefined;
		if (kind === 'delete') {
			deleted.push(snapshot!.id);
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

	const many = (before: CommandWords, ids: readonly string[]) =>
		chunks(ids).map(chunk => ({words: [...account, ...before, ...idWords(chunk)]}));
	const create = created.length === 0 ? undefined : createCommandFor(created);
	return {
		commands: [
			...(create === undefined ? [] : [{...create, words: [...account, ...create.words]}]),
			...edited.values().flatMap(({options, ids}) => many(['edit', ...options], ids)),
			...many(['delete'], deleted),
		],
		unsaid,
	};
}

const chunks = (ids: readonly string[]): ReadonlyArray<readonly string[]> =>
	Array.from({length: Math.ceil(ids.length / idsInCommand)}, (_, index) =>
		ids.slice(index * idsInCommand, (index + 1) * idsInCommand),
	);
