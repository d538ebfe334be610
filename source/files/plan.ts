import {type MemberChange, draftChangesBetween} from '../service/body.ts';
import {knownDraft, lostContent, toEditable} from '../notification/edit.ts';
import {asRewritten, canonicalForm, documentedForm, plain, rewritableForm} from '../notification/equivalence.ts';
import {toHeldInput, type Draft} from '../notification/fields.ts';
import {
	notificationsOf,
	rawOf,
	type ListedRecord,
	type Notification,
	type NotificationFields,
	type NotificationInput,
	type Unlisted,
} from '../notification/notification.ts';
import {numberText} from '../platform/text.ts';
import {
	type AccountRules,
	checkedDraft,
	createPolicyCheck,
	createProtection,
	type ProtectRule,
} from '../query/rules.ts';
import {checkNew, placeIssues, type EntryWarning} from './check-entries.ts';
import {
	lineText,
	namedIds,
	type FileEntry,
	type FilePlace,
	type FileScope,
	type Mistake,
	type NotificationFile,
} from './notification-file.ts';
import {createScopeMatcher, divideByScope, pairEntries, type Pair} from './pair.ts';
import {withDefaults} from './read-entry.ts';
import type {FieldId} from '../notification/spec.ts';

/** A pending change, as a plan names it. */
export type BlockingChange = {
	/** Its number in commands: `12`, `b3`. */
	readonly number: string;
	/** The name of its kind: `bulk edit`. */
	readonly noun: string;
	/** How it is being made, to follow `is`: `running in another chainbell (process 7)`; undefined if nobody works on it. Safe to show. */
	readonly running: string | undefined;
	/** Whether it has created the notification, and is not to replace or delete it. */
	readonly isNew: boolean;
};

/** A pending change, with what a plan does not touch because of it: a listed notification by its ID, anything else by its line. */
export type BlockedByChange = BlockingChange & {readonly ids: readonly string[]; readonly places: readonly string[]};

/** An account, as far as it is known. */
export type AccountState = {
	readonly listed: readonly Notification[];
	/** The template and topics of a notification, which listings never return; undefined if they are not known. */
	readonly sent: (id: string) => Unlisted | undefined;
	/** The content with which this machine created a notification; undefined if it did not. Services may have rewritten its text. */
	readonly sentAs: (id: string) => NotificationFields | undefined;
	/** The pending changes of notifications, by their IDs. */
	readonly pending: ReadonlyMap<string, BlockingChange>;
	/** What is parked, with its template and topics, if they are known. */
	readonly parked?: ReadonlyArray<{readonly record: Notification; readonly sent: Unlisted | undefined}>;
	/** Finds the pending change that may have created an identical notification, or may still create one. */
	readonly pendingCreation: (fields: NotificationFields) => BlockingChange | undefined;
	/** The rules for its changes. */
	readonly rules: AccountRules;
};

/** The choices of the operator about a plan. */
export type PlanChoices = {
	/** Whether what is in the scope and in no file is deleted. */
	readonly prune: boolean;
	/** The explicit limit of deletions; undefined if none was given. */
	readonly maxDeletes: number | undefined;
	/** Whether a template or topics that nobody knows are replaced by those of the files, or of another account, and lost where these do not say them. */
	readonly acceptUnknownTemplate: boolean;
	/** Whether problems that may be accepted are only warnings. */
	readonly acceptInvalid: boolean;
	/** Whether what is protected is replaced and deleted, too. */
	readonly unprotect?: boolean;
};

/** The entry that asks for a change, and the draft that it is checked by. */
type Asked = {readonly entry: FileEntry; readonly draft: Draft};

/** The request for an entry. `asked`: undefined in a plan that was kept. */
type SentEntry = {readonly place: FilePlace; readonly input: NotificationInput; readonly asked?: Asked};

