import type {Readable} from 'node:stream';
import {checkDraft, type DraftIssue} from '../domain/draft/check.ts';
import {emptyDraft, fieldsOf, filterOf, formFieldOf, readField, toDraft, writeField, type Draft, type FieldId} from '../domain/draft/draft.ts';
import {fields, namesOf} from '../domain/fields.ts';
import type {Filter, Notification, Topics} from '../domain/notification.ts';
import {patternOf} from '../domain/query/search.ts';
import {eventFields} from '../domain/vocabulary.ts';
import type {SentContent} from '../storage/sent-content.ts';
import {nearest} from '../system/nearest.ts';
import {wireNames} from '../domain/wire-names.ts';
import {UsageError} from './command-error.ts';
import {readInput} from './read-input.ts';

/** What --set and --replace can change, beside filters and topics. */
const settable: ReadonlyMap<string, FieldId> = new Map([
	...fields.flatMap(field => field.form === undefined ? [] : namesOf(field).map(name => [name, field.form!.id as FieldId] as const)),
	['template', 'template'],
]);

/** The names that --set takes, one for each field, for help. */
const settableNames: readonly string[] = [...fields.flatMap(({name, form}) => form === undefined ? [] : [name]), 'to', 'template', 'filter', 'topic.0'];

/** A notification as it is edited: as listed, and the template and topics where this machine knows them. */
export function knownDraft(notification: Notification, sent: SentContent | undefined): Draft {
	return {...toDraft(notification), ...(sent !== undefined && {template: sent.template, topics: sent.topics})};
}

/**
A filter from the form `FIELD OPERATOR VALUE TYPE`. The type can be left out of a field that events are known to have.

@throws UsageError
*/
export function parseFilter(text: string): Filter {
	const words = text.trim().split(/\s+/v);
	const [fieldName, operator] = words;
	const usual = eventFields.find(({name}) => name === fieldName)?.valueType;
	const valueType = words.length > 3 ? words.at(-1) : usual;
	const value = words.length > 2 ? words.slice(2, words.length > 3 ? -1 : undefined).join(' ') : undefined;
	if (fieldName === undefined || operator === undefined || value === undefined || valueType === undefined) {
		throw new UsageError(`A filter is FIELD OPERATOR VALUE TYPE, such as "value gt 10 int": "${text}" is not.`);
	}

	return {fieldName, operator, value, valueType};
}

/** Splits FIELD=VALUE. */
function assignment(option: string, text: string): readonly [name: string, value: string] {
	const equals = text.indexOf('=');
	if (equals < 1) {
		throw new UsageError(`${option} needs FIELD=…, not "${text}".`);
	}

	return [text.slice(0, equals), text.slice(equals + 1)];
}

function fieldNamed(option: string, name: string): FieldId {
	const field = settable.get(name) ?? (/^topic\.[0-3]$/v.test(name) ? name as FieldId : undefined);
	if (field === undefined) {
		const meant = nearest(name, [...settable.keys(), 'filter', 'topic.0']);
		throw new UsageError(`${option} knows no field "${name}".${meant === undefined ? ` The fields are ${settableNames.join(', ')}.` : ` Did you mean ${meant}?`}`);
	}

	return field;
}

/** A change of a draft. */
export type DraftChange = (draft: Draft) => Draft;

