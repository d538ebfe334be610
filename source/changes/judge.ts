import {canonicalForm, matcherOfSent} from '../notification/equivalence.ts';
import {notificationsOf, type Notification, type NotificationFields} from '../notification/notification.ts';
import {betweenListings, recordsById} from '../query/changes.ts';
import {
	deletesOf,
	isConfirmed,
	isNamed,
	mayHaveEffect,
	postsOf,
	type ChangedMember,
	type Event,
	type Item,
	type NotificationSnapshot,
	type Phase,
	type Reason,
	type Request,
} from '../ledger/item.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {changedMembers, isAlike, isListedIn, recordIn, takeSnapshot, type FindAlike} from './alike.ts';
import {unknownPriorId, type ChangeContext, type Look} from './context.ts';
import {shownAs} from './look.ts';

/*
What a listing says of an item. It is evidence, not proof: the rules are in docs/decisions/evidence.md. Nothing here sends or writes anything.
*/

/** Whether the operator wants an item to take effect, or to be taken back; `resume`: to take effect, and its requests were sent by an earlier run; `settle`: a listing was read without a wish of the operator. */
export type Intent = 'settle' | 'resume' | 'finish' | 'roll-back';

/** What a judgement depends on, besides the listing. */
export type JudgeContext = Pick<ChangeContext, 'elapsed' | 'settlingTime' | 'changes' | 'profile' | 'now'>;

/** What changes about an item. */
type Seen = Event & {readonly kind: 'seen'};

/** What a listing says: an event, and how long another one can decide more. */
export type Judgement = {
	readonly event?: Seen | undefined;
	/** Milliseconds until another listing can decide; undefined if none can, or this one has. */
	readonly wait?: number | undefined;
	/** Whether what is awaited is listed: then more listings help, and not only time. */
	readonly isListed?: boolean;
	/** Why nothing is decided yet, to be recorded when nobody waits for it any longer. */
	readonly pending?: readonly Reason[] | undefined;
};

/** Why nothing is sent, and nothing ends. */
const because = (...reason: readonly Reason[]): NextDelete => ({event: {kind: 'seen', reason}});

/** That an item goes on to another phase, or ends. */
const goes = (to: Phase, reason: readonly Reason[] = [], notes?: readonly Reason[]): NextDelete => ({
	event: {kind: 'seen', to, reason, notes},
});

/** Whether a request may still take effect. A DELETE answered with 404 may follow one that has just taken effect. */
const isAwaited = ({method, outcome, status}: Request): boolean =>
	(outcome !== 'rejected' && outcome !== 'not-sent') || (method === 'DELETE' && status === 404);

/** Milliseconds from a listing until a listing can prove whether these requests took effect. */
function waitFor({elapsed, settlingTime}: JudgeContext, requests: readonly Request[], {startedAt}: Look): number {
	const awaited = requests.filter(request => isAwaited(request));
	return Math.max(0, ...awaited.map(({moment}) => settlingTime - elapsed.between(moment, startedAt)));
}

/** Milliseconds from a listing until another one can prove that what both lack does not exist; 0 if this is that one. */
const untilSecond = ({elapsed}: JudgeContext, {missingSince}: Item, {startedAt}: Look): number =>
	missingSince === undefined
		? betweenListings
		: Math.max(0, betweenListings - elapsed.between(missingSince, startedAt));

/** Whether a listing that lacks what is looked for is the first of the two that prove it: one that lacks several others as well, or all, is not. */
const counts = (context: JudgeContext, {missingSince}: Item, look: Look): boolean =>
	missingSince !== undefined || !lacksOthers(context, look);

/** How a listing that decides nothing is recorded: since when complete ones lack what is looked for, what was probably created, and what was probably overwritten, which later ones no longer show. */
function pendingEvent(
	item: Item,
	{startedAt}: Look,
	isMissing: boolean,
	{probable = item.probable, former = item.former}: Pick<Item, 'probable' | 'former'> = {},
): Seen | undefined {
	const isChanged = isMissing !== (item.missingSince !== undefined);
	return isChanged || probable !== item.probable || former !== item.former
		? {
				kind: 'seen',
				...(probable !== item.probable && {probable}),
				...(former !== item.former && {former}),
				...(isChanged && {missingSince: isMissing ? startedAt : null}),
			}
		: undefined;
}

/** A moment in whole seconds, so that the next listing says the same. */
const inSeconds = (at: number): number => Math.floor(at / 1000) * 1000;

/** The reason that says how long listings are still searched. */
const waiting = (
	{now}: JudgeContext,
	what: 'created' | 'deleted',
	wait: number,
	listing?: Look['listing'],
	requests: readonly Request[] = [],
): Reason => {
	const problem = listing?.complete === false ? listing.reason : undefined;
	const isSame = requests.some(({summary}) => problem !== undefined && summary?.includes(problem));
	return {
		why: 'wait',
		what,
		...(wait > 0 && {until: inSeconds(now() + wait)}),
		...(problem !== undefined && {problem: isSame ? 'The listing failed in the same way.' : problem}),
	};
};

