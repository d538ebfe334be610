import {isObject, member} from '../platform/json.ts';
import {counted, joined, numberText, nonEmpty} from '../platform/text.ts';
import {findChannel} from './channels.ts';
import {canHaveTopics, type KnownUnlisted, type NotificationFields} from './notification.ts';
import type {BatchKind} from './operation-texts.ts';
import {fields, filterSpec, rowOf} from './spec.ts';
import {otherTypes, undocumentedPaths} from './undocumented.ts';

/** The known content of a notification that is to be deleted. */
export type KnownContent = KnownUnlisted & {
	/** The record as listed. */
	readonly raw: unknown;
	readonly input: NotificationFields;
};

/** Determines how exactly a notification can be recreated. The API key is not considered: see `isStoredRedacted`. */
export function recreationLosses(source: KnownContent) {
	const {raw, input, topics} = source;
	return {
		/** Whether its template or topics would be lost: listings never return them, and they were not sent from this machine. */
		isContentUnknown:
			knownTemplate(source) === undefined ||
			(canHaveTopics(input) && topics === undefined && input.extras?.graphql === undefined),
		/** The differences from the fields that interface.md documents, in a few words each; not yet safe to show. They are sent again, but the service may refuse or ignore them. */
		undocumented: undocumentedIn(raw, input),
	};
}

/** The template as sent from this machine, or else as listed, although interface.md says that listings never return it; undefined if it is not known. */
export function knownTemplate({raw, template}: Pick<KnownContent, 'raw' | 'template'>): string | undefined {
	const listed = member(raw, 'template');
	return template ?? (typeof listed === 'string' ? listed : undefined);
}

function undocumentedIn(raw: unknown, input: NotificationFields): string[] {
	const {channel, addresses, filters} = input;
	const missing = fields
		.filter(({shape, read}) => shape.kind === 'text' && shape.isRequired && !shape.oneOf && read(input) === '')
		.map(({key, name}) => `no ${key === 'eventType' ? 'event type' : name}`);
	const names = [...undocumentedPaths(isObject(raw) ? raw : {}).keys()].map(path =>
		path.replace(/^event_details\.(?=filters\.)/v, ''),
	);
	return nonEmpty([
		...missing,
		findChannel(channel) === undefined && (channel === '' ? 'no channel' : `channel ${channel}`),
		addressProblem(addresses),
		filters.some(filter => filterSpec.some(({part, shape}) => shape.isRequired && filter[part] === '')) &&
			'a filter that is not complete',
		otherTypes(raw).some(path => path !== rowOf('template').path) && 'values that are not text',
		names.length > 0 && `members ${names.join(', ')}`,
	]);
}

/** The problem with the addresses: interface.md, "EventDetails", documents a single one in 0x-prefixed hexadecimal form. */
function addressProblem([address, ...others]: readonly string[]): string | false {
	if (address === undefined || others.length > 0) {
		return address === undefined ? 'no address' : `${others.length + 1} addresses`;
	}

	return !/^0x[\dA-Fa-f]+$/v.test(address) && 'an address that is not hexadecimal';
}

/** The number of notifications that an undo cannot recreate exactly, by reason. */
export type LossCounts = {
	/** The number recreated without a template or topics, because this machine does not know them. */
	readonly contentUnknown: number;
	/** How many of these can have topics. */
	readonly topicsUnknown?: number;
	/** The number that the service may refuse to recreate, or change, because they differ from its documented fields. */
	readonly undocumented: number;
	/** The differences, if it is one notification. */
	readonly differences?: readonly string[];
	/** The number that cannot be recreated because they contain the API key, which is never stored. */
	readonly incomplete: number;
};

/** The effect that undoing a bulk operation would have. */
type UndoCounts = LossCounts & {
	/** Of the undo. */
	readonly kind?: BatchKind;
	readonly count: number;
	readonly impossible: number;
	readonly reason: string | undefined;
	readonly duplicates: number;
};

