import type {MemberChange} from '../api/body.ts';
import {canonicalForm} from '../notification/equivalence.ts';
import {toHeldInput} from '../notification/fields.ts';
import {type ListedRecord, type Notification, type NotificationInput, rawOf} from '../notification/notification.ts';
import {numberText, upperFirst} from '../platform/text.ts';
import {type AccountRules, noRules, createPolicyCheck, createProtection} from '../query/rules.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {createScopeMatcher} from './areas.ts';
import {checkPlan, type EntryWarning} from './check-entries.ts';
import {
	type FileEntry,
	type FilePlace,
	type FileScope,
	lineText,
	type Mistake,
	type NotificationFile,
} from './notification-file.ts';
import {
	type BlockingChange,
	type FilePlan,
	type FilePlanOptions,
	type KeptItem,
	planFiles,
	type PlanItem,
} from './plan.ts';

/** An account, as far as it is known. */
export type AccountState = Pick<FilePlanOptions, 'sent' | 'sentAs' | 'pending' | 'pendingCreation'> & {
	readonly listed: readonly Notification[];
	/** The rules for its changes; none by default. */
	readonly rules?: AccountRules | undefined;
};

/** The choices of the operator about a plan. */
export type PlanChoices = Pick<PruneOptions, 'maxDeletes'> & {
	/** Whether what is in the scope and in no file is deleted. */
	readonly prune: boolean;
	/** Whether templates and topics that nobody knows are replaced by those of the files, or lost. */
	readonly acceptUnknownTemplate: boolean;
	/** Whether problems that may be accepted are only warnings. */
	readonly acceptInvalid: boolean;
	/** Whether what is protected is replaced and deleted, too. */
	readonly unprotect?: boolean;
};

/** The changes that files ask of an account, or the mistakes that prevent them. */
export type AccountPlanning =
	| {
			readonly ok: true;
			readonly plan: FilePlan;
			readonly changes: readonly FileChange[];
			readonly summary: PlanSummary;
			readonly warnings: readonly EntryWarning[];
			/** The reason why it must not be applied as it is: it deletes more than expected. */
			readonly tooMany: string | undefined;
	  }
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/** The file that is for another profile; undefined if there is none. */
export const fileOfOtherProfile = (files: readonly NotificationFile[], profile: string): NotificationFile | undefined =>
	files.find(file => file.profile !== undefined && file.profile !== profile);

/** The pending changes of a plan, each with the notifications and entries that are not touched because of it. A listed notification is named by its ID, anything else by its line. */
export const blockedIn = ({pending}: Pick<FilePlan, 'pending'>): BlockedByChange[] =>
	Map.groupBy(pending, ({change}) => change.number)
		.values()
		.toArray()
		.map(same => ({
			...same[0]!.change,
			ids: same.flatMap(({listed}) => listed?.id ?? []),
			places: same.flatMap(({listed, entry}) => (listed === undefined && entry ? [lineText(entry.place)] : [])),
		}));

/** Compares files with an account. */
export function planChanges(
	files: readonly NotificationFile[],
	{listed, rules = noRules, ...known}: AccountState,
	{prune, maxDeletes, acceptUnknownTemplate, acceptInvalid, unprotect = false}: PlanChoices,
): AccountPlanning {
	const planning = planFiles(files, listed, {
		...known,
		protectionOf: createProtection(rules, unprotect),
		isPruning: prune,
		replacesUnknown: acceptUnknownTemplate,
	});
	if (!planning.ok) {
		return planning;
	}

	const {plan} = planning;
	const {mistakes, warnings} = checkPlan(plan, acceptInvalid, createPolicyCheck(rules));
	if (mistakes.length > 0) {
		return {ok: false, mistakes};
	}

	const {unmanaged, unchanged, repeated, assumedEqual, rewritten, kept, lossy, losing, items} = plan;
	return {
		ok: true,
		plan,
		warnings,
		changes: changesOf(plan),
		tooMany: whyTooMany(files, plan, {maxDeletes}),
		summary: {
			from: files.find(({isAccount}) => isAccount)?.name,
			unmanaged,
			unchanged,
			repeated,
			pending: blockedIn(plan),
			kept,
			assumedEqual: assumedEqual.map(pair => pair.listed.id),
			rewritten: rewritten.map(pair => pair.listed.id),
			losing: losing.map(pair => pair.listed.id),
			notReplaced: lossy.map(pair => pair.listed.id),
			...unknownContent(plan),
			similar: items.flatMap(item =>
				item.kind === 'create' && item.similar !== undefined
					? [{id: item.similar.id, place: lineText(item.entry.place)}]
					: [],
			),
		},
	};
}