/** The answer to the last request whose outcome is not known. */
const answerOf = (requests: readonly Request[]): string | undefined =>
	(requests.findLast(({outcome}) => outcome === 'unknown' || outcome === 'sent') ?? requests.at(-1))?.summary;

/** The words of the answer to a request that was refused, to begin a sentence with. */
const refusalOf = (requests: readonly Request[]): readonly Reason[] => {
	const {outcome, summary} = requests.at(-1) ?? {};
	return summary === undefined || outcome === 'ok' ? [] : [{why: 'answer', text: summary}];
};

/** The listed notifications that may be what an item created. */
type Matches = {
	readonly found: readonly Notification[];
	/** Whether they have exactly the content that was sent. */
	readonly isExact: boolean;
	/** Those that are another item's. */
	readonly others: readonly string[];
};

/** Finds what an item may have created: what is alike, was not listed before, and is no other item's. */
function matchesOf(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike): Matches {
	const {changes} = context;
	const {kind, input, snapshot, knownIds, former} = item;
	const others: string[] = [];
	const isNew = ({id}: Notification): boolean => {
		const isKnown = knownIds.includes(id) && !changes.isFreedFor(item, id);
		if (isKnown || id === former?.id || (kind === 'replace' && id === snapshot!.id)) {
			return false;
		}

		// What was listed with other content is not new, unless an answer names it.
		if (!isNamed(item, id) && wasOther(context, item, look, id) !== undefined) {
			return false;
		}

		const isOthers = changes.isOfAnother(item, id) || (!isNamed(item, id) && changes.isNamedToAnother(item, id));
		others.push(...(isOthers ? [id] : []));
		return !isOthers;
	};

	const alike = findAlike(item.input!).filter(record => isNew(record));
	const exact = alike.filter(matcherOfSent(input!, hideSecrets));
	return {found: exact.length > 0 ? exact : alike, isExact: exact.length > 0, others};
}