/**
The changes that --set and --replace ask for, in the order given. `filter=` removes all filters, `filter=…` adds one.

@throws UsageError
*/
export async function draftChanges({set = [], replace = []}: {readonly set?: readonly string[]; readonly replace?: readonly string[]}, input: () => Readable): Promise<readonly DraftChange[]> {
	const sets = await Promise.all(set.map(async (text): Promise<DraftChange> => {
		const [name, value] = assignment('--set', text);
		if (name === 'filter') {
			const filter = value.trim() === '' ? undefined : parseFilter(value);
			return draft => ({...draft, filters: filter === undefined ? [] : [...draft.filters, filter]});
		}

		const field = fieldNamed('--set', name);
		const read = field === 'template' ? await templateText(value, input) : value;
		return draft => writeField(draft, field, field === 'channel' ? read.toUpperCase() : read);
	}));
	const replaces = await Promise.all(replace.map(async (text): Promise<DraftChange> => {
		const [name, pattern] = assignment('--replace', text);
		const field = fieldNamed('--replace', name);
		const {source, by} = /^\/(?<source>(?:\\.|[^\/\\])+)\/(?<by>(?:\\.|[^\/\\])*)\/$/v.exec(pattern)?.groups ?? {};
		if (source === undefined || by === undefined) {
			throw new UsageError(`--replace needs FIELD=/pattern/text/, not "${text}".`);
		}

		const expression = await toExpression(source);
		const inserted = by.replaceAll(String.raw`\/`, '/');
		return draft => {
			const before = readField(draft, field);
			// In the text, $1 stands for a group of the pattern.
			const filled = (groups: ReadonlyArray<string | undefined>) => inserted.replaceAll(/\$(?<group>[&1-9])/gv, (_, group: string) => groups[group === '&' ? 0 : Number(group)] ?? '');
			return writeField(draft, field, before.replaceAll(expression, (...found: Array<string | number>) => filled(found.slice(0, found.findIndex(part => typeof part === 'number')) as string[])));
		};
	}));
	return [...sets, ...replaces];
}

async function toExpression(source: string): Promise<RegExp> {
	const {patternProblem} = await import('../domain/query/check-patterns.ts');
	const problem = patternProblem(source);
	if (problem !== undefined) {
		throw new UsageError(`--replace: ${problem}`);
	}

	return patternOf(source, 'g');
}

/** Bytes of a template's file. */
const templateLimit = 1_000_000;

/** A template as it is given: `@FILE` names a file, `@@` stands for an `@`. @throws CommandError when the file cannot be read. */
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

/** The draft that the options of `create` describe. @throws UsageError */
export async function draftOfOptions({user = '', channel = '', to = '', name = '', network, event, address = '', template = '', filter = [], topic = []}: DraftOptions, input: () => Readable): Promise<Draft> {
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
		address,
		template: await templateText(template, input),
		filters: filter.map(text => parseFilter(text)),
		topics: emptyDraft.topics.map((empty, index) => topic[index] ?? empty) as unknown as Topics,
	};
}

/** A field of the form as the service names it: `event_details.filters.0.value`. */
export function pathOf(field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return `event_details.filters.${filter.index}.${wireNames.filter[filter.part]}`;
	}

	return field.startsWith('topic.') ? `event_details.graphql.topic_${field.slice('topic.'.length)}` : formFieldOf(field)?.path ?? field;
}

export type DraftCheckOptions = {
	/** What the service held: what is as it was there is not checked again. */
	readonly held?: Draft | undefined;
	/** What it was made from: what is as it was listed there is a warning. */
	readonly copied?: Draft | undefined;
	/** What may be accepted although it looks wrong is a warning. */
	readonly acceptInvalid: boolean;
};

/** The form's checks of a draft: what prevents sending, and what only looks wrong. */
export function checkedDraft(draft: Draft, {held, copied, acceptInvalid}: DraftCheckOptions): {readonly errors: readonly DraftIssue[]; readonly warnings: readonly DraftIssue[]} {
	const accepted = acceptInvalid ? Object.fromEntries(fieldsOf(draft).map(field => [field, readField(draft, field).trim()])) : {};
	const isAsIn = (other: Draft | undefined, field: FieldId) => other !== undefined && readField(draft, field) === readField(other, field);
	const issues = checkDraft(draft, {accepted})
		.filter(({field}) => !isAsIn(held, field))
		.map(issue => issue.severity === 'error' && isAsIn(copied, issue.field) ? {field: issue.field, severity: 'warning' as const, message: `${issue.message} (sent as the service listed it)`} : issue);
	return {errors: issues.filter(({severity}) => severity === 'error'), warnings: issues.filter(({severity}) => severity === 'warning')};
}

/** What to do about errors of a draft. */
export const correctionHint = (errors: readonly DraftIssue[]): string => errors.every(({canOverride}) => canOverride)
	? 'Correct it and run it again, or pass --accept-invalid to send it anyway.'
	: 'Correct it and run it again.';
