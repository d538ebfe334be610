import {canonicalForm, rewritableForm} from '../notification/equivalence.ts';
import {knownTemplate, type LossCounts, recreationLosses} from '../notification/losses.ts';
import {
	canHaveTopics,
	type ListedRecord,
	type Notification,
	type NotificationInput,
} from '../notification/notification.ts';
import {pendingText, toldKind, undoKinds, type BatchKind} from '../notification/operation-texts.ts';
import {allInSlices, inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import {createBreakdown, type BreakdownCounts} from '../query/group.ts';
import type {ChangeGuards} from '../query/rules.ts';
import type {Changes} from '../ledger/changes.ts';
import {
	isNamed,
	isOpen,
	mayHaveEffect,
	numberOf,
	pagedItems,
	postsOf,
	type ChangeSet,
	type Item,
	type NotificationSnapshot,
} from '../ledger/item.ts';
import {busyText} from '../ledger/owner.ts';
import type {SentContentStore} from '../ledger/small-stores.ts';
import {hasRedaction, isStoredRedacted} from '../ledger/stored-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {alikeIn, takeSnapshot} from './alike.ts';
import {unknownPriorId} from './context.ts';
import {whyProtected, type Ask} from './plan.ts';

/** What undoing an item does. */
export type ItemUndo =
	| ImpossibleUndo
	/** The deleted notification is created again. `isRedacted`: it contains the API key, and must not be sent. */
	| {
			readonly kind: 'recreate';
			readonly item: Item;
			readonly deleted: NotificationSnapshot;
			readonly input: NotificationInput;
			readonly isRedacted: boolean;
	  }
	/** The notification that was created is deleted. */
	| ({readonly kind: 'delete'; readonly item: Item; readonly target: Notification} & Doubt)
	/** The edited notification is replaced by what it was. */
	| ({
			readonly kind: 'replace';
			readonly item: Item;
			readonly target: Notification;
			readonly input: NotificationInput;
			readonly before: NotificationSnapshot;
	  } & Doubt);

/** `note`: the sentence that says that no answer named the notification, which may not be the one that was created; safe to show. It goes only if the operator types its ID. */
type Doubt = {readonly note?: string};

/** Why an item cannot be undone, in sentences that are safe to show. `isMoot`: there is nothing left to undo. `isPending`: it has to be finished or rolled back first. `isProtected`: a protected notification would be deleted or replaced. */
type ImpossibleUndo = {
	readonly kind: 'impossible';
	readonly item: Item;
	readonly reason: string;
	readonly isMoot: boolean;
	readonly isPending?: true;
	readonly isProtected?: true;
};

/** A listing to undo from. */
export type Listed = {readonly records: readonly ListedRecord[]; readonly isComplete: boolean};

/** The questions to the ledger that an undo needs. */
type UndoLedger = Pick<
	Changes,
	'undoable' | 'successor' | 'holder' | 'isOfAnother' | 'set' | 'undoableItems' | 'items' | 'item'
>;

/** What an undo is asked for: a set, or one of its items. `parked`: the items, of whatever sets, that parked what is created again; `set`: that of the first one. */
export type UndoScope = {
	readonly set: number;
	readonly item?: number | undefined;
	readonly parked?: readonly number[] | undefined;
};

/** What was announced of an item: the same is sent, or nothing. */
type Announced = {readonly item: number; readonly does: string};

/** What undoing a change would do. */
export type Undo = RecreationSurvey & {
	readonly scope: UndoScope;
	readonly set: ChangeSet;
	/** `delete` if it created its notifications. */
	readonly kind: BatchKind;
	/** What happens to the item, if it is only one. */
	readonly only: ItemUndo | undefined;
	/** The ID that the operator must type, because no answer named what goes. */
	readonly mustName?: string | undefined;
	/** The number of items that cannot be undone, and the reason for one of them. `left`: of these, how many there is something to undo of. */
	readonly impossible: number;
	readonly left: number;
	readonly reason: string | undefined;
	/** Whether the change has to be finished or rolled back first. */
	readonly isPending?: true;
	/** How many of these are protected. */
	readonly protected: number;
	/** The notifications that it acts on, by user, channel and network. */
	readonly breakdown: readonly BreakdownCounts[];
	readonly announced: readonly Announced[];
};

/**
Decides how to undo an item, by the ledger and a listing. It sends nothing.

A notification that it created is deleted or replaced only if it is listed with the content that was sent. Its ID may have changed, if later items replaced it, or deleted and recreated it. What was deleted is created again only if it is not listed.
*/
export function undoOfItem(
	ledger: Pick<UndoLedger, 'undoable' | 'successor' | 'holder' | 'isOfAnother'>,
	item: Item,
	{records, isComplete}: Listed,
): ItemUndo {
	const find = (id: string) => recordsById(records).get(id);
	const refused = (reason: string, isMoot = false): ImpossibleUndo => ({kind: 'impossible', item, reason, isMoot});
	if (ledger.undoable(item.id) === undefined) {
		const isPending = item.endedAt === undefined;
		const holder = isPending ? ledger.holder(item.set) : undefined;
		if (holder !== undefined) {
			return refused(busyText(holder, `change ${numberOf(item)}`));
		}

		const late = isPending ? undefined : listedLate(ledger, item, find);
		return late === undefined
			? {...refused(whyNotUndoable(item), !isPending), ...(isPending && {isPending})}
			: refused(
					`${sanitise(late)} is listed now as it was sent, after the change had ended without it. Delete it if it is not wanted.`,
				);
	}

	const {kind, phase, snapshot, input, knownIds, former, isRedacted = false} = item;
	if (former !== undefined && (phase === 'failed' || phase === 'unfollowed')) {
		const now = find(former.id);
		return now?.kind === 'notification' && hasContent(now, former.input)
			? refused(`${sanitise(former.id)} is listed as it was: it was not overwritten.`, true)
			: {kind: 'recreate', item, deleted: former, input: inputOf(former), isRedacted: hasRedaction(former)};
	}

	// A DELETE that was sent may have taken effect, whatever was concluded.
	if (kind === 'delete' || phase !== 'done') {
		const now = find(snapshot!.id);
		const isBack =
			now !== undefined && (phase !== 'done' || now.kind === 'unreadable' || hasContent(now, snapshot!.input));
		return isBack
			? refused(`${sanitise(snapshot!.id)} is ${phase === 'done' ? '' : 'still '}listed: it was not deleted.`, true)
			: {kind: 'recreate', item, deleted: snapshot!, input: inputOf(snapshot!), isRedacted};
	}

	const last = lastOf(ledger, item);
	const id = last.newId!;
	const shown = sanitise(id);
	const target = find(id);
	if (target === undefined) {
		return refused(
			isComplete
				? `${shown} no longer exists.`
				: `${shown} is not listed, and the listing is not complete. Refresh the list, then try again.`,
			isComplete,
		);
	}

	if (knownIds.includes(unknownPriorId)) {
		return refused(
			`It was sent without a check for duplicates, so ${shown} may have existed before. Delete it if it is not wanted.`,
		);
	}

	if (target.kind === 'unreadable' || !hasContent(target, input!)) {
		return refused(`${shown} was changed since: it does not say what was sent. Look at it in the list.`);
	}

	const doubt = isNamed(last, id)
		? undefined
		: {note: `No response named ${shown} as the new one, so somebody else may have created it.`};
	if (kind !== 'replace') {
		return {kind: 'delete', item, target, ...doubt};
	}

	return isRedacted && hasRedaction(snapshot)
		? refused(`What it was before contains the API key, which is never stored. Edit ${shown} instead.`)
		: {kind: 'replace', item, target, input: inputOf(snapshot!), before: snapshot!, ...doubt};
}

/** The input that creates a deleted or replaced notification again. */
export function inputOf(snapshot: NotificationSnapshot): NotificationInput {
	const {input, topics} = snapshot;
	return {...input, template: knownTemplate(snapshot) ?? '', topics: topics ?? ['', '', '', '']};
}

/** Whether a notification has a content from the ledger, apart from what services rewrite. The ledger may have `[API key]` instead of the API key. */
const hasContent = (target: Notification, content: NotificationSnapshot['input']): boolean =>
	[canonicalForm, rewritableForm].some(form => hideSecrets(form(target)) === hideSecrets(form(content)));

/** The last of the items that created, replaced or recreated a notification. */
function lastOf(ledger: Pick<UndoLedger, 'successor'>, item: Item): Item {
	let last = item;
	for (let next: Item | undefined = last; next !== undefined;) {
		last = next;
		next = ledger.successor(last.profile, last.newId!, last.id);
	}

	return last;
}

/** The ID that the service named for what an item sent, if that is listed by now although the item ended without it. */
function listedLate(
	ledger: Pick<UndoLedger, 'isOfAnother'>,
	item: Item,
	find: (id: string) => ListedRecord | undefined,
): string | undefined {
	const isLost = item.phase !== 'done' && item.former === undefined;
	const named = isLost ? postsOf(item).findLast(({target}) => target !== undefined)?.target : undefined;
	const now = named === undefined || item.knownIds.includes(named) ? undefined : find(named);
	const isIt = now?.kind === 'notification' && hasContent(now, item.input!) && !ledger.isOfAnother(item, now.id);
	return isIt ? named : undefined;
}

function whyNotUndoable({kind, phase, endedAt, newId, requests, reason}: Item): string {
	if (endedAt === undefined) {
		return pendingText;
	}

	if (reason.some(({why}) => why === 'overwrote')) {
		return 'What it overwrote is not known, or it is undone already.';
	}

	if (phase !== 'done') {
		const none = mayHaveEffect(requests) ? 'No listing showed an effect of it.' : 'It took no effect.';
		return kind === 'delete' && phase === 'failed' ? 'Nothing was deleted, or it is undone already.' : none;
	}

	return kind === 'delete' || newId !== undefined
		? 'It is undone already, or is being undone.'
		: 'Its ID is not known: no listing showed it.';
}

/**
Determines what undoing a change would do, compared with a listing.

@param ledger - The changes.
@param scope - The change.
@param listed - The listing.
@param guards - The rules that it must keep.
@throws LedgerError
*/
export async function surveyUndo(
	ledger: UndoLedger,
	scope: UndoScope,
	listed: Listed,
	guards?: ChangeGuards,
): Promise<Undo> {
	const set = ledger.set(scope.set);
	const isOne = isAlone(scope, set);
	let deletions = 0;
	let refused = 0;
	let kept = 0;
	let left = 0;
	let only: ItemUndo | undefined;
	let why: ImpossibleUndo | undefined;
	const breakdown = createBreakdown();
	const announced: Announced[] = [];
	const recreated = function* (): Generator<Recreated, void, void> {
		for (const undo of undosOf(ledger, scope, listed, guards)) {
			only = isOne ? undo : undefined;
			switch (undo.kind) {
				case 'impossible': {
					refused++;
					left += Number(!undo.isMoot);
					kept += undo.isProtected === true ? 1 : 0;
					why ??= undo;
					break;
				}

				case 'delete': {
					deletions++;
					announced.push(toAnnounced(undo));
					breakdown.add(undo.target);
					break;
				}

				case 'recreate': {
					if (!undo.isRedacted) {
						announced.push(toAnnounced(undo));
						breakdown.add(undo.deleted.input);
					}

					yield {snapshot: undo.deleted};
					break;
				}

				case 'replace': {
					announced.push(toAnnounced(undo));
					breakdown.add(undo.target);
					yield {snapshot: undo.before, replaces: undo.target.id};
				}
			}
		}
	};

	const kind = scope.parked === undefined ? undoKinds[set.kind] : 'resume';
	const survey = await surveyRecreation(recreated(), listed.records);
	const isPending = why?.isPending === true || (isOpen(set) && !isOne && scope.parked === undefined);
	return {
		...survey,
		scope,
		set,
		kind: only === undefined || only.kind === 'impossible' ? kind : toldKind({kind: only.kind, park: only.item.park}),
		only,
		...(only !== undefined && 'note' in only && {mustName: only.target.id}),
		count: survey.count + deletions,
		impossible: refused,
		left,
		reason: why?.reason ?? (survey.incomplete > 0 ? keyText : undefined),
		...(isPending && {isPending}),
		protected: kept,
		breakdown: breakdown.counts(),
		announced,
	};
}

/** Whether an undo is of one item alone. */
const isAlone = ({item, parked}: UndoScope, {size}: Pick<ChangeSet, 'size'>): boolean =>
	(parked?.length ?? (item === undefined ? size : 1)) === 1;

const keyText = 'It contains the API key, which is never stored.';

const toAnnounced = (undo: Exclude<ItemUndo, ImpossibleUndo>): Announced => ({
	item: undo.item.id,
	does: `${undo.kind} ${'target' in undo ? undo.target.id : ''}`,
});

/** What is asked for to undo a change: what was announced, if a new listing leads to the same. `chosen`: the ID that the operator typed. `reason`: why something is left out. */
export async function asksOfUndo(
	ledger: UndoLedger,
	sent: (id: string) => ReturnType<SentContentStore['get']>,
	{scope, announced, chosen}: Pick<Undo, 'scope' | 'announced'> & {readonly chosen?: string | undefined},
	listed: Listed,
	guards?: ChangeGuards,
): Promise<{readonly asks: readonly Ask[]; readonly reason: string | undefined}> {
	const said = new Map(announced.map(({item, does}) => [item, does]));
	const asks: Ask[] = [];
	let reason: string | undefined;
	for await (const slice of inSlices(undosOf(ledger, scope, listed, guards))) {
		for (const undo of slice.filter(({item}) => said.has(item.id))) {
			const {id: undoes, park} = undo.item;
			if (undo.kind === 'impossible') {
				({reason} = undo);
			} else if (toAnnounced(undo).does !== said.get(undoes)) {
				reason = 'It was changed meanwhile. Look at it again.';
			} else if ('target' in undo && chosen !== undefined && undo.target.id !== chosen) {
				reason = `${sanitise(chosen)} is not what it created: that is ${sanitise(undo.target.id)}.`;
			} else if ('note' in undo && chosen === undefined) {
				reason = `${undo.note} It is deleted only if you name it.`;
			} else if (undo.kind === 'recreate') {
				const isUndo = scope.parked === undefined ? undefined : false;
				asks.push({kind: 'recreate', of: undo.deleted, input: undo.input, undoes, isUndo, park});
			} else {
				const of = takeSnapshot(undo.target, sent(undo.target.id));
				asks.push(
					undo.kind === 'delete'
						? {kind: 'delete', of, undoes, park}
						: {kind: 'replace', of, input: undo.input, undoes},
				);
			}
		}
	}

	return {asks, reason};
}

/**
Decides how to undo each item of a change. One of several whose notification may be somebody else's is undone alone, so that the operator is asked.

@yields One decision an item.
*/
function* undosOf(
	ledger: UndoLedger,
	scope: UndoScope,
	listed: Listed,
	guards?: ChangeGuards,
): Generator<ItemUndo, void, void> {
	const {set, item, parked = item === undefined ? undefined : [item]} = scope;
	const isOne = isAlone(scope, ledger.set(set));
	const whole = isOne ? ledger.items(set, {limit: 1}) : pagedItems(page => ledger.undoableItems(set, page));
	for (const each of parked?.values().map(id => ledger.item(id)!) ?? whole) {
		const undo = undoOfItem(ledger, each, listed);
		const why = 'target' in undo ? whyProtected({guards}, takeSnapshot(undo.target), listed.records) : undefined;
		const reason = why ?? ('note' in undo && !isOne ? `${undo.note} Undo it alone.` : undefined);
		yield reason === undefined
			? undo
			: {kind: 'impossible', item: each, reason, isMoot: false, ...(why !== undefined && {isProtected: true})};
	}
}

/** The maximum number of changes that are checked for one that can be undone. */
const checked = 10_000;

/**
Finds the last change from this machine that can be undone: a change or a redo, or with `isRedo` an undo. One of which the listing shows that nothing is left to undo is skipped. One that is pending is not: nothing older is undone in its place.

@returns Its set; undefined if there is none.
@throws LedgerError
*/
export function findUndo(
	ledger: UndoLedger & Pick<Changes, 'lastUndoable'>,
	profile: string,
	listed: Listed,
	isRedo = false,
): UndoScope | undefined {
	let count = 0;
	const found = ledger.lastUndoable(
		profile,
		item => {
			count++;
			const undo = undoOfItem(ledger, item, listed);
			return undo.kind !== 'impossible' || !undo.isMoot || count >= checked;
		},
		isRedo,
	);
	return found === undefined || count >= checked ? undefined : {set: found.set};
}

/** The number of notifications that can be recreated, shown to the operator before a deletion and before an undo. */
export type RecreationSurvey = LossCounts & {
	readonly count: number;
	/** The number of notifications identical to one that is listed now; 0 before they are deleted. */
	readonly duplicates: number;
};

/** A notification to create again, and the ID of the listed one that is deleted in exchange. */
export type Recreated = {readonly snapshot: NotificationSnapshot; readonly replaces?: string};

/** Counts the notifications that can be recreated as they were. `records`: the listed records, among which duplicates are counted. */
export async function surveyRecreation(
	recreated: Iterable<Recreated>,
	records: readonly ListedRecord[] = [],
): Promise<RecreationSurvey> {
	const all = await allInSlices(recreated);
	const findSame = await alikeIn(
		records,
		all.map(({snapshot}) => snapshot.input),
		canonicalForm,
	);
	const counts = {count: 0, contentUnknown: 0, topicsUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};
	for await (const slice of inSlices(all)) {
		for (const {snapshot, replaces} of slice) {
			if (isStoredRedacted(snapshot)) {
				counts.incomplete++;
				continue;
			}

			const {isContentUnknown, undocumented} = recreationLosses(snapshot);
			counts.topicsUnknown += Number(isContentUnknown && canHaveTopics(snapshot.input));
			counts.count++;
			counts.contentUnknown += Number(isContentUnknown);
			counts.undocumented += Number(undocumented.length > 0);
			counts.duplicates += Number(findSame(snapshot.input).some(({id}) => id !== replaces));
		}
	}

	return counts;
}