/**
Judges what the POST of an item did: the new notification is alike and was not there before. The ID in the answer chooses; where a 2xx named none it is the only one, at once; where the answer was lost, the only one after the settling time. Of several the operator chooses.

@param context - The clock, the settling time, and the other items.
@param given - An item in the phase `creating`.
@param look - The listing.
@param findAlike - Finds what is alike in it.
@param wish - What the operator wants. `chosen`: the notification that is said to be the new one.
*/
export function judgeCreation(
	context: JudgeContext,
	given: Item,
	look: Look,
	findAlike: FindAlike,
	{intent, chosen}: {readonly intent: Intent; readonly chosen?: string | undefined},
): Judgement {
	const overwritten = overwrittenIn(context, given, look, findAlike);
	const item = {...given, former: overwritten?.content ?? given.former};
	const {kind, snapshot, former, knownIds, newId} = item;
	const posts = postsOf(item).filter(request => isAwaited(request));
	const wait = waitFor(context, posts, look);
	const named = posts.findLast(({target}) => target !== undefined)?.target;
	const matches = matchesOf(context, item, look, findAlike);
	const ids = matches.found.map(({id}) => id);
	const isUnchecked = knownIds.includes(unknownPriorId);
	/** What later listings no longer show is recorded with whatever is found. */
	const seen = (event: Seen): Judgement => ({event: former === given.former ? event : {...event, former}});
	const over = overwritten?.id ?? former?.id;
	const isFound = (id: string, isChosen = false): Judgement =>
		seen(found(context, item, look, {id, ids, over, isChosen}, intent));
	if (posts.length === 0) {
		return seen(absent(item, look, intent, matches));
	}

	if (chosen !== undefined) {
		return ids.includes(chosen) || isNamedUnreadable(item, look, chosen)
			? isFound(chosen, true)
			: seen({kind: 'seen', reason: [{why: 'other-content', id: chosen}]});
	}

	if (ids.length === 0 && isMadeInPlace(item, look, named, wait)) {
		return seen(inPlace(item, intent, over));
	}

	const isNamedOver = overwritten !== undefined && overwritten.id === named;
	const isOver = wait === 0 ? isNamedOver || ids.length === 0 : isNamedOver && !showsDeleted(context, look);
	if (overwritten !== undefined && isOver) {
		const isOldListed = kind === 'replace' && isListedIn(look, snapshot!.id);
		const reason: Reason = {why: 'overwrote', id: overwritten.id, isOldListed};
		// What is new as well, or what the answer named, may be this one's, too: an ID that was given again looks as if it was overwritten.
		const isNameListed = named !== undefined && named !== overwritten.id && isListedIn(look, named, item.input);
		const notes: ReadonlyArray<Reason | false> = [
			ids.length > 0 && {why: 'others', ids},
			isNameListed && {why: 'found', id: overwritten.id, named},
			...allOverwritten(context, item, look, findAlike)
				.filter(({id}) => id !== overwritten.id)
				.map(({id}): Reason => ({why: 'may-have-overwritten', id})),
		];
		return seen({
			kind: 'seen',
			to: 'failed',
			former: overwritten.content,
			reason: [reason],
			notes: notes.filter(note => note !== false),
		});
	}

	const isNameFound = named !== undefined && ids.includes(named);
	const isDoubted =
		(isUnchecked && (ids.length > 1 || wait > 0)) || (isNameFound && mayBeGone(context, item, look, named));
	if (isNameFound && !isDoubted) {
		return isFound(named);
	}

	const [only] = ids;
	// A listing that is behind may still show what was deleted with this content, here or elsewhere.
	const isAtOnce =
		isConfirmed(posts) &&
		!lacksOthers(context, look) &&
		named === undefined &&
		matches.isExact &&
		![look.before, look.everListed].some(records => recordsById(records ?? []).has(only ?? '')) &&
		!context.changes.isDeletedHere(context.profile, only ?? '');
	const probable = ids.length === 1 ? only : undefined;
	const pending = (left: number, isMissing: boolean): Judgement => ({
		event: pendingEvent(given, look, isMissing, {probable, former}),
		wait: left,
		isListed: probable !== undefined || wait > 0,
		pending: [
			isConfirmed(posts)
				? {why: 'confirmed', what: 'created', id: named, probable}
				: {why: 'unknown', what: 'created', answer: answerOf(posts), probable},
			isMissing ? {why: 'wait', what: 'second'} : waiting(context, 'created', left, look.listing, posts),
		],
	});
	if (ids.length === 1 && !isUnchecked && (wait === 0 || isAtOnce)) {
		// A listing whose pages shift leaves one out: what the one before showed may be this one, too.
		const findMissing: FindAlike = fields => missingIn(look).missing.filter(record => isAlike(record, fields));
		const isDoubtful = matchesOf(context, item, look, findMissing).found.length > 0;
		const next = isDoubtful ? untilSecond(context, item, look) : 0;
		return next > 0 ? pending(next, true) : isFound(only!);
	}

	if (only !== undefined && (wait === 0 || (isUnchecked && named === undefined))) {
		const exact = matches.isExact ? 'several' : 'rewritten';
		return seen(choose(item, ids, isUnchecked ? 'unchecked' : exact));
	}

	if (named !== undefined && isNamedUnreadable(item, look, named)) {
		return seen(choose(item, [named], 'unreadable'));
	}

	if (!look.listing.complete || wait > 0) {
		return pending(wait, false);
	}

	const second = lacksOthers(context, look) ? betweenListings : untilSecond(context, item, look);
	if (second > 0) {
		return pending(second, counts(context, item, look));
	}

	return seen(absent(item, look, intent, matches, named ?? (former?.id === newId ? newId : undefined)));
}

/** Whether a listing shows again what was deleted here and the one before lacked: then it may be behind, and show under an ID what that was before. */
function showsDeleted({changes, profile}: JudgeContext, {before = [], listing}: Look): boolean {
	const known = recordsById(before);
	return recordsById(listing.records)
		.keys()
		.some(id => id !== undefined && !known.has(id) && changes.isDeletedHere(profile, id));
}

/** Whether a listing that is behind would show the new one of an edit before it exists: what had its ID was deleted here within the settling time, with this content. The old one must not go because of it. */
function mayBeGone(
	{changes, profile, elapsed, settlingTime}: JudgeContext,
	{kind, input}: Item,
	{startedAt}: Look,
	id: string,
): boolean {
	const deletion = kind === 'replace' ? changes.deletionOf(profile, id) : undefined;
	const content = deletion?.newId === id ? deletion.input : deletion?.snapshot?.input;
	return (
		content !== undefined &&
		isAlike(content, input!) &&
		elapsed.between(deletion!.requests.at(-1)?.moment, startedAt) < settlingTime
	);
}

/** Whether a notification that the operator names can be the new one of an item. */
export function mayBeNew(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike, chosen: string): boolean {
	const isFound = () =>
		matchesOf(context, item, look, findAlike).found.some(({id}) => id === chosen) ||
		isNamedUnreadable(item, look, chosen);
	return item.phase === 'creating' ? item.newId === chosen || isFound() : item.newId === chosen;
}

/** Whether the service made an edit in place: the old ID is listed with what was sent, also if that is listed as it was. */
function isMadeInPlace({kind, snapshot, input}: Item, look: Look, named: string | undefined, wait: number): boolean {
	const old = kind === 'replace' ? recordIn(look, snapshot!.id) : undefined;
	if (old?.kind !== 'notification' || !isAlike(old, input!)) {
		return false;
	}

	return named === snapshot!.id
		? wait === 0 || !isSameText(snapshot!.input, input!)
		: wait === 0 && !isAlike(snapshot!.input, input!);
}