/** A change that files ask for, ready to be sent, or kept for later. */
export type FileChange =
	| (SentEntry & {
			readonly kind: 'create';
			readonly of?: undefined;
			/** The number of equal ones in the listing of the plan. */
			readonly existing: number;
			/** Set if it is parked here, and created again. */
			readonly pause?: 'resume' | undefined;
			readonly changes?: undefined;
	  })
	| (SentEntry & {
			readonly kind: 'replace';
			readonly of: Notification;
			readonly changes: readonly MemberChange[];
			readonly pause?: undefined;
	  })
	| {
			readonly kind: 'delete';
			/** Set, with the place of its entry, if it is parked. */
			readonly pause?: 'park' | undefined;
			readonly place?: FilePlace | undefined;
			readonly of: Notification;
			readonly input?: undefined;
			readonly changes?: undefined;
			readonly asked?: undefined;
	  };

/** What a change does, as plans say it. */
export const verbOf = ({kind, pause}: FileChange) => pause ?? kind;

/** A change that is not planned, because the notification is protected. */
export type KeptItem = {readonly kind: 'replace' | 'delete'; readonly listed: Notification; readonly rule: ProtectRule};

/** The differences between files and an account. */
export type FilePlan = {
	/** The changes that make the account equal to the files. Deletions are there only if the plan prunes. */
	readonly changes: readonly FileChange[];
	/** The entries with the listed notifications that they describe. */
	readonly pairs: readonly Pair[];
	/** The listed notifications that belong to the files and are in none of them. They stay, unless they are pruned. */
	readonly unmanaged: readonly Notification[];
	/** The IDs outside a scope that look like an older version of an entry that is created, with the entry's line. They stay. */
	readonly similar: ReadonlyArray<{readonly id: string; readonly place: string}>;
	/** The protected notifications that would be replaced or, by a plan that prunes, deleted. */
	readonly kept: readonly KeptItem[];
	/** The profile whose account takes the place of files. */
	readonly from: string | undefined;
	readonly unchanged: number;
	/** The number of entries that are equal to an earlier entry. */
	readonly repeated: number;
	/** The pending changes because of which something is not touched. */
	readonly pending: readonly BlockedByChange[];
	/** The IDs of which the file says a template or topics that nobody knows the account to have: they count as equal. */
	readonly assumedEqual: readonly string[];
	/** The IDs that are unchanged although their text differs, because services rewrite text so. */
	readonly rewritten: readonly string[];
	/** The IDs that are replaced although nobody knows the template or topics that are lost. */
	readonly losing: readonly string[];
	/** The IDs that are not replaced, because nobody knows the template or topics that would be lost. */
	readonly notReplaced: readonly string[];
	/** The number of notifications of another account that are created without the template or topics that they may have there. */
	readonly createdWithoutTemplate: number;
	/** The number of notifications in both accounts whose template and topics are not compared, because nobody knows those of the other account. */
	readonly templatesNotCompared: number;
};

/** A plan of changes that nothing else is known of, such as one that was kept. */
export const planOfChanges = (changes: readonly FileChange[], from?: string): FilePlan => ({
	changes,
	pairs: [],
	unmanaged: [],
	similar: [],
	kept: [],
	from,
	unchanged: 0,
	repeated: 0,
	pending: [],
	assumedEqual: [],
	rewritten: [],
	losing: [],
	notReplaced: [],
	createdWithoutTemplate: 0,
	templatesNotCompared: 0,
});

/** A plan, or the mistakes that prevent it. */
export type Planning<Checked = unknown> =
	| ({readonly ok: true; readonly plan: FilePlan} & Checked)
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/** The changes that files ask of an account, or the mistakes that prevent them. */
export type AccountPlanning = Planning<{
	readonly warnings: readonly EntryWarning[];
	/** The reason why it must not be applied as it is: it deletes more than expected. */
	readonly tooMany: string | undefined;
}>;

