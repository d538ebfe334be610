import type {Readable} from 'node:stream';
import {
	appendFilter,
	parseFilter,
	parseReplacement,
	replaceInField,
	setField,
	type DraftChange,
	type Parsed,
} from '../domain/draft/change.ts';
import {parseFieldName} from '../domain/draft/field-path.ts';
import type {DraftIssue} from '../domain/draft/check.ts';
import {emptyDraft, type Draft} from '../domain/fields.ts';
import type {Topics} from '../domain/notification.ts';
import {UsageError} from './command-error.ts';
import {readInput} from './read-input.ts';

/** The value of what was parsed. @throws UsageError */
function required<T>(result: Parsed<T>, option = ''): T {
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
The changes requested by --set and --replace, in the given order. `filter=` removes all filters, `filter=…` adds one.

@throws UsageError
*/
export async function draftChanges(
	{set = [], replace = []}: {readonly set?: readonly string[]; readonly replace?: readonly string[]},
	input: () => Readable,
): Promise<readonly DraftChange[]> {
	const sets = await Promise.all(
		set.map(async text => {
			const [name, value] = assignment('--set', text);
			if (name === 'filter') {
				return appendFilter(value.trim() === '' ? undefined : required(parseFilter(value)));
			}

			const field = required(parseFieldName(name), '--set');
			return setField(field, field === 'template' ? await templateText(value, input) : value);
		}),
	);
	const replaces = await Promise.all(
		replace.map(async text => {
			const [name, pattern] = assignment('--replace', text);
			const field = required(parseFieldName(name), '--replace');
			const replacement = required(parseReplacement(pattern), '--replace');
			const {patternProblem} = await import('../domain/query/check-query.ts');
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
async function templateText(text: string, input: () => Readable): Promise<string> {
	if (!text.startsWith('@') || text.startsWith('@@')) {
		return text.startsWith('@@') ? text.slice(1) : text;
	}

	return readInput({file: text.slice(1), input, limit: templateLimit});
}

export type DraftOptions = {
	readonly user?: string | undefined;
	readonly channel?: string | undefined;
	readonly to?: string | undefined;
	readonly name?: string | undefined;
	readonly network?: string | undefined;
	readonly event?: string | undefined;
	readonly address?: string | undefined;
	readonly template?: string | undefined;
	readonly filter?: readonly string[];
	readonly topic?: readonly string[];
};

/** Creates the draft described by the options of `create`. @throws UsageError */
export async function draftOfOptions(
	{
		user = '',
		channel = '',
		to = '',
		name = '',
		network,
		event,
		address = '',
		template = '',
		filter = [],
		topic = [],
	}: DraftOptions,
	input: () => Readable,
): Promise<Draft> {
	if (topic.length > 4) {
		throw new UsageError('--topic can be given four times at most.');
	}

	return {
		...emptyDraft,
		userId: user,
		channel: channel.toUpperCase(),
		recipient: to,
		name,
		...(network !== undefined && {network}),
		...(event !== undefined && {eventType: event}),
		addresses: [address],
		template: await templateText(template, input),
		filters: filter.map(text => required(parseFilter(text))),
		topics: emptyDraft.topics.map((empty, index) => topic[index] ?? empty) as unknown as Topics,
	};
}

/** The advice for errors of a draft. */
export const correctionHint = (errors: readonly DraftIssue[]): string =>
	errors.every(({canOverride}) => canOverride)
		? 'Correct it and run it again, or pass --accept-invalid to send it anyway.'
		: 'Correct it and run it again.';