const isSameText = (one: NotificationFields, other: NotificationFields): boolean =>
	canonicalForm(one) === canonicalForm(other);

/** Whether the answer named a new record that cannot be read: it may have the content that was sent. */
const isNamedUnreadable = (item: Item, look: Look, id: string): boolean =>
	isNamed(item, id) && !item.knownIds.includes(id) && recordIn(look, id)?.kind === 'unreadable';

/** A new notification that was found, among all that may be it. `over`: what may have been overwritten. `isChosen`: the operator named it. */
type Found = {
	readonly id: string;
	readonly ids: readonly string[];
	readonly over: string | undefined;
	readonly isChosen: boolean;
};

/** The event for a new notification that was found. */
function found(
	{changes}: JudgeContext,
	item: Item,
	look: Look,
	{id, ids, over, isChosen}: Found,
	intent: Intent,
): Seen {
	const {kind, knownIds} = item;
	const isUnchecked = knownIds.includes(unknownPriorId);
	const isAsked = intent === 'settle' && item.reason.some(each => each.why === 'choose' && each.as === 'unnamed');
	// Of an edit both are listed: what is deleted next is asked then.
	if ((intent === 'roll-back' || isAsked) && kind !== 'replace' && !isChosen && !isNamed(item, id)) {
		return choose(item, [id], 'unnamed');
	}

	// It was found before, and its DELETE was refused: that stays to be said.
	if (intent === 'roll-back' && kind !== 'replace' && item.newId === id) {
		return {kind: 'seen', newId: id};
	}

	const others = ids.filter(other => other !== id && !isToldOf(item, other));
	const answer = postsOf(item).findLast(({outcome}) => outcome === 'ok');
	const changed = changedMembers(item, recordIn(look, id), changes);
	const notes: Array<Reason | false> = [
		isUnchecked && {why: 'unchecked'},
		!isUnchecked && !isChosen && answer === undefined && {why: 'unconfirmed', is: 'listed'},
		answer !== undefined &&
			answer.target !== id && {
				why: 'found',
				id,
				named: answer.target,
				wasListed: over !== undefined && over === answer.target,
			},
		others.length > 0 && {why: 'others', ids: others, isUnchecked},
		kind !== 'replace' && changed.length > 0 && {why: 'members', changed},
		over !== undefined && over !== id && over !== answer?.target && {why: 'may-have-overwritten', id: over},
	];
	const said = notes.filter(note => note !== false);
	const to = (): Phase | undefined => {
		if (kind === 'replace') {
			return 'created';
		}

		// What is rolled back is deleted next.
		return intent === 'roll-back' ? undefined : 'done';
	};

	return {
		kind: 'seen',
		to: to(),
		newId: id,
		reason: kind === 'replace' && intent === 'settle' ? [{why: 'listed-now'}] : [],
		notes: said,
	};
}

/** Whether it was said already that what was listed with another content may have been overwritten. */
const saysOverwritten = ({notes}: Item): boolean =>
	notes.some(note => note.why === 'may-have-overwritten' || (note.why === 'found' && note.wasListed === true));

/** Whether another notification with this content was mentioned already. */
const isToldOf = ({notes}: Item, id: string): boolean =>
	notes.some(note => note.why === 'others' && note.ids.includes(id));

/** The new notifications besides its own that have the content that an item sent, and that were not mentioned yet: a proxy may have sent the request twice. */
export function othersOf(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike): readonly Reason[] {
	if (item.input === undefined || item.newId === undefined) {
		return [];
	}

	const ids = matchesOf(context, item, look, findAlike)
		.found.map(({id}) => id)
		.filter(id => id !== item.newId && !isToldOf(item, id));
	const isUnchecked = item.knownIds.includes(unknownPriorId);
	return ids.length === 0 ? [] : [{why: 'others', ids, isUnchecked}];
}

/** The event for an edit that was made in place. `over`: what else may have become what was sent. */
function inPlace({snapshot}: Item, intent: Intent, over: string | undefined): Seen {
	const notes: readonly Reason[] = over === undefined ? [] : [{why: 'may-have-overwritten', id: over}];
	return intent === 'roll-back'
		? {kind: 'seen', reason: [{why: 'kept-id', isAsked: true}]}
		: {kind: 'seen', to: 'done', newId: snapshot!.id, reason: [{why: 'kept-id'}], notes};
}

const choose = (item: Item, ids: readonly string[], as: Extract<Reason, {readonly why: 'choose'}>['as']): Seen => ({
	kind: 'seen',
	reason: [...(as === 'unnamed' ? [] : refusalOf(postsOf(item))), {why: 'choose', ids, as}],
	candidates: ids,
});