/** Compares files with an account, and checks what would be sent. */
export function planChanges(
	files: readonly NotificationFile[],
	account: AccountState,
	choices: PlanChoices,
): AccountPlanning {
	const planning = planFiles(files, account, choices);
	if (!planning.ok) {
		return planning;
	}

	const {acceptInvalid, acceptUnknownTemplate, maxDeletes} = choices;
	const plan = acceptUnknownTemplate ? planning.plan : withoutLosing(planning.plan);
	const findBroken = createPolicyCheck(account.rules);
	const {mistakes, warnings} = placeIssues(
		plan.changes
			.values()
			.filter(({asked}) => asked !== undefined)
			.map(({asked, of}) => ({
				entry: asked!.entry,
				// Only the changed fields of a replacement are checked.
				checked:
					of === undefined
						? checkNew(asked!.draft, acceptInvalid, findBroken)
						: checkedDraft(asked!.draft, {held: knownDraft(of, undefined), acceptInvalid, findBroken}),
			})),
	);
	return mistakes.length > 0
		? {ok: false, mistakes}
		: {
				ok: true,
				plan,
				warnings: [...warnings, ...repeatedEntries(plan)],
				tooMany: whyTooMany(files, plan, maxDeletes),
			};
}

/** A plan without the replacements that lose what nobody knows. */
const withoutLosing = (plan: FilePlan): FilePlan => ({
	...plan,
	changes: plan.changes.filter(({of, kind}) => kind !== 'replace' || !plan.losing.includes(of.id)),
	losing: [],
	notReplaced: plan.losing,
});

/** Warns of the entries that create the same as another one, which stays or is created, too. */
export function repeatedEntries({changes, pairs}: Pick<FilePlan, 'changes' | 'pairs'>): EntryWarning[] {
	const replaced = new Set(changes.map(({of}) => of?.id));
	const stay = pairs.filter(({listed}) => !replaced.has(listed.id));
	const known = new Map(stay.map(({entry, listed}) => [documentedForm(listed), entry.place]));
	return changes.flatMap(change => {
		if (change.kind !== 'create') {
			return [];
		}

		const form = documentedForm(change.input);
		const first = known.get(form);
		known.set(form, first ?? change.place);
		const {place} = change;
		return first === undefined
			? []
			: {...place, entry: place, field: '', message: `is identical to ${lineText(first)}`};
	});
}

type Writable<T> = {-readonly [Name in keyof T]: T[Name] extends ReadonlyArray<infer Item> ? Item[] : T[Name]};

const order = {create: 0, replace: 1, delete: 2} as const;