/** The losses if one notification is deleted and recreated. `isRedacted`: the ledger has it without the API key. */
export function lossesOf(source: KnownContent, isRedacted: boolean): LossCounts {
	const {isContentUnknown, undocumented} = recreationLosses(source);
	return {
		contentUnknown: Number(isContentUnknown),
		topicsUnknown: Number(isContentUnknown && canHaveTopics(source.input)),
		undocumented: Number(undocumented.length > 0),
		differences: undocumented,
		incomplete: Number(isRedacted),
	};
}

/** Says what becomes of templates, and of topics, that are not known here: `This edit loses its template, if any: the service returns none.` `templates`, `topics`: how many of `total` may have some; `effect`: without its object. */
export function contentNote(
	effect: string,
	{total, templates, topics = 0}: {readonly total: number; readonly templates: number; readonly topics?: number},
): string {
	const whose = total === 1 ? 'its' : 'the';
	const of = (count: number) => (total === 1 ? '' : ` of ${count === total ? 'all ' : ''}${numberText(count)}`);
	const content = joined(
		[
			templates > 0 && `template${templates === 1 ? '' : 's'}${templates === topics ? '' : of(templates)}`,
			topics > 0 && `${templates === 0 || templates === topics || total === 1 ? '' : 'the '}topics${of(topics)}`,
		],
		' and ',
	);
	return `${effect} ${whose} ${content}, if any: the service returns none.`;
}

/** Describes what an undo cannot recreate exactly, in a sentence for each reason; not yet safe to show. `total`: the number of deleted notifications. `undo`: the subject of the sentences, such as `chainbell undo`. */
export function lossNotes(
	{contentUnknown, topicsUnknown = 0, undocumented, differences = [], incomplete}: LossCounts,
	total: number,
	undo: string,
): string[] {
	const isOne = total === 1;
	return nonEmpty([
		contentUnknown > 0 &&
			contentNote(`${undo} cannot restore`, {total, templates: contentUnknown, topics: topicsUnknown}),
		undocumented > 0 &&
			`${isOne ? 'It has' : `${numberText(undocumented)} ${undocumented === 1 ? 'has' : 'have'}`} undocumented fields or values${differences.length === 0 ? '' : ` (${differences.join('; ')})`}. They are sent again, but the service may refuse or ignore them.`,
		incomplete > 0 &&
			`${undo} cannot recreate ${isOne ? 'it' : numberText(incomplete)}: ${incomplete === 1 ? 'it contains' : 'they contain'} the API key, which is never stored and must be entered again.`,
	]);
}

/** Says for how long a deletion can be undone, if the journal does not keep changes forever; not yet safe to show. `days`: the setting `storage.history`. `undo`: as for `lossNotes`. */
export const historyNotes = (days: number | undefined, undo: string): string[] =>
	days === undefined ? [] : [`${undo} works for ${counted(days, 'day')}: storage.history deletes older changes.`];

/** Says what parking is, before it; not yet safe to show. `isShared`: whether a team has the ledger. */
export function parkText(count: number, isShared: boolean): string {
	const [are, them, id] = count === 1 ? ['it is', 'it', 'a new ID'] : ['they are', 'them', 'new IDs'];
	const keeper = isShared ? 'by the ledgers of the team' : 'on this machine';
	return `The service knows no pause: ${are} deleted now, and created again with ${id} when you resume ${them}. Until then ${are} kept ${keeper} alone.`;
}

/** What creates again, as the subject of `lossNotes`. `kind`: of the undo. */
export const restoringText = (kind: BatchKind | undefined): string => (kind === 'resume' ? 'Resuming' : 'This undo');

/** Describes what undoing a bulk operation cannot do, or does besides, in a sentence each; not yet safe to show. */
export function batchUndoNotes(survey: UndoCounts): string[] {
	const {kind, count, incomplete, impossible, reason = '', duplicates} = survey;
	const many = numberText(duplicates);
	return nonEmpty([
		impossible > 0 && `${numberText(impossible)} cannot be undone${impossible === 1 ? ':' : '. The first:'} ${reason}`,
		...lossNotes(survey, count + incomplete, restoringText(kind)),
		duplicates === 1 && '1 is identical to a listed notification: recreating it creates a duplicate.',
		duplicates > 1 && `${many} are identical to listed notifications: recreating them creates duplicates.`,
	]);
}