/** What was listed before with other content. `content`: that, if a listing has shown it to this run, or to an earlier one that could keep it. */
type Overwritten = {readonly id: string; readonly content: NotificationSnapshot | undefined};

/** How something that is alike was listed with other content before the POST; undefined if it was not. Of a run that has ended only the IDs are known that were listed when its set was planned. */
function wasOther(
	{changes, profile}: JudgeContext,
	item: Item,
	{before = []}: Look,
	id: string,
): Overwritten | undefined {
	const was = recordsById(before).get(id);
	if (was?.kind === 'notification' && !isAlike(was, item.input!)) {
		return {id, content: takeSnapshot(was)};
	}

	// What another item has created, also of this set, and the answer names.
	const isNamedOther = isNamed(item, id) && changes.isOfAnother(item, id);
	const other = isNamedOther ? changes.creatorOf(profile, id)?.input : undefined;
	const isOthers = other !== undefined && !isAlike(other, item.input!);
	const isListed = changes.wasListed(item, id) && !item.knownIds.includes(id);
	return isOthers || (isListed && !changes.isDeletedHere(profile, id)) ? {id, content: undefined} : undefined;
}

/** What was listed before with other content, and is listed now with the content that was sent: what the answer named, or anything else. */
function overwrittenIn(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike): Overwritten | undefined {
	const {former, input} = item;
	const now = former && recordIn(look, former.id);
	return now?.kind === 'notification' && isAlike(now, input!) && !isAlike(former!.input, input!)
		? {id: now.id, content: former}
		: allOverwritten(context, item, look, findAlike)[0];
}

/** Everything that was listed before with other content, and is listed now with the content that was sent. */
function allOverwritten(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike): readonly Overwritten[] {
	const {kind, input, snapshot, knownIds} = item;
	const {changes, profile} = context;
	/** Whether another item has made of this ID what is listed there now. */
	const isAnothers = (id: string) =>
		changes.isOfAnother(item, id) && isAlike(changes.creatorOf(profile, id)?.input ?? input!, input!);
	return findAlike(input!)
		.filter(({id}) => !knownIds.includes(id) && !(kind === 'replace' && id === snapshot!.id))
		.filter(({id}) => isNamed(item, id) || !isAnothers(id))
		.map(({id}) => wasOther(context, item, look, id))
		.filter(was => was !== undefined);
}

/** The event for an item that has created nothing, as far as complete listings show. `named`: the ID in the answer, which is not listed as the new one. */
function absent(item: Item, look: Look, intent: Intent, {others}: Pick<Matches, 'others'>, named?: string): Seen {
	const {kind, snapshot, knownIds, input, former, probable} = item;
	const posts = postsOf(item);
	const isRolledBack = intent === 'roll-back';
	const end = (to: 'failed' | 'rolled-back', ...reason: readonly Reason[]): Seen => ({kind: 'seen', to, reason});
	const shown = kind === 'replace' ? recordIn(look, snapshot!.id) : undefined;
	const isOldListed = shown !== undefined;
	const answer = refusalOf(posts);
	const same = knownIds.filter(id => id !== unknownPriorId && id !== named && isListedIn(look, id, input));
	// Another client may have deleted one of these, and its ID may have been given again.
	const before: readonly Reason[] = same.length === 0 ? [] : [{why: 'not-created', unless: {ids: same, are: 'before'}}];
	const unlessIt: readonly Reason[] =
		probable === undefined ? before : [{why: 'not-created', unless: {ids: [probable], are: 'gone'}}];
	if (kind === 'replace' && look.listing.complete && mayHaveEffect(posts)) {
		const neither = (is: 'old-missing' | 'old-changed') =>
			end('failed', ...answer, {why: 'neither', is, ...(isConfirmed(posts) && {confirmed: named ?? ''})}, ...unlessIt);
		if (shown === undefined) {
			return neither('old-missing');
		}

		if (!isListedIn(look, snapshot!.id, snapshot!.input)) {
			return neither('old-changed');
		}
	}

	if (isConfirmed(posts)) {
		const isThere = named !== undefined && recordIn(look, named) !== undefined;
		if (isThere) {
			const is = isListedIn(look, named, input) ? 'same' : 'other';
			return end('failed', {why: 'named-before', named, is, isOldListed}, ...unlessIt);
		}

		return end(
			isRolledBack && kind !== 'replace' ? 'rolled-back' : 'failed',
			{why: 'never-listed', named, isOldListed},
			...unlessIt,
			...(former === undefined ? [] : [{why: 'may-have-overwritten', id: former.id} as const]),
		);
	}

	const unless = (): NonNullable<Extract<Reason, {readonly why: 'not-created'}>['unless']> | undefined => {
		if (!mayHaveEffect(posts)) {
			return undefined;
		}

		if (others.length > 0) {
			return {ids: others, are: 'of-another'};
		}

		if (probable !== undefined) {
			return {ids: [probable], are: 'gone'};
		}

		return same.length > 0 ? {ids: same, are: 'before'} : undefined;
	};

	const otherwise = unless();
	const reason: Reason = {
		why: 'not-created',
		isQuiet: isRolledBack,
		...(otherwise !== undefined && {unless: otherwise}),
	};
	return isRolledBack ? end('rolled-back', reason) : end('failed', ...answer, reason);
}

