import type {Readable} from 'node:stream';
import {createSettingsStore} from '../account/settings.ts';
import {
	appendFilters,
	filterExample,
	parseFilterLine,
	parseReplacement,
	replaceInField,
	setField,
	type DraftChange,
} from '../notification/edit.ts';
import {learnEvents, readAbi, type ContractEvent} from '../notification/events.ts';
import {nameOfField, parseFieldName, pathOf} from '../notification/field-path.ts';
import {optionFields, topicNames, type FieldId, type FieldOptions} from '../notification/spec.ts';
import type {CheckedDraft} from '../query/rules.ts';
import {largestInput} from '../platform/limits.ts';
import {patternProblem} from '../platform/pattern.ts';
import type {Parsed} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {invalidInput, UsageError} from './command-error.ts';
import {note, type Running, type GlobalValues} from './command.ts';
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

/** The options that change a draft: of each field (`--to`), `--set` and `--replace`. */
export type DraftOptions = Partial<FieldOptions> & {
	readonly abi?: readonly string[];
	readonly set?: readonly string[];
	readonly replace?: readonly string[];
};

/** What the options of fields and --set set, as `FIELD=VALUE`; filters have options of their own. */
export const setTexts = ({topic = [], set = [], ...options}: DraftOptions): readonly string[] => [
	...optionFields.flatMap(({optionName}) => {
		const text = (options as DraftOptions)[optionName];
		return typeof text === 'string' ? [`${optionName}=${text}`] : [];
	}),
	...topic.map((text, index) => `topic.${index}=${text}`),
	...set,
];

/**
The changes requested by the options of fields, --set and --replace, in this order. `filter=` removes all filters, `filter=…` and `--filter …` add some.

@throws UsageError
*/
export async function draftChanges(options: DraftOptions, input: () => Readable): Promise<readonly DraftChange[]> {
	const {filter = [], topic = [], replace = []} = options;
	if (topic.length > topicNames.length) {
		throw new UsageError('--topic can be given four times at most.');
	}

	const filters = filter.flatMap(text => {
		if (text.trim() === '') {
			throw new UsageError(`--filter needs a filter, such as "${filterExample}".`);
		}

		return required(parseFilterLine(text), '--filter');
	});
	const sets = await Promise.all(
		setTexts(options).map(async text => {
			const [name, value] = assignment('--set', text);
			const field = required(parseFieldName(name), '--set');
			if (field === 'filters') {
				return appendFilters(required(parseFilterLine(value), `--set ${name}`));
			}

			return setField(field, field === 'template' ? await templateText(value, input) : value);
		}),
	);
	const replaces = replace.map(text => {
		const [name, pattern] = assignment('--replace', text);
		const field = required(parseFieldName(name), '--replace');
		const replacement = required(parseReplacement(pattern), '--replace');
		const problem = patternProblem(replacement.source);
		if (problem !== undefined) {
			throw new UsageError(`--replace: ${problem}`);
		}

		return replaceInField(field, replacement);
	});
	return [...sets, ...(filters.length > 0 ? [appendFilters(filters)] : []), ...replaces];
}

/** Learns the events that the given topics can name, those of --abi and of config.yaml. @throws CommandError for a file that is no ABI */
export async function learnAbis(run: Running<GlobalValues & DraftOptions>) {
	const {options, host} = run;
	if (!setTexts(options).some(text => text.startsWith('topic.'))) {
		return;
	}

	const settings = createSettingsStore(host.paths().configFile);
	await settings.load();
	note(run, ...settings.get().problems.map(problem => sanitise(`Warning: ${problem}.`)));

	const learned: ContractEvent[] = [];
	for (const file of options.abi ?? []) {
		const events = readAbi(await readInput(file, host.input, largestInput));
		if (!events.ok) {
			throw invalidInput(
				`Nothing was sent: ${file} cannot be used: ${events.problem}.`,
				'Name the ABI of a contract, as JSON.',
			);
		}

		learned.push(...events.value);
	}

	learnEvents('--abi', learned);
}

/** The maximum size of a template file in bytes. */
const templateLimit = 1_000_000;

/** Reads a template from an option: `@FILE` names a file, `@@` stands for an `@`. @throws CommandError when the file cannot be read. */
async function templateText(text: string, input: () => Readable) {
	if (!text.startsWith('@') || text.startsWith('@@')) {
		return text.startsWith('@@') ? text.slice(1) : text;
	}

	return readInput(text.slice(1), input, templateLimit);
}

/** Whether one of the options that change a draft is given. */
export const isDraftGiven = (options: DraftOptions): boolean =>
	setTexts(options).length + (options.filter ?? []).length + (options.replace ?? []).length > 0;

/** A checked draft. `id`: of the notification that it is an edit of. */
type Checked = CheckedDraft & {readonly id?: string};

/** The option that gives a field: `--set to` or `--replace to` if it was given, or else `--to`, `--filter 1 value`. */
function optionOf(field: FieldId, given: DraftOptions) {
	const options = (['set', 'replace'] as const).flatMap(option =>
		(given[option] ?? []).map(text => ({option, name: text.slice(0, text.indexOf('='))})),
	);
	const found = options.find(({name}) => {
		const parsed = parseFieldName(name);
		return parsed.ok && parsed.value === field;
	});
	if (found !== undefined) {
		return `--${found.option} ${found.name}`;
	}

	return `--${nameOfField(field).replace(/\.(\d+)\.?/v, (_, index) => ` ${Number(index) + 1} `)}`.trimEnd();
}

/** Refuses drafts with mistakes. `given`: the options of the command. @throws CommandError with all fields that prevent sending */
export function requireValid(checked: readonly Checked[], given: DraftOptions) {
	const errors = checked.flatMap(({id, errors: found}) => found.map(error => ({...error, id})));
	if (errors.length === 0) {
		return;
	}

	const texts = errors.slice(0, 10).map(error => toldOf(error, given));
	throw invalidInput(
		// Mistakes in filters are sentences, and a line can have several of one kind.
		`Nothing was sent. ${[...new Set(texts)].join('; ').replace(/(?<![.?])$/v, '.')}`,
		`Correct it and run it again${errors.every(({canOverride}) => canOverride) ? ', or pass --accept-invalid to send it anyway' : ''}.`,
		errors.map(({id, field, message}) => ({
			field: pathOf(field),
			message: id === undefined ? message : `${id}: ${message}`,
		})),
	);
}

/** Prints the warnings of checked drafts. */
export function printWarnings(checked: readonly Checked[], run: Running<GlobalValues & DraftOptions>) {
	const warnings = checked.flatMap(({id, warnings: found}) => found.map(warning => ({...warning, id})));
	note(run, ...warnings.map(warning => sanitise(`Warning: ${toldOf(warning, run.options)}.`)));
}

/** The error of a field: `--to of 17: is no email address`. */
const toldOf = ({id, field, message}: {id: string | undefined; field: FieldId; message: string}, given: DraftOptions) =>
	`${optionOf(field, given)} ${id === undefined ? '' : `of ${id}: `}${message}`;
