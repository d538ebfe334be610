import type {Readable} from 'node:stream';
import {
	appendFilters,
	filterExample,
	parseFilterLine,
	parseReplacement,
	replaceInField,
	setField,
	withChanges,
	type DraftChange,
	type Parsed,
} from '../notification/edit.ts';
import {nameOfField, parseFieldName, pathOf} from '../notification/field-path.ts';
import {emptyDraft, type Draft} from '../notification/fields.ts';
import {optionFields, topicNames, type FieldId, type FieldOptions} from '../notification/spec.ts';
import type {CheckedDraft} from '../query/rules.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {invalidInput, UsageError} from './command-error.ts';
import type {Running, GlobalValues} from './command.ts';
import {readInput} from './read-input.ts';

/** The value of what was parsed. @throws UsageError */
function required<T>(result: Parsed<T>, option = '') {
	if (!result.ok) {
		throw new UsageError(`${option} ${result.problem}`.trimStart());
	}

	return result.value;
}

/** Splits a text of the form FIELD=VALUE. */
function assignment(option: string, text: string): readonly [name: string, value: string] {
	const equals = text.indexOf('=');
	if (equals < 1) {
		throw new UsageError(`${option} needs FIELD=…, not "${text}".`);
	}

	return [text.slice(0, equals), text.slice(equals + 1)];
}

/**
The changes requested by --set and --replace, in the given order. `filter=` removes all filters, `filter=…` adds some.

@throws UsageError
*/
export async function draftChanges(
	{set = [], replace = []}: {readonly set?: readonly string[]; readonly replace?: readonly string[]},
	input: () => Readable,
): Promise<readonly DraftChange[]> {
	const sets = await Promise.all(
		set.map(async text => {
			const [name, value] = assignment('--set', text);
			const field = required(parseFieldName(name), '--set');
			if (field === 'filters') {
				return appendFilters(required(parseFilterLine(value), `--set ${name}`));
			}

			return setField(field, field === 'template' ? await templateText(value, input) : value);
		}),
	);
	const replaces = await Promise.all(
		replace.map(async text => {
			const [name, pattern] = assignment('--replace', text);
			const field = required(parseFieldName(name), '--replace');
			const replacement = required(parseReplacement(pattern), '--replace');
			const {patternProblem} = await import('../platform/pattern.ts');
			const problem = patternProblem(replacement.source);
			if (problem !== undefined) {
				throw new UsageError(`--replace: ${problem}`);
			}

			return replaceInField(field, replacement);
		}),
	);
	return [...sets, ...replaces];
}

/** The maximum size of a template file in bytes. */
const templateLimit = 1_000_000;

/** Reads a template from an option: `@FILE` names a file, `@@` stands for an `@`. @throws CommandError when the file cannot be read. */
async function templateText(text: string, input: () => Readable) {
	if (!text.startsWith('@') || text.startsWith('@@')) {
		return text.startsWith('@@') ? text.slice(1) : text;
	}

	return readInput({file: text.slice(1), input, limit: templateLimit});
}

/** Whether one of the options of `create` that set a field is given. */
export const isDraftGiven = (options: Partial<FieldOptions>): boolean =>
	optionFields.some(({optionName}) => [options[optionName] ?? []].flat().length > 0);

/** Creates the draft described by the options of `create`, which are named as in --set. @throws UsageError */
export async function draftOfOptions(options: Partial<FieldOptions>, input: () => Readable): Promise<Draft> {
	const {filter = [], topic = []} = options;
	if (topic.length > topicNames.length) {
		throw new UsageError('--topic can be given four times at most.');
	}

	const given = optionFields.flatMap(({optionName}) => {
		const text = options[optionName];
		return typeof text === 'string' ? [`${optionName}=${text}`] : [];
	});
	const set = [...given, ...topic.map((text, index) => `topic.${index}=${text}`)];
	const filters = filter.flatMap(text => {
		if (text.trim() === '') {
			throw new UsageError(`--filter needs a filter, such as "${filterExample}".`);
		}

		return required(parseFilterLine(text), '--filter');
	});
	return withChanges(emptyDraft, [...(await draftChanges({set}, input)), appendFilters(filters)]);
}

/** A checked draft. `id`: of the notification that it is an edit of. */
type Checked = CheckedDraft & {readonly id?: string};

/** The changes that a command was given. */
type Given = {readonly set?: readonly string[]; readonly replace?: readonly string[]};

/** The option that gives a field: of create `--to` or `--filter 1 value`; of a command with changes `--set to`, or the member of the JSON if no change names it. */
function optionOf(field: FieldId, given: Given | undefined) {
	if (given === undefined) {
		return `--${nameOfField(field).replace(/\.(\d+)\.?/v, (_, index) => ` ${Number(index) + 1} `)}`.trimEnd();
	}

	const options = (['set', 'replace'] as const).flatMap(option =>
		(given[option] ?? []).map(text => ({option, name: text.slice(0, text.indexOf('='))})),
	);
	const found = options.find(({name}) => {
		const parsed = parseFieldName(name);
		return parsed.ok && parsed.value === field;
	});
	return found === undefined ? pathOf(field) : `--${found.option} ${found.name}`;
}

/** Refuses drafts with mistakes. `given`: the changes, undefined for create. @throws CommandError with all fields that prevent sending */
export function requireValid(checked: readonly Checked[], given?: Given): void {
	const errors = checked.flatMap(({id, errors: found}) => found.map(error => ({...error, id})));
	if (errors.length === 0) {
		return;
	}

	const texts = errors
		.slice(0, 10)
		.map(({id, field, message}) => `${optionOf(field, given)} ${id === undefined ? '' : `of ${id}: `}${message}`);
	throw invalidInput(
		// Mistakes in filters are sentences, and a line can have several of one kind.
		`Nothing was sent. ${[...new Set(texts)].join('; ').replace(/\.$/v, '')}.`,
		`Correct it and run it again${errors.every(({canOverride}) => canOverride) ? ', or pass --accept-invalid to send it anyway' : ''}.`,
		errors.map(({id, field, message}) => ({
			field: pathOf(field),
			message: id === undefined ? message : `${id}: ${message}`,
		})),
	);
}

/** Prints the warnings of checked drafts. `given`: see `requireValid`. */
export function printWarnings(
	checked: readonly Checked[],
	{options: {quiet}, printError}: Running<Pick<GlobalValues, 'quiet'>>,
	given?: Given,
): void {
	for (const {id, warnings} of quiet ? [] : checked) {
		for (const {field, message} of warnings) {
			printError(sanitise(`Warning: ${optionOf(field, given)} ${id === undefined ? '' : `of ${id} `}${message}.`));
		}
	}
}