/** What listings say of a notification that was to be deleted. */
type DeletionVerdict =
	| {readonly is: 'gone'}
	/** It is listed, and no DELETE of it can still take effect. */
	| {readonly is: 'kept'}
	/** `isMissing`: it counts as missing since this listing, or an earlier one. */
	| {readonly is: 'pending'; readonly wait: number; readonly isListed: boolean; readonly isMissing: boolean};

/**
Judges what the DELETEs of a notification did. A complete listing without it, begun after the service confirmed one or answered 404, proves that it is gone; two are needed if the listing lacks several others as well, or all. Without such an answer two complete listings prove it, both begun after the settling time.

@param context - The clock, the settling time, and the other items.
@param item - The item that sent them.
@param look - The listing.
@param target - The notification, and its content: under an ID that was given again there is another one.
*/
export function judgeDeletion(
	context: JudgeContext,
	item: Item,
	look: Look,
	{id, content}: {readonly id: string; readonly content: NotificationFields | undefined},
): DeletionVerdict {
	const deletes = deletesOf(item, id);
	const wait = waitFor(context, deletes, look);
	if (isListedIn(look, id, content) && !context.changes.isCreatedLater(item, id, content)) {
		return wait === 0 ? {is: 'kept'} : {is: 'pending', wait, isListed: true, isMissing: false};
	}

	if (!look.listing.complete) {
		return {is: 'pending', wait, isListed: false, isMissing: false};
	}

	const isAnswered = deletes.some(
		({outcome, status, moment}) =>
			(outcome === 'ok' || status === 404) && context.elapsed.between(moment, look.startedAt) >= 0,
	);
	if (isAnswered && !lacksOthers(context, look)) {
		return {is: 'gone'};
	}

	if (!isAnswered && wait > 0) {
		return {is: 'pending', wait, isListed: false, isMissing: false};
	}

	const isOdd = !isAnswered && lacksOthers(context, look);
	const second = isOdd ? betweenListings : untilSecond(context, item, look);
	const isMissing = isAnswered || counts(context, item, look);
	return second > 0 ? {is: 'pending', wait: second, isListed: false, isMissing} : {is: 'gone'};
}

/** Whether several notifications that were listed before are missing although nobody deleted them here, or all. Then the listing may be wrong. */
function lacksOthers({changes, profile}: JudgeContext, look: Look): boolean {
	const known = oddLooks.get(look);
	if (known !== undefined) {
		return known;
	}

	const {missing, kept} = missingIn(look);
	const others = missing.values().filter(({id}) => !changes.isDeletedHere(profile, id));
	const count = others.take(2).toArray().length;
	const isOdd = count > 1 || (count > 0 && kept === 0);
	oddLooks.set(look, isOdd);
	return isOdd;
}

/** The notifications of the listing before that this one lacks, and the number of those that it still has. */
function missingIn(look: Look) {
	const known = missingLooks.get(look);
	if (known !== undefined) {
		return known;
	}

	const listed = recordsById(look.listing.records);
	const before = notificationsOf(look.before ?? []);
	const missing = before.filter(({id}) => !listed.has(id));
	const answer = {missing, kept: before.length - missing.length};
	missingLooks.set(look, answer);
	return answer;
}

/** The answers of `lacksOthers` and `missingIn`: one for each listing, not for each item of a set. */
const oddLooks = new WeakMap<Look, boolean>();
const missingLooks = new WeakMap<Look, {readonly missing: readonly Notification[]; readonly kept: number}>();

