import type {MemberChange} from '../../api/draft-changes.ts';
import type {Notification, NotificationFields} from '../../domain/notification.ts';
import {toSentBody} from '../../api/sent-body.ts';
import type {FileChange} from '../../files/changes.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';

/** The findings of a plan besides its changes. */
export type PlanSummary = {
	readonly unmanaged: readonly Notification[];
	readonly unchanged: number;
	readonly pending: readonly string[];
	readonly assumedEqual: readonly string[];
	readonly repeated: number;
	/** The IDs that look like an older version of an entry that is created, with the entry's line. */
	readonly similar: ReadonlyArray<{readonly id: string; readonly place: string}>;
};

/** The summary of a kept plan, which has nothing but its changes. */
export const nothingElse: PlanSummary = {unmanaged: [], unchanged: 0, pending: [], assumedEqual: [], repeated: 0, similar: []};

export type PlanOutputOptions = {
	/** Whether recipients, users, names and texts are left out, for a log that others can read. */
	readonly isMasked: boolean;
};

const masked = '•••';

const fieldsOf = (change: FileChange): NotificationFields => change.kind === 'delete' ? change.of : change.input;

const placeOf = (change: FileChange): string => change.place === undefined ? '' : `${change.place.file}, line ${change.place.line}`;

/** The line of a change: `~ replace 17  Treasury  ops  a@example.com  (alerts.yaml, line 12)`. */
function headOf(change: FileChange, {isMasked}: PlanOutputOptions): string {
	const {name, userId, channel, recipient} = fieldsOf(change);
	const texts = isMasked ? [channel] : [name, userId, channel, recipient];
	const place = placeOf(change);
	return [
		{create: '+ create', replace: '~ replace', delete: '- delete'}[change.kind] + (change.kind === 'create' ? '' : ` ${change.of.id}`),
		...texts.filter(text => text !== ''),
		...place === '' ? [] : [`(${place})`],
	].map(text => sanitiseCell(text)).join('  ');
}

const changeLine = ({field, old, new: after}: MemberChange, {isMasked}: PlanOutputOptions): string => {
	const [before, now] = [old, after].map(text => text === '' ? '(empty)' : (isMasked ? masked : sanitiseCell(text)));
	return `    ${sanitiseCell(field)}: ${before!} → ${now!}`;
};

/** A plan as lines for a person; safe to show. */
export function planLines(changes: readonly FileChange[], summary: PlanSummary, options: PlanOutputOptions): string[] {
	return [
		...changes.flatMap(change => [headOf(change, options), ...(change.changes ?? []).map(each => changeLine(each, options))]),
		...notesOf(summary),
		countText(changes, summary),
	];
}

/** The counts of a plan in a sentence. */
export function countText(changes: readonly FileChange[], {unchanged}: Pick<PlanSummary, 'unchanged'>): string {
	const count = (kind: FileChange['kind']) => changes.filter(change => change.kind === kind).length;
	const parts = ([['create', count('create')], ['replace', count('replace')], ['delete', count('delete')]] as const).filter(([, number]) => number > 0).map(([verb, number]) => `${number.toLocaleString('en')} to ${verb}`);
	const same = `${unchanged.toLocaleString('en')} unchanged`;
	return parts.length === 0 ? `No changes: ${same}.` : `${parts.join(', ')}; ${same}.`;
}

/** Describes the notifications that a plan leaves alone, in sentences that are safe to show. */
export function notesOf({unmanaged, pending, assumedEqual, repeated, similar}: Omit<PlanSummary, 'unchanged'>): string[] {
	const ids = (all: readonly string[]) => `${all.slice(0, 10).map(id => sanitiseCell(id)).join(', ')}${all.length > 10 ? ` and ${(all.length - 10).toLocaleString('en')} more` : ''}`;
	const are = (all: readonly unknown[], one: string, many: string) => `${all.length.toLocaleString('en')} ${all.length === 1 ? one : many}`;
	return [
		...unmanaged.length === 0 ? [] : [`${are(unmanaged, 'notification is', 'notifications are')} in the scope and in no file: ${ids(unmanaged.map(({id}) => id))}. --prune deletes ${unmanaged.length === 1 ? 'it' : 'them'}; chainbell pull adds ${unmanaged.length === 1 ? 'it' : 'them'} to the file.`],
		...similar.map(({id, place}) => `${sanitiseCell(id)} looks like an older version of ${sanitiseCell(place)} and stays: without a scope nothing says that it belongs to the file.`),
		...pending.length === 0 ? [] : [`Not touched, because a change is pending: ${ids(pending)}. Run chainbell recover.`],
		...assumedEqual.length === 0 ? [] : [`The template is unknown here and assumed equal: ${ids(assumedEqual)}. --replace-unknown-templates replaces ${assumedEqual.length === 1 ? 'it' : 'them'}.`],
		...repeated === 0 ? [] : [`${repeated === 1 ? '1 entry is' : `${repeated.toLocaleString('en')} entries are`} identical to an earlier one.`],
	];
}

/** A plan as one JSON document. */
export function planJson(changes: readonly FileChange[], {unmanaged, similar, ...rest}: PlanSummary, {isMasked}: PlanOutputOptions): object {
	const mask = (change: MemberChange) => isMasked ? {field: change.field, old: masked, new: masked} : change;
	return {
		changes: changes.map(change => ({
			action: change.kind,
			place: change.place === undefined ? null : placeOf(change),
			id: change.kind === 'create' ? null : change.of.id,
			...!isMasked && change.kind !== 'delete' && {body: toSentBody(change.input)},
			changes: (change.changes ?? []).map(each => mask(each)),
		})),
		unmanaged: unmanaged.map(({id}) => id),
		similar,
		...rest,
	};
}

/** A plan as Markdown, for the summary of a CI job. */
export function planMarkdown(changes: readonly FileChange[], summary: PlanSummary, options: PlanOutputOptions): string[] {
	const cell = (text: string) => sanitiseCell(text).replaceAll(/[\\`*_\{\}\[\]<>\(\)#+!\|~]/gv, String.raw`\$&`);
	const row = (change: FileChange) => {
		const {name, userId, channel, recipient} = fieldsOf(change);
		const what = (options.isMasked ? [channel] : [name, userId, channel, recipient]).filter(text => text !== '').join(' · ');
		const changed = (change.changes ?? []).map(each => cell(changeLine(each, options).trim())).join('<br>');

		return `| ${change.kind} | ${change.kind === 'create' ? '' : cell(change.of.id)} | ${cell(what)} | ${changed} | ${cell(placeOf(change))} |`;
	};

	return [
		`**${countText(changes, summary)}**`,
		'',
		...changes.length === 0 ? [] : ['| | ID | notification | changes | file |', '|---|---|---|---|---|', ...changes.map(change => row(change)), ''],
		...notesOf(summary).map(note => `- ${cell(note)}`),
	];
}