/** Compares files with the listed notifications of an account. `linked`: the entries that are known to describe a notification, with its ID. `isElsewhere`: whether another file has a notification, by its ID. */
export function planFiles(
	files: readonly NotificationFile[],
	account: AccountState,
	{
		prune,
		acceptUnknownTemplate,
		unprotect,
		linked = new Map(),
		isElsewhere = () => false,
	}: Pick<PlanChoices, 'prune' | 'acceptUnknownTemplate' | 'unprotect'> & {
		readonly linked?: ReadonlyMap<FileEntry, string>;
		readonly isElsewhere?: (id: string) => boolean;
	},
): Planning {
	const {listed, sent, pending, pendingCreation, rules} = account;
	const {areas, mistakes} = divideByScope(files, listed);
	if (mistakes.length > 0) {
		return {ok: false, mistakes};
	}

	const protectionOf = createProtection(rules, unprotect);
	const users = new Set(files.flatMap(({entries}) => entries.map(({record}) => plain(record.userId))));
	const ofUsers = new Set(listed.filter(({userId}) => users.has(plain(userId))));
	const plan = planOfChanges([], files.find(({isAccount}) => isAccount)?.name) as Writable<FilePlan>;
	const blocked = new Map<string, Writable<BlockedByChange>>();
	const block = (change: BlockingChange, what: 'ids' | 'places', name: string) => {
		const known = blocked.get(change.number) ?? {...change, ids: [], places: []};
		blocked.set(change.number, known);
		known[what].push(name);
	};

	/** Whether nothing keeps a listed notification from being changed; what does is told. `change`: a pending one. */
	const isFree = (kind: KeptItem['kind'], of: Notification, change: BlockingChange | undefined): boolean => {
		const rule = protectionOf(of);
		if (rule !== undefined) {
			plan.kept.push({kind, listed: of, rule});
		} else if (change !== undefined) {
			block(change, 'ids', of.id);
		}

		return (rule ?? change) === undefined;
	};

	const planPair = (pair: Pair) => {
		const {entry, listed: of} = pair;
		const change = pending.get(of.id);
		plan.pairs.push(pair);
		plan.templatesNotCompared += Number(entry.copied?.isContentUnknown ?? false);
		if (change?.isNew === false) {
			block(change, 'ids', of.id);
			return;
		}

		if (entry.isParked === true) {
			planDelete(of, entry.place);
			return;
		}

		const {after, changes, isAssumed, isLossy, isRewritten} = comparePair(pair, account, acceptUnknownTemplate);
		if (isAssumed) {
			plan.assumedEqual.push(of.id);
		}

		if (changes.length === 0) {
			plan.unchanged++;
			plan.rewritten.push(...(isRewritten ? [of.id] : []));
			return;
		}

		if (!isFree('replace', of, change ?? pendingCreation(entry.record))) {
			return;
		}

		const input = {...toHeldInput(after, of, entry.record), listed: rawOf(of)};
		plan.changes.push({kind: 'replace', place: entry.place, of, input, changes, asked: {entry, draft: after}});
		plan.losing.push(...(isLossy ? [of.id] : []));
	};

	/** What is parked here by its content, each to be used once. */
	const parked = Map.groupBy(account.parked ?? [], ({record}) => rewritableForm(record));
	const takeParked = ({record}: FileEntry) =>
		parked.size > 0 ? parked.get(rewritableForm(record))?.shift() : undefined;

	const planEntry = (entry: FileEntry, similar: Notification | undefined) => {
		const {place, record, copied} = entry;
		if (entry.isParked === true) {
			plan.unchanged++;
			return;
		}

		const change = pendingCreation(record);
		if (change !== undefined) {
			block(change, 'places', lineText(place));
			return;
		}

		const of = takeParked(entry);
		const pause = of && 'resume';
		// What the entry does not state is what it was when it was parked.
		const draft =
			of === undefined
				? entry.draft
				: comparePair({entry, listed: of.record, isEqual: true}, {...account, sent: () => of.sent}, true).after;
		const input = toHeldInput(draft, of?.record ?? record, record);
		plan.changes.push({kind: 'create', place, input, existing: 0, pause, asked: {entry, draft}});
		plan.createdWithoutTemplate += Number(copied?.isContentUnknown ?? false);
		plan.similar.push(...(similar === undefined ? [] : [{id: similar.id, place: lineText(place)}]));
	};

	/** Deletes what is in no file or, of an entry, parks it. */
	const planDelete = (of: Notification, place?: FilePlace) => {
		if (isFree('delete', of, pending.get(of.id))) {
			plan.changes.push({kind: 'delete', of, ...(place && ({place, pause: 'park'} as const))});
		}
	};

	const planUnpaired = (of: Notification) => {
		const change = pending.get(of.id);
		if (prune) {
			planDelete(of);
		} else if (change !== undefined) {
			block(change, 'ids', of.id);
		} else if (!isElsewhere(of.id)) {
			plan.unmanaged.push(of);
		}
	};

	for (const {entries, ...area} of areas) {
		const left = entries.filter(entry => entry.isParked !== true || takeParked(entry) === undefined);
		plan.unchanged += entries.length - left.length;
		const pairing = pairEntries({...area, entries: left}, {linked, ofUsers, templateOf: ({id}) => sent(id)?.template});
		plan.repeated += pairing.repeated;
		for (const pair of pairing.pairs) {
			planPair(pair);
		}

		for (const {entry, similar} of pairing.unpairedEntries) {
			planEntry(entry, similar);
		}

		for (const found of area.scope === undefined && !prune ? [] : pairing.unpairedListed) {
			planUnpaired(found);
		}
	}

	const existingOf = countEqual(plan.changes, ofUsers);
	plan.changes = plan.changes
		.toSorted((a, b) => order[a.kind] - order[b.kind])
		.map(change => (change.kind === 'create' ? {...change, existing: existingOf(change.input)} : change));
	plan.pending = [...blocked.values()];
	return {ok: true, plan};
}