/**
Judges what the DELETE of an item did, in the phase `deleting` (of the old notification) or `undoing` (of the new one).

@param context - The clock, the settling time, and the other items.
@param item - The item.
@param look - The listing.
@param findAlike - Finds what is alike in it.
@param wish - What the operator wants. `isTold`: the operator knows that the old one was gone before it was deleted here, and finishes it.
*/
export function judgeSentDelete(
	context: JudgeContext,
	item: Item,
	look: Look,
	findAlike: FindAlike,
	{intent, isTold}: {readonly intent: Intent; readonly isTold: boolean},
): Judgement {
	const {kind, phase, snapshot, newId, input, former} = item;
	const isOld = phase === 'deleting';
	const id = isOld ? snapshot!.id : newId!;
	const verdict = judgeDeletion(context, item, look, {id, content: isOld ? snapshot!.input : input});
	const deletes = deletesOf(item, id);
	if (verdict.is === 'pending') {
		const {wait, isListed, isMissing} = verdict;
		return {
			event: pendingEvent(item, look, isMissing),
			wait,
			isListed,
			pending: [
				pendingDeletion(item, id, intent, isListed),
				isMissing ? {why: 'wait', what: 'second'} : waiting(context, 'deleted', wait, look.listing, deletes),
			],
		};
	}

	const notes: Reason[] = [
		...othersOf(context, item, look, findAlike),
		...(former !== undefined && former.id !== newId && !saysOverwritten(item)
			? [{why: 'may-have-overwritten', id: former.id} as const]
			: []),
	];
	if (verdict.is === 'gone') {
		if (!isOld) {
			return goes('rolled-back', [{why: 'taken-back', id, isConfirmed: isConfirmed(deletes)}], notes);
		}

		// The first DELETE was answered with 404, so somebody else deleted it.
		const isElsewhere = deletes.length > 0 && deletes.every(({status}) => status === 404);
		if (kind === 'replace' && isElsewhere && !(isTold && (intent === 'finish' || intent === 'resume'))) {
			return because({why: 'old-gone', is: intent === 'roll-back' ? 'kept-new' : 'asked'});
		}

		if (kind === 'replace' && isElsewhere) {
			return goes('done', [{why: 'old-gone', is: 'done'}], notes);
		}

		if (kind === 'delete' && intent === 'roll-back') {
			return goes('done', [{why: 'old-gone', is: 'before'}], notes);
		}

		return goes('done', goneText(deletes), notes);
	}

	const refused = refusalOf(deletes);
	if (!isOld) {
		const [answer] = refused as ReadonlyArray<{readonly text: string}>;
		return goes(kind === 'replace' ? 'created' : 'creating', [{why: 'delete-failed', id, answer: answer?.text}]);
	}

	if (kind === 'replace') {
		return goes('created', [{why: 'still-listed', isConfirmed: isConfirmed(deletes), is: 'both'}]);
	}

	if (intent === 'resume') {
		return goes('planned');
	}

	return intent === 'roll-back'
		? goes('rolled-back', [{why: 'skipped'}])
		: goes('failed', [...refused, {why: 'still-listed', isConfirmed: isConfirmed(deletes), is: 'alone'}]);
}

/** What is said of a deletion that listings have shown. */
const goneText = (deletes: readonly Request[]): readonly Reason[] =>
	isConfirmed(deletes) ? [] : [{why: 'unconfirmed', is: 'gone'}];

/**
Judges a half-done replacement of which a DELETE was sent, and the old one was still listed after the settling time: a later listing may show that it has gone after all.

@param item - A replacement in the phase `created`.
*/
export function judgeLateDelete(context: JudgeContext, item: Item, look: Look, findAlike: FindAlike): Judgement {
	const {snapshot, newId, input} = item;
	const {id, input: content} = snapshot!;
	const deletes = deletesOf(item, id);
	if (!mayHaveEffect(deletes) || !isListedIn(look, newId!, input)) {
		return {};
	}

	const verdict = judgeDeletion(context, item, look, {id, content});
	if (verdict.is === 'gone') {
		return goes('done', goneText(deletes), othersOf(context, item, look, findAlike));
	}

	return verdict.is === 'pending' && verdict.isMissing
		? {event: pendingEvent(item, look, true), wait: verdict.wait}
		: {};
}

/** Why the outcome of a DELETE is not known. An edit that is rolled back says which of the two was kept. */
function pendingDeletion(item: Item, id: string, intent: Intent, isListed: boolean): Reason {
	const deletes = deletesOf(item, id);
	if (intent === 'roll-back' && item.kind === 'replace' && item.phase === 'deleting') {
		return {why: 'delete-awaited', id, kept: item.newId!};
	}

	return isConfirmed(deletes)
		? {why: 'confirmed', what: 'deleted', id, isListed}
		: {why: 'unknown', what: 'deleted', id, answer: answerOf(deletes)};
}

/** What can be done next with an item whose new notification was found. */
export type NextDelete = Judgement & {
	/** The notification whose DELETE can be sent. */
	readonly send?: string;
};

