import {type MemberChange, draftChangesBetween} from '../api/body.ts';
import {type KnownUnlisted, knownDraft, losesContent, toEditable} from '../notification/edit.ts';
import {plain, asRewritten, documentedForm, rewritableForm} from '../notification/equivalence.ts';
import type {Draft} from '../notification/fields.ts';
import type {Notification, NotificationFields} from '../notification/notification.ts';
import {isObject} from '../platform/json.ts';
import type {ProtectRule, FindProtection} from '../query/rules.ts';
import {divideByScope, type FileArea} from './areas.ts';
import type {FileEntry, Mistake, NotificationFile} from './notification-file.ts';
import {pairEntries, type Pair} from './pair.ts';

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

/** A change of a plan. */
export type PlanItem =
	| {
			readonly kind: 'create';
			readonly entry: FileEntry;
			/** One outside a scope that looks like an older version of the entry, and stays. */ readonly similar:
				| Notification
				| undefined;
	  }
	| {
			readonly kind: 'replace';
			readonly entry: FileEntry;
			readonly listed: Notification;
			readonly after: Draft;
			readonly changes: readonly MemberChange[];
	  }
	| {readonly kind: 'delete'; readonly listed: Notification};

/** A change that is not planned, because the notification is protected. */
export type KeptItem = {readonly kind: 'replace' | 'delete'; readonly listed: Notification; readonly rule: ProtectRule};

/** The differences between files and an account. */
export type FilePlan = {
	/** The changes that make the account equal to the files. Deletions are there only if `isPruning`. */
	readonly items: readonly PlanItem[];
	/** The listed notifications that belong to the files and are in none of them. They stay, unless they are pruned. */
	readonly unmanaged: readonly Notification[];
	readonly unchanged: number;
	/** The entries with the listed notifications that they describe. */
	readonly pairs: readonly Pair[];
	/** The entries and the listed notifications that are not touched because a change of them is pending. */
	readonly pending: ReadonlyArray<{
		readonly change: BlockingChange;
		readonly listed?: Notification;
		readonly entry?: FileEntry;
	}>;
	/** The pairs of which the file says a template or topics that nobody knows the account to have: they count as equal. */
	readonly assumedEqual: readonly Pair[];
	/** The unchanged pairs that differ as services rewrite text. */
	readonly rewritten: readonly Pair[];
	/** The pairs that are not replaced by a notification of another account, because nobody knows the template or topics that would be lost. */
	readonly lossy: readonly Pair[];
	/** The pairs that are replaced although nobody knows the template or topics that are lost, which the operator has not accepted. */
	readonly losing: readonly Pair[];
	/** The protected notifications that would be replaced or, if `isPruning`, deleted. */
	readonly kept: readonly KeptItem[];
	/** The number of entries that are equal to an earlier entry. */
	readonly repeated: number;
	/** The listed notifications of the users that the files name: no other one can be equal to an entry. */
	readonly ofUsers: ReadonlySet<Notification>;
};

export type FilePlanOptions = {
	/** The template and topics of a notification, which listings never return; undefined if they are not known. */
	readonly sent: (id: string) => KnownUnlisted | undefined;
	/** The content with which this machine created a notification; undefined if it did not. Services may have rewritten its text. */
	readonly sentAs?: ((id: string) => NotificationFields | undefined) | undefined;
	/** The pending changes of notifications, by their IDs. */
	readonly pending: ReadonlyMap<string, BlockingChange>;
	/** Finds the pending change that may have created an identical notification, or may still create one; none by default. */
	readonly pendingCreation?: ((fields: NotificationFields) => BlockingChange | undefined) | undefined;
	/** Whether what is unmanaged is deleted. */
	readonly isPruning: boolean;
	/** Finds the rule that protects a notification; nothing is protected by default. */
	readonly protectionOf?: FindProtection;
	/** Whether a template or topics that nobody knows are replaced by those of the file, or of another account, and lost where these do not say them. */
	readonly replacesUnknown: boolean;
	/** The entries that are known to describe a notification, with its ID. */
	readonly linked?: ReadonlyMap<FileEntry, string> | undefined;
};

/** A plan, or the mistakes that prevent it. */
export type Planning =
	| {readonly ok: true; readonly plan: FilePlan}
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/** Compares files with the listed notifications of an account. */
export function planFiles(
	files: readonly NotificationFile[],
	listed: readonly Notification[],
	options: FilePlanOptions,
): Planning {
	const areas = divideByScope(files, listed);
	if ('mistakes' in areas) {
		return {ok: false, mistakes: areas.mistakes};
	}

	const users = new Set(files.flatMap(({entries}) => entries.map(({record}) => plain(record.userId))));
	const plan: Writable<FilePlan> = {
		items: [],
		unmanaged: [],
		unchanged: 0,
		pairs: [],
		pending: [],
		assumedEqual: [],
		rewritten: [],
		lossy: [],
		losing: [],
		kept: [],
		repeated: 0,
		ofUsers: new Set(listed.filter(({userId}) => users.has(plain(userId)))),
	};
	for (const area of areas) {
		planArea(plan, area, options);
	}

	plan.items.sort((a, b) => order[a.kind] - order[b.kind]);
	return {ok: true, plan};
}

type Writable<T> = {-readonly [Name in keyof T]: T[Name] extends ReadonlyArray<infer Item> ? Item[] : T[Name]};

const order = {create: 0, replace: 1, delete: 2} as const;