/** Counts the notifications of another account whose template or topics nobody knows. */
function unknownContent({
	items,
	pairs,
}: Pick<FilePlan, 'items' | 'pairs'>): Pick<PlanSummary, 'createdWithoutTemplate' | 'templatesNotCompared'> {
	const isUnknown = ({copied}: FileEntry) => copied?.isContentUnknown === true;
	return {
		createdWithoutTemplate: items.filter(item => item.kind === 'create' && isUnknown(item.entry)).length,
		templatesNotCompared: pairs.filter(({entry}) => isUnknown(entry)).length,
	};
}

/** A change that files ask for, ready to be sent, or kept for later. */
export type FileChange =
	| {
			readonly kind: 'create';
			readonly place: FilePlace;
			readonly of?: undefined;
			readonly input: NotificationInput;
			/** The number of equal ones in the listing of the plan. */ readonly existing: number;
			readonly changes?: undefined;
	  }
	| {
			readonly kind: 'replace';
			readonly place: FilePlace;
			readonly of: Notification;
			readonly input: NotificationInput;
			readonly changes: readonly MemberChange[];
	  }
	| {readonly kind: 'delete'; readonly place?: undefined; readonly of: Notification; readonly changes?: undefined};

/** The changes of a plan, with what is sent. */
export function changesOf({items, ofUsers}: Pick<FilePlan, 'items' | 'ofUsers'>): FileChange[] {
	const existing = countForms(
		ofUsers,
		new Set(items.flatMap(item => (item.kind === 'create' ? [canonicalForm(item.entry.record)] : []))),
	);
	return items.map(item => changeOf(item, existing));
}

function changeOf(item: PlanItem, existing: ReadonlyMap<string, number>): FileChange {
	switch (item.kind) {
		case 'create': {
			const {
				entry: {place, draft, record},
			} = item;
			return {
				kind: 'create',
				place,
				input: toHeldInput(draft, record),
				existing: existing.get(canonicalForm(record)) ?? 0,
			};
		}

		case 'replace': {
			const {
				entry: {place, record},
				listed: of,
				after,
				changes,
			} = item;
			return {kind: 'replace', place, of, input: {...toHeldInput(after, of, record), listed: rawOf(of)}, changes};
		}

		case 'delete': {
			return {kind: 'delete', of: item.listed};
		}
	}
}

/** Says which of the changes a plan that was made again no longer has; undefined if it has all of them; not yet safe to show. */
export function whyReplanned(changes: readonly FileChange[], again: readonly FileChange[]): string | undefined {
	const kept = new Set(again.map(change => identityOf(change)));
	const gone = changes.filter(change => !kept.has(identityOf(change)));
	return gone.length === 0
		? undefined
		: changedText(gone.map(({kind, place, of}) => `${of?.id ?? lineText(place!)} (no longer to ${kind})`));
}

const identityOf = ({kind, place, of}: FileChange): string => JSON.stringify([kind, of?.id, place]);

const changedText = (outdated: readonly string[]): string => {
	const others = outdated.length - 10;
	return `the account was changed since the plan: ${outdated.slice(0, 10).join(', ')}${others > 0 ? ` and ${numberText(others)} more` : ''}. Plan again.`;
};

/** Counts the notifications that have one of these forms. */
function countForms(records: Iterable<ListedRecord>, forms: ReadonlySet<string>): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const record of forms.size === 0 ? [] : records) {
		const form = record.kind === 'notification' ? canonicalForm(record) : '';
		if (forms.has(form)) {
			counts.set(form, (counts.get(form) ?? 0) + 1);
		}
	}

	return counts;
}

/** Says which of the changes no longer fit a newer listing: what they replace or delete was changed or deleted, or what they create exists now. Undefined if all fit; not yet safe to show. */
export function whyOutdated(changes: readonly FileChange[], records: readonly ListedRecord[]): string | undefined {
	const byId = new Map(records.flatMap(record => (record.kind === 'notification' ? [[record.id, record]] : [])));
	const existing = countForms(
		records,
		new Set(changes.flatMap(change => (change.kind === 'create' ? [canonicalForm(change.input)] : []))),
	);
	const outdated = changes.flatMap(change => {
		if (change.kind === 'create') {
			const isNew = (existing.get(canonicalForm(change.input)) ?? 0) > change.existing;
			return isNew ? [`${lineText(change.place)} (it exists now)`] : [];
		}

		const now = byId.get(change.of.id);
		return now !== undefined && canonicalForm(now) === canonicalForm(change.of)
			? []
			: [`${change.of.id} (${now === undefined ? 'no longer listed' : 'changed'})`];
	});
	return outdated.length === 0 ? undefined : changedText(outdated);
}

