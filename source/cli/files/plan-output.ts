import {type MemberChange, toSentBody} from '../../api/body.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords} from '../../notification/operation-texts.ts';
import {
	blockedText,
	assumedEqualTexts,
	countText,
	losingTexts,
	namedIds,
	notInText,
	notReplacedTexts,
	repeatedTexts,
	rewrittenTexts,
	similarText,
	unknownTexts,
	type PlanSummary,
	type FileChange,
} from '../../files/plan-changes.ts';
import {changeSigns, lineText} from '../../files/notification-file.ts';
import {sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';

/** The summary of a kept plan, which has nothing but its changes. */
export const nothingElse: PlanSummary = {
	unmanaged: [],
	unchanged: 0,
	pending: [],
	assumedEqual: [],
	rewritten: [],
	losing: [],
	notReplaced: [],
	createdWithoutTemplate: 0,
	templatesNotCompared: 0,
	repeated: 0,
	similar: [],
	kept: [],
};

export type PlanOutputOptions = {
	/** Whether recipients, users, names and texts are left out, for a log that others can read. */
	readonly isMasked: boolean;
};

const masked = '•••';

const fieldsOf = (change: FileChange): NotificationFields => (change.kind === 'delete' ? change.of : change.input);

const placeOf = (change: FileChange): string => (change.place === undefined ? '' : lineText(change.place));

/** The line of a change: `~ replace 17  Treasury  ops  a@example.com  (alerts.yaml, line 12)`. */
function headOf(change: FileChange, {isMasked}: PlanOutputOptions): string {
	const {name, userId, channel, recipient} = fieldsOf(change);
	const texts = isMasked ? [channel] : [name, userId, channel, recipient];
	const place = placeOf(change);
	return [
		`${changeSigns[change.kind]} ${change.kind}${change.kind === 'create' ? '' : ` ${change.of.id}`}`,
		...texts.filter(text => text !== ''),
		...(place === '' ? [] : [`(${place})`]),
	]
		.map(text => sanitiseCell(text))
		.join('  ');
}

const changeLine = ({field, old, new: after}: MemberChange, {isMasked}: PlanOutputOptions): string => {
	const [before, now] = [old, after].map(text => (text !== '' && isMasked ? masked : shownValue(text)));
	return `    ${sanitiseCell(field)}: ${before!} → ${now!}`;
};

/** A plan as lines for a person; safe to show. */
export function planLines(changes: readonly FileChange[], summary: PlanSummary, options: PlanOutputOptions): string[] {
	return [
		...changes.flatMap(change => [
			headOf(change, options),
			...(change.changes ?? []).map(each => changeLine(each, options)),
		]),
		...keptLines(summary, options),
		...notesOf(summary),
		countText(changes, summary),
	];
}

/** The lines of what is protected: `= protected 17  Treasury  ops  (not replaced: config.yaml line 3 has protect: user:=ops)`. A masked one does not have the query, which may name a user. */
export const keptLines = ({kept}: Pick<PlanSummary, 'kept'>, {isMasked}: PlanOutputOptions): string[] =>
	kept.map(({kind, listed: {id, name, userId, channel, recipient}, rule: {place, text}}) =>
		[
			`= protected ${id}`,
			...(isMasked ? [channel] : [name, userId, channel, recipient]).filter(each => each !== ''),
			`(not ${kindWords[kind].done.toLowerCase()}: ${isMasked ? place : `${place} has protect: ${text}`})`,
		]
			.map(each => sanitiseCell(each))
			.join('  '),
	);

/** Describes the notifications that a plan leaves alone, in sentences that are safe to show. */
export function notesOf(summary: Omit<PlanSummary, 'unchanged' | 'kept'>): string[] {
	const {from, unmanaged, pending, similar} = summary;
	const are = (all: readonly unknown[], one: string, many: string) =>
		`${numberText(all.length)} ${all.length === 1 ? one : many}`;
	return [
		...(unmanaged.length === 0
			? []
			: [
					`${are(unmanaged, 'notification is', 'notifications are')} in the scope and ${notInText(from)}: ${namedIds(unmanaged.map(({id}) => id))}. --prune deletes ${unmanaged.length === 1 ? 'it' : 'them'}${from === undefined ? `; chainbell pull adds ${unmanaged.length === 1 ? 'it' : 'them'} to the file` : ''}.`,
				]),
		...similar.map(each => similarText(each, from)),
		...pending.map(each => blockedText(each)),
		...assumedEqualTexts(summary, '--accept-unknown-template'),
		...losingTexts(summary),
		...rewrittenTexts(summary),
		...unknownTexts(summary),
		...notReplacedTexts(summary, '--accept-unknown-template'),
		...repeatedTexts(summary),
	];
}

/** A plan as one JSON document. */
export function planJson(
	changes: readonly FileChange[],
	{unmanaged, similar, kept, ...rest}: PlanSummary,
	{isMasked}: PlanOutputOptions,
): object {
	const mask = (change: MemberChange) => (isMasked ? {field: change.field, old: masked, new: masked} : change);
	return {
		changes: changes.map(change => ({
			action: change.kind,
			place: change.place === undefined ? null : placeOf(change),
			id: change.kind === 'create' ? null : change.of.id,
			...(!isMasked && change.kind !== 'delete' && {body: toSentBody(change.input)}),
			changes: (change.changes ?? []).map(each => mask(each)),
		})),
		unmanaged: unmanaged.map(({id}) => id),
		similar,
		protected: kept.map(({kind, listed: {id}, rule: {place, text}}) => ({
			action: kind,
			id,
			place,
			...(!isMasked && {protect: text}),
		})),
		...rest,
	};
}

/** A plan as Markdown, for the summary of a CI job. */
export function planMarkdown(
	changes: readonly FileChange[],
	summary: PlanSummary,
	options: PlanOutputOptions,
): string[] {
	const cell = (text: string) => sanitiseCell(text).replaceAll(/[\\`*_\{\}\[\]<>\(\)#+!\|~]/gv, String.raw`\$&`);
	const row = (change: FileChange) => {
		const {name, userId, channel, recipient} = fieldsOf(change);
		const what = (options.isMasked ? [channel] : [name, userId, channel, recipient])
			.filter(text => text !== '')
			.join(' · ');
		const changed = (change.changes ?? []).map(each => cell(changeLine(each, options).trim())).join('<br>');

		return `| ${change.kind} | ${change.kind === 'create' ? '' : cell(change.of.id)} | ${cell(what)} | ${changed} | ${cell(placeOf(change))} |`;
	};

	return [
		`**${countText(changes, summary)}**`,
		'',
		...(changes.length === 0
			? []
			: [
					'| | ID | notification | changes | file |',
					'|---|---|---|---|---|',
					...changes.map(change => row(change)),
					'',
				]),
		...[...keptLines(summary, options), ...notesOf(summary)].map(note => `- ${cell(note)}`),
	];
}