/** Compares an entry with the listed notification that it describes. What the entry does not say stays as it is. `replacesUnknown`: whether a template or topics that nobody knows are replaced. */
function comparePair(pair: Pair, {sent, sentAs}: Pick<AccountState, 'sent' | 'sentAs'>, replacesUnknown: boolean) {
	const {entry, listed} = pair;
	const known = sent(listed.id);
	const before = knownDraft(listed, known);
	const {draft, statesTemplate, statesTopics, copied} = entry;
	// What interface.md does not name is often of one account alone, such as a status, so that it is not compared with that of another.
	const {extras, recordExtras} = copied === undefined ? draft : {};
	const rewritten = isAsSent(pair, sentAs) ? undefined : asRewritten(entry.record, listed);
	const stated: Draft = {
		...(rewritten === undefined ? before : {...draft, ...rewritten}),
		extras: withDefaults(extras, before.extras),
		recordExtras: withDefaults(recordExtras, before.recordExtras),
	};
	const {listed: _listed, ...listable} = {...stated, template: before.template, topics: before.topics};
	const {isContentUnknown} = toEditable(listed, known);
	const isUnknown = isContentUnknown && known === undefined;
	const isCompared = !isUnknown || replacesUnknown || draftChangesBetween(before, listable).length > 0;
	const after: Draft = {
		...listable,
		...(isCompared && statesTemplate && {template: draft.template}),
		...(isCompared && statesTopics && {topics: draft.topics}),
	};
	const isEmptied = isUnknown && replacesUnknown && statesTemplate && draft.template === '';
	return {
		/** The notification with what the entry says. */
		after,
		changes: [
			...draftChangesBetween(before, after),
			...(isEmptied ? [{field: 'template', old: 'unknown', new: ''}] : []),
		],
		/** Whether the entry says a template or topics that nobody knows, which count as equal. */
		isAssumed: isUnknown && !isCompared && (statesTemplate || statesTopics),
		/** Whether a replacement loses a template or topics that nobody knows. */
		isLossy: lostContent({before, isContentUnknown}, after, givenIn(entry)) !== undefined,
		/** Whether the listed notification has other texts than the entry, which count as equal because services rewrite text so. */
		isRewritten: rewritten !== undefined && documentedForm(rewritten) !== documentedForm(entry.record),
	};
}

/** The fields that are never listed, and that an entry states. */
const givenIn = ({statesTemplate, statesTopics}: FileEntry): ReadonlySet<FieldId> =>
	new Set<FieldId>([
		...(statesTemplate ? (['template'] as const) : []),
		...(statesTopics ? (['topic.0'] as const) : []),
	]);

/** Says what is lost for which the entries of changes have nothing, although it may exist: see `lostContent`. */
export function lostBy(changes: readonly FileChange[]) {
	const losses = changes.flatMap(({asked}) =>
		asked === undefined
			? []
			: [lostContent({before: asked.draft, isContentUnknown: true}, asked.draft, givenIn(asked.entry))],
	);
	return {
		templates: losses.filter(lost => lost?.losesTemplate).length,
		topics: losses.filter(lost => lost?.losesTopics).length,
	};
}

/** Whether the pair is equal, also if the notification was created with what the entry says: then the service has rewritten the text, and would do so again. */
function isAsSent({entry: {record}, listed, isEqual}: Pair, sentAs: AccountState['sentAs']): boolean {
	if (isEqual || rewritableForm(record) !== rewritableForm(listed)) {
		return isEqual;
	}

	const created = sentAs(listed.id);
	return created !== undefined && documentedForm(created) === documentedForm(record);
}