/** The number of deletions that need no explicit limit. */
const fewDeletions = 10;

/** The share of the notifications in the scope that may be deleted without an explicit limit. */
const smallShare = 0.3;

export type PruneOptions = {
	/** The explicit limit; undefined if none was given. */
	readonly maxDeletes: number | undefined;
	/** Whether the operator confirmed that a whole account is meant. */
	readonly all: boolean;
};

/** The reason why files must not be used to delete what they do not have: they need a scope, and one of the whole account the operator's word. Undefined if they may. `listed`: what the account has, once that is known. `advice`: how to give that word. */
export function whyNotPrune(
	files: readonly NotificationFile[],
	{all, listed = []}: Pick<PruneOptions, 'all'> & {readonly listed?: readonly Notification[] | undefined},
	advice = 'pass --all with --prune',
): string | undefined {
	const whole = all ? undefined : files.find(({scope}) => scope === undefined || isWhole(scope, listed));
	return whole && `${wholeText(whole, listed)}. Give it a scope such as user:=ops, or ${advice}.`;
}

/** Whether a scope is the whole account: nothing that is listed is outside. One that names users has what is theirs, even if nobody else has anything. */
const isWhole = ({query}: FileScope, listed: readonly Notification[]): boolean =>
	query.length === 0 ||
	(listed.length > 0 &&
		!query.every(terms => terms.some(({field, isExact, isNot}) => field === 'user' && isExact && !isNot)) &&
		listed.every(createScopeMatcher(query)));

function wholeText({name, scope}: NotificationFile, {length}: readonly Notification[]): string {
	if (scope === undefined) {
		return `${name} has no scope, so that all it does not have would be deleted`;
	}

	return scope.query.length === 0
		? `${name} has the whole account as its scope`
		: `The scope of ${name} matches all ${numberText(length)} notifications of the account`;
}

/** The advice of the commands if a plan deletes more than expected. */
const adviceOf = (deletions: number): string => `Pass --max-deletes ${deletions} if that is meant.`;

/** The reason why a plan deletes more than expected; undefined if it does not. `advice`: how to allow it. */
export function whyTooMany(
	files: readonly NotificationFile[],
	{items, unchanged, pending}: Pick<FilePlan, 'items' | 'unchanged' | 'pending'>,
	{maxDeletes}: Pick<PruneOptions, 'maxDeletes'>,
	advice = adviceOf,
): string | undefined {
	const deletions = items.filter(({kind}) => kind === 'delete').length;
	if (deletions === 0 || (maxDeletes !== undefined && deletions <= maxDeletes)) {
		return undefined;
	}

	const count = numberText(deletions);
	if (maxDeletes !== undefined) {
		return `${count} would be deleted, more than --max-deletes ${maxDeletes} allows.`;
	}

	const empty = files.find(({entries}) => entries.length === 0);
	const total =
		unchanged +
		pending.filter(({listed}) => listed !== undefined).length +
		items.filter(({kind}) => kind !== 'create').length;
	if (empty !== undefined) {
		return `${empty.name} has no notification, and ${count} would be deleted. ${advice(deletions)}`;
	}

	return deletions > fewDeletions || (total >= 3 && deletions > total * smallShare)
		? `${count} of ${numberText(total)} would be deleted. ${advice(deletions)}`
		: undefined;
}

/** A pending change, with the IDs and the lines of files that a plan does not touch because of it. */
export type BlockedByChange = BlockingChange & {readonly ids: readonly string[]; readonly places: readonly string[]};

/** The most IDs and lines in a sentence. */
const maxNamed = 10;

/** The sentence about a pending change, and what is not touched because of it; safe to show. `advice`: how to go on. */
export function blockedText(
	{number, noun, running, ids, places}: BlockedByChange,
	advice = `run chainbell recover ${number}`,
): string {
	const all = [...ids, ...places].map(text => sanitiseCell(text));
	const others = all.length - maxNamed;
	const named = others > 0 ? [...all.slice(0, maxNamed), `${numberText(others)} more`] : all;
	const list = named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)!}`;
	return `${upperFirst(noun)} ${number} is ${running ?? 'pending'}, so ${list} ${all.length === 1 ? 'is' : 'are'} not touched: ${running === undefined ? advice : 'run this again when it has ended'}.`;
}

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