/** Adds what an area needs to a plan. */
function planArea(
	plan: Writable<FilePlan>,
	{scope, entries, listed}: FileArea,
	{
		sent,
		sentAs = () => undefined,
		pending,
		pendingCreation = () => undefined,
		isPruning,
		replacesUnknown,
		linked,
		protectionOf = () => undefined,
	}: FilePlanOptions,
): void {
	const {pairs, unpairedEntries, unpairedListed, repeated} = pairEntries(entries, listed, {
		isScoped: scope !== undefined,
		linked,
		ofUsers: plan.ofUsers,
		templateOf: ({id}) => sent(id)?.template,
	});
	plan.repeated += repeated;
	for (const pair of pairs) {
		const {entry, listed: found} = pair;
		plan.pairs.push(pair);
		const change = pending.get(found.id);
		if (change?.isNew === false) {
			plan.pending.push({change, ...pair});
			continue;
		}

		const {after, changes, isAssumed, isLossy, isRewritten} = comparePair(pair, {sent, sentAs, replacesUnknown});
		if (isAssumed) {
			plan.assumedEqual.push(pair);
		}

		if (changes.length === 0) {
			plan.unchanged++;
			if (isRewritten) {
				plan.rewritten.push(pair);
			}

			continue;
		}

		const rule = protectionOf(found);
		const creation = change ?? pendingCreation(entry.record);
		const isUnknownLoss = isLossy && !replacesUnknown;
		if (rule !== undefined) {
			plan.kept.push({kind: 'replace', listed: found, rule});
		} else if (creation !== undefined) {
			plan.pending.push({change: creation, ...pair});
		} else if (isUnknownLoss && entry.copied !== undefined) {
			plan.lossy.push(pair);
		} else {
			plan.items.push({kind: 'replace', entry, listed: found, after, changes});
			if (isUnknownLoss) {
				plan.losing.push(pair);
			}
		}
	}

	for (const {entry, similar} of unpairedEntries) {
		const change = pendingCreation(entry.record);
		if (change === undefined) {
			plan.items.push({kind: 'create', entry, similar});
		} else {
			plan.pending.push({change, entry});
		}
	}

	for (const found of scope === undefined && !isPruning ? [] : unpairedListed) {
		const rule = isPruning ? protectionOf(found) : undefined;
		const change = pending.get(found.id);
		if (rule !== undefined) {
			plan.kept.push({kind: 'delete', listed: found, rule});
		} else if (change !== undefined) {
			plan.pending.push({change, listed: found});
		} else if (isPruning) {
			plan.items.push({kind: 'delete', listed: found});
		} else {
			plan.unmanaged.push(found);
		}
	}
}

type ComparisonOptions = Pick<FilePlanOptions, 'sent' | 'sentAs' | 'replacesUnknown'>;

/** The difference between an entry and the listed notification that it describes. */
export type PairComparison = {
	/** The notification with what the entry says. */
	readonly after: Draft;
	readonly changes: readonly MemberChange[];
	/** Whether the entry says a template or topics that nobody knows, which count as equal. */
	readonly isAssumed: boolean;
	/** Whether a replacement would lose a template or topics that nobody knows. */
	readonly isLossy: boolean;
	/** Whether the listed notification has other texts than the entry, which count as equal because services rewrite text so. */
	readonly isRewritten: boolean;
};

/** Compares an entry with the listed notification that it describes. What the entry does not say stays as it is. */
export function comparePair(pair: Pair, {sent, sentAs, replacesUnknown}: ComparisonOptions): PairComparison {
	const {entry, listed, isEqual} = asSent(pair, sentAs);
	const known = sent(listed.id);
	const before = knownDraft(listed, known);
	const {draft, statesTemplate, statesTopics, copied} = entry;
	// What interface.md does not name is often of one account alone, such as a status, so that it is not compared with that of another.
	const {extras, recordExtras} = copied === undefined ? draft : {};
	const rewritten = isEqual ? undefined : asRewritten(entry.record, listed);
	const stated: Draft = {
		...(rewritten === undefined ? before : {...draft, ...rewritten}),
		extras: merge(before.extras, extras),
		recordExtras: merge(before.recordExtras, recordExtras),
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
	const changes = [
		...draftChangesBetween(before, after),
		...(isUnknown && replacesUnknown && statesTemplate && draft.template === ''
			? [{field: 'template', old: 'unknown', new: ''}]
			: []),
	];
	const given = new Set([
		...(statesTemplate ? ['template' as const] : []),
		...(statesTopics ? ['topic.0' as const] : []),
	]);
	return {
		after,
		changes,
		isAssumed: isUnknown && !isCompared && (statesTemplate || statesTopics),
		isLossy: losesContent({before, isContentUnknown}, after, given),
		isRewritten: rewritten !== undefined && documentedForm(rewritten) !== documentedForm(entry.record),
	};
}

/** The pair, equal also if the notification was created with what the entry says: then the service has rewritten the text, and would do so again. */
function asSent(pair: Pair, sentAs: ComparisonOptions['sentAs']): Pair {
	const {
		entry: {record},
		listed,
		isEqual,
	} = pair;
	const created = !isEqual && rewritableForm(record) === rewritableForm(listed) ? sentAs?.(listed.id) : undefined;
	return created !== undefined && documentedForm(created) === documentedForm(record) ? {...pair, isEqual: true} : pair;
}

/** Adds members to those that are there, deeply. */
function merge(before: unknown, after: unknown): Readonly<Record<string, unknown>> {
	const [old, added] = [before, after].map(value => (isObject(value) ? value : {}));
	return {
		...old,
		...Object.fromEntries(
			Object.entries(added!).map(([name, value]) => [
				name,
				isObject(value) && isObject(old![name]) ? merge(old![name], value) : value,
			]),
		),
	};
}