/** Counts the notifications that are equal to what changes create. */
function countEqual(
	changes: readonly FileChange[],
	notifications: Iterable<Notification>,
): (input: NotificationFields) => number {
	const counts = new Map<string, number>();
	for (const notification of changes.some(({kind}) => kind === 'create') ? notifications : []) {
		const form = canonicalForm(notification);
		counts.set(form, (counts.get(form) ?? 0) + 1);
	}

	return input => counts.get(canonicalForm(input)) ?? 0;
}

/** Says which of the changes no longer fit a newer listing: what they replace or delete was changed or deleted, or what they create exists now. Undefined if all fit; safe to show. */
export function whyOutdated(changes: readonly FileChange[], records: readonly ListedRecord[]): string | undefined {
	const notifications = notificationsOf(records);
	const byId = new Map(notifications.map(found => [found.id, found]));
	const existingOf = countEqual(changes, notifications);
	return changedText(
		changes.flatMap(change => {
			if (change.kind === 'create') {
				return existingOf(change.input) > change.existing ? [`${lineText(change.place)} (it exists now)`] : [];
			}

			const now = byId.get(change.of.id);
			const isSame = now !== undefined && canonicalForm(now) === canonicalForm(change.of);
			return isSame ? [] : [`${change.of.id} (${now === undefined ? 'no longer listed' : 'changed'})`];
		}),
	);
}

/** Says which of the changes a plan that was made again no longer has; undefined if it has all of them; safe to show. */
export function whyReplanned(changes: readonly FileChange[], again: readonly FileChange[]): string | undefined {
	const identityOf = ({kind, place, of}: FileChange) => JSON.stringify([kind, of?.id, place]);
	const kept = new Set(again.map(change => identityOf(change)));
	return changedText(
		changes
			.filter(change => !kept.has(identityOf(change)))
			.map(({kind, place, of}) => `${of?.id ?? lineText(place!)} (no longer to ${kind})`),
	);
}

const changedText = (outdated: readonly string[]): string | undefined =>
	outdated.length === 0 ? undefined : `the account was changed since the plan: ${namedIds(outdated)}. Plan again.`;

/** The file that is for another profile; undefined if there is none. */
export const fileOfOtherProfile = (files: readonly NotificationFile[], profile: string): NotificationFile | undefined =>
	files.find(file => file.profile !== undefined && file.profile !== profile);

/** The reason why files must not be used to delete what they do not have: they need a scope, and one of the whole account the operator's word, `all`. Undefined if they may. `listed`: what the account has, once that is known. `advice`: how to give that word. */
export function whyNotPrune(
	files: readonly NotificationFile[],
	{all, listed = []}: {readonly all: boolean; readonly listed?: readonly Notification[] | undefined},
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

/** The number of deletions that need no explicit limit. */
const fewDeletions = 10;

/** The share of the notifications in the scope that may be deleted without an explicit limit. */
const smallShare = 0.3;

/** The reason why a plan deletes more than expected; undefined if it does not. `advice`: how to allow it. */
export function whyTooMany(
	files: readonly NotificationFile[],
	{changes, unchanged, pending}: FilePlan,
	maxDeletes: number | undefined,
	advice = (deletions: number): string => `Pass --max-deletes ${deletions} if that is meant.`,
): string | undefined {
	const deletions = changes.filter(change => verbOf(change) === 'delete').length;
	if (deletions === 0 || (maxDeletes !== undefined && deletions <= maxDeletes)) {
		return undefined;
	}

	const count = numberText(deletions);
	if (maxDeletes !== undefined) {
		return `${count} would be deleted, more than --max-deletes ${maxDeletes} allows.`;
	}

	const empty = files.find(({entries}) => entries.length === 0);
	if (empty !== undefined) {
		return `${empty.name} has no notification, and ${count} would be deleted. ${advice(deletions)}`;
	}

	const held = pending.flatMap(({ids}) => ids).length;
	const total = unchanged + held + changes.filter(({kind}) => kind !== 'create').length;
	return deletions > fewDeletions || (total >= 3 && deletions > total * smallShare)
		? `${count} of ${numberText(total)} would be deleted. ${advice(deletions)}`
		: undefined;
}
