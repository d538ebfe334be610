import type {Notification} from '../domain/notification.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import type {BlockedByChange} from './blocking-change.ts';
import type {FileChange} from './changes.ts';
import type {KeptItem} from './plan.ts';

/** The findings of a plan besides its changes. */
export type PlanSummary = {
	/** The profile whose account takes the place of files. */
	readonly from?: string | undefined;
	readonly unmanaged: readonly Notification[];
	readonly unchanged: number;
	/** The pending changes, each with what is not touched because of it. */
	readonly pending: readonly BlockedByChange[];
	readonly assumedEqual: readonly string[];
	/** The IDs that are unchanged although their text differs, because services rewrite text so. */
	readonly rewritten: readonly string[];
	/** The IDs that are replaced although nobody knows the template or topics that are lost. */
	readonly losing: readonly string[];
	/** The IDs that a notification of another account does not replace, because nobody knows the template or topics that would be lost. */
	readonly notReplaced: readonly string[];
	/** The number of notifications of another account that are created without the template or topics that they may have there. */
	readonly createdWithoutTemplate: number;
	/** The number of notifications in both accounts whose template and topics are not compared, because nobody knows those of the other account. */
	readonly templatesNotCompared: number;
	readonly repeated: number;
	/** The protected notifications that would be changed. */
	readonly kept: readonly KeptItem[];
	/** The IDs that look like an older version of an entry that is created, with the entry's line. */
	readonly similar: ReadonlyArray<{readonly id: string; readonly place: string}>;
};

/** The signs of the changes of a plan. */
export const changeSigns: Readonly<Record<FileChange['kind'], string>> = {create: '+', replace: '~', delete: '-'};

/** The counts of a plan in a sentence; safe to show. */
export function countText(
	changes: readonly FileChange[],
	{unchanged, kept, unmanaged, from}: Pick<PlanSummary, 'unchanged' | 'kept' | 'unmanaged' | 'from'>,
): string {
	const count = (kind: FileChange['kind']) => changes.filter(change => change.kind === kind).length;
	const parts = (
		[
			['create', count('create')],
			['replace', count('replace')],
			['delete', count('delete')],
		] as const
	)
		.filter(([, number]) => number > 0)
		.map(([verb, number]) => `${numberText(number)} to ${verb}`);
	const outside = unmanaged.length === 0 ? [] : [`${numberText(unmanaged.length)} ${notInText(from)}`];
	const same = `${numberText(unchanged)} unchanged${kept.length === 0 ? '' : `, ${numberText(kept.length)} protected`}`;
	const differences = [...parts, ...outside];
	return differences.length === 0 ? `No changes: ${same}.` : `${differences.join(', ')}; ${same}.`;
}

/** Where a notification is missing: `in no file`; safe to show. */
export const notInText = (from: string | undefined): string =>
	from === undefined ? 'in no file' : `not in ${sanitiseCell(from)}`;

/** The most IDs in a sentence. */
const maxNamed = 10;

/** The IDs that a sentence names, safe to show. */
export const namedIds = (ids: readonly string[]): string =>
	`${ids
		.slice(0, maxNamed)
		.map(id => sanitiseCell(id))
		.join(', ')}${ids.length > maxNamed ? ` and ${numberText(ids.length - maxNamed)} more` : ''}`;

/** The sentence about a notification that looks like an older version of an entry; safe to show. */
export const similarText = ({id, place}: PlanSummary['similar'][number], from: string | undefined): string =>
	`${sanitiseCell(id)} looks like an older version of ${sanitiseCell(place)} and stays: ${from === undefined ? 'without a scope nothing says that it belongs to the file' : `only some of ${sanitiseCell(from)} is planned, so that nothing says that they belong together`}.`;

/** The sentence about templates that are assumed equal, if there are any; safe to show. `replace`: the option or key that replaces them. */
export const assumedEqualTexts = ({assumedEqual}: Pick<PlanSummary, 'assumedEqual'>, replace: string): string[] =>
	assumedEqual.length === 0
		? []
		: [
				`${assumedEqual.length > maxNamed ? `${numberText(assumedEqual.length)} templates are unknown here and assumed equal` : `The template is unknown here and assumed equal: ${namedIds(assumedEqual)}`}. ${replace} replaces ${assumedEqual.length === 1 ? 'it' : 'them'}.`,
			];

/** The sentence about what is not replaced because a template would be lost, if there is any; safe to show. `replace`: as above. */
export const notReplacedTexts = ({notReplaced}: Pick<PlanSummary, 'notReplaced'>, replace: string): string[] =>
	notReplaced.length === 0
		? []
		: [
				`Not replaced, because the template is unknown on this machine and would be lost: ${namedIds(notReplaced)}. ${replace} replaces ${notReplaced.length === 1 ? 'it' : 'them'}.`,
			];

/** The sentences about templates of another account that nobody knows; safe to show. */
export function unknownTexts({
	createdWithoutTemplate: created,
	templatesNotCompared: notCompared,
}: Pick<PlanSummary, 'createdWithoutTemplate' | 'templatesNotCompared'>): string[] {
	const texts: string[] = [];
	if (created > 0) {
		texts.push(
			created === 1
				? 'The template of 1 that is created was not sent from this machine: it has none.'
				: `The templates of ${numberText(created)} that are created were not sent from this machine: they have none.`,
		);
	}

	if (notCompared > 0) {
		texts.push(
			notCompared === 1
				? 'The template of 1 that both accounts have is not compared: it was not sent from this machine.'
				: `The templates of ${numberText(notCompared)} that both accounts have are not compared: they were not sent from this machine.`,
		);
	}

	return texts;
}

/** The warning about templates that are lost, if there are any; safe to show. */
export const losingTexts = ({losing}: Pick<PlanSummary, 'losing'>): string[] =>
	losing.length === 0
		? []
		: [
				`The template of ${namedIds(losing)} is unknown on this machine and not in the file: what replaces ${losing.length === 1 ? 'it has none. To keep the template, say it' : 'them has none. To keep the templates, say them'} in the file.`,
			];

/** The sentence about notifications whose text was rewritten, if there are any; safe to show. */
export const rewrittenTexts = ({rewritten}: Pick<PlanSummary, 'rewritten'>): string[] =>
	rewritten.length === 0
		? []
		: [
				`${namedIds(rewritten)} ${rewritten.length === 1 ? 'differs' : 'differ'} only as services rewrite text (white space around it, Unicode form, case of an e-mail address), which is no change.`,
			];

/** The sentence about entries that are given more than once, if there are any. */
export const repeatedTexts = ({repeated}: Pick<PlanSummary, 'repeated'>): string[] =>
	repeated === 0
		? []
		: [`${repeated === 1 ? '1 entry is' : `${numberText(repeated)} entries are`} identical to an earlier one.`];