/**
Judges whether the old notification of a replacement can be deleted: one listing shows the new one as it was sent and the old one as it was, and no DELETE of the new one can still take effect.

@param context - The clock, the settling time, and the other items.
@param item - A replacement in the phase `created`.
@param look - The listing.
@param findAlike - Finds what is alike in it.
@param told - What the operator was told of in an earlier run, and accepts by finishing it. `isChanged`: that the new one has other members, or cannot be read. `members`: what the service changed of others of the set.
*/
export function judgeOld(
	context: JudgeContext,
	item: Item,
	look: Look,
	findAlike: FindAlike,
	told: {readonly isOldGone: boolean; readonly isChanged: boolean; readonly members: readonly ChangedMember[]},
): NextDelete {
	const {snapshot, input} = item;
	const oldId = snapshot!.id;
	const newId = item.newId!;
	const {listing} = look;
	const problem = listing.complete ? undefined : listing.reason;
	const record = recordIn(look, newId);
	if (record === undefined) {
		return because({why: 'new-missing', isOldListed: isListedIn(look, oldId, snapshot!.input), problem});
	}

	const [old, shown] = [shownAs(look, snapshot!), shownAs(look, {id: newId, input: input!})];
	if (shown === 'changed') {
		return because({why: 'other-content', id: newId});
	}

	if (shown === 'unreadable' && !told.isChanged) {
		return because({why: 'not-as-confirmed', id: newId, is: shown});
	}

	if (old === 'partial' || old === 'unreadable') {
		return because({why: 'not-as-confirmed', id: oldId, is: old});
	}

	if (old !== 'as-confirmed') {
		const deletes = deletesOf(item, oldId);
		if (mayHaveEffect(deletes)) {
			return goes('done', goneText(deletes));
		}

		return told.isOldGone
			? goes('done', [{why: 'old-gone', is: 'done'}], othersOf(context, item, look, findAlike))
			: because({why: 'old-gone', is: 'asked'});
	}

	const changed = changedMembers(item, record, context.changes);
	const isTold = ({path, listed}: ChangedMember) =>
		told.isChanged || told.members.some(other => other.path === path && other.listed === listed);
	if (!changed.every(member => isTold(member))) {
		return because({why: 'members', changed, isAsked: true});
	}

	const wait = waitFor(context, deletesOf(item, newId), look);
	return wait > 0
		? {...because({why: 'delete-awaited', id: newId, kept: oldId}, waiting(context, 'deleted', wait)), wait}
		: {send: oldId};
}

/**
Judges whether the new notification of an item can be deleted again: an answer or the operator named it, the listing shows it as it was sent, and of a replacement also the old one, which no DELETE can still take away.

@param context - The clock, the settling time, and the other items.
@param item - A replacement in the phase `created`, or a creation whose `newId` is known.
@param look - The listing.
@param findAlike - Finds what is alike in it.
@param chosen - The notification that the operator named.
*/
export function judgeNew(
	context: JudgeContext,
	item: Item,
	look: Look,
	findAlike: FindAlike,
	chosen: string | undefined,
): NextDelete {
	const {kind, snapshot, input} = item;
	const newId = item.newId!;
	const isReplace = kind === 'replace';
	const oldId = isReplace ? snapshot!.id : undefined;
	const {listing} = look;
	const old = isReplace
		? judgeDeletion(context, item, look, {id: snapshot!.id, content: snapshot!.input})
		: ({is: 'kept'} as const);
	if (newId === oldId) {
		return because({why: 'kept-id', isAsked: true});
	}

	if (recordIn(look, newId) === undefined) {
		if (!listing.complete) {
			const partial: Reason = {why: 'wait', what: 'deleted', problem: listing.reason};
			return {...because({why: 'not-as-confirmed', id: newId, is: 'partial'}, partial), wait: 0};
		}

		// A listing that is behind may lack what is new.
		const awaited = waitFor(context, postsOf(item), look);
		const second = lacksOthers(context, look) ? betweenListings : untilSecond(context, item, look);
		if (second > 0 || awaited > 0 || old.is === 'pending') {
			const left = Math.max(second, awaited, old.is === 'pending' ? old.wait : 0);
			return {
				event: pendingEvent(item, look, counts(context, item, look)),
				wait: left,
				pending: [{why: 'wait', what: 'second'}],
			};
		}

		const others = othersOf(context, item, look, findAlike);
		return old.is === 'kept'
			? goes('rolled-back', [{why: 'taken-back', id: newId, isConfirmed: false}], others)
			: goes('failed', [{why: 'neither', is: 'new-missing'}], others);
	}

	const shown = shownAs(look, {id: newId, input: input!});
	if (shown === 'changed') {
		return old.is === 'gone'
			? goes('failed', [{why: 'neither', is: 'new-changed'}], othersOf(context, item, look, findAlike))
			: because({why: 'other-content', id: newId});
	}

	if (shown === 'unreadable' && chosen !== newId) {
		return because({why: 'not-as-confirmed', id: newId, is: shown});
	}

	if (old.is === 'gone') {
		return because({why: 'old-gone', is: 'kept-new'});
	}

	if (old.is === 'pending') {
		const {wait, isMissing} = old;
		return {
			event: pendingEvent(item, look, isMissing),
			wait,
			pending: isMissing
				? [{why: 'wait', what: 'second'}]
				: [{why: 'delete-awaited', id: snapshot!.id, kept: newId}, waiting(context, 'deleted', wait)],
		};
	}

	if (chosen !== newId && !isNamed(item, newId)) {
		return {event: choose(item, [newId], 'unnamed')};
	}

	return {send: newId};
}
