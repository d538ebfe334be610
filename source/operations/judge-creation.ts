import {recordsById} from '../query/changes.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {canonicalForm, findCandidates, matcherOfSent} from '../notification/equivalence.ts';
import {idOfRecord, type Notification, type NotificationFields} from '../notification/notification.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {
	type CertifiedId,
	type CreationVerdict,
	isAlike,
	isAwaited,
	isNamed,
	type JudgeContext,
	type Sighting,
	unknownPriorId,
	untilSecondListing,
	waitFor,
} from './operation-context.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {snapshotOfSent, takeSnapshot} from './sent.ts';

/**
Judges the outcome of an operation's POSTs: the new notification has the content that was sent and was not there before. An ID in a response decides among several matches. If the service confirmed the POST without an ID, the only new match is it, unless the listing before the POST was a recent one. Without a confirmation, a match counts after the settling time: until then it may be somebody else's.
*/
export function judgeCreation(
	context: JudgeContext,
	operation: Operation,
	requests: readonly RequestEntry[],
	sighting: Sighting,
): CreationVerdict {
	const {listing} = sighting;
	const posts = requests.filter(({method}) => method === 'POST');
	if (!posts.some(request => isAwaited(request))) {
		// Requests are written to the journal before they are sent, so none was sent.
		return {kind: 'absent'};
	}

	const named = posts.map(({target}) => target);
	const overwritten = overwrittenIn(context, operation, sighting);
	// What was listed before with other content is not new, unless an answer names it: to delete it would lose that content.
	const isUnnamed = overwritten !== undefined && !named.includes(overwritten.id);
	const {exact, rewritten, isClaimed} = matchesIn(
		context,
		isUnnamed ? {...operation, overwritten} : operation,
		posts,
		sighting,
	);
	const found = exact.length > 0 ? exact : rewritten;
	const wait = waitFor(context, posts, sighting);
	const hasName = named.some(id => id !== undefined);
	// If an answer names a new ID, or another match is listed, somebody else may have given the ID again, or a listing is behind.
	const namesNew = named.some(
		id => id !== undefined && ![overwritten?.id, operation.overwritten?.id, ...operation.knownIds].includes(id),
	);
	const isNamedBefore = operation.overwritten !== undefined && named.includes(operation.overwritten.id);
	const isLikely = (wait === 0 || !namesNew) && (isNamedBefore || found.every(id => id === overwritten?.id));
	if (overwritten !== undefined && isLikely) {
		return {kind: 'overwritten', id: overwritten.id, former: overwritten};
	}

	const former = overwritten === undefined || found.includes(overwritten.id) ? {} : {former: overwritten};
	const isUnchecked = operation.knownIds.includes(unknownPriorId);
	// If no listing preceded the POST, the ID in the response may belong to an existing notification.
	const answered = isUnchecked && (found.length > 1 || wait > 0) ? undefined : found.find(id => named.includes(id));
	if (answered !== undefined) {
		const twins = isUnchecked ? [] : found.filter(id => id !== answered);
		return {kind: 'certified', id: answered as CertifiedId, ...(twins.length > 0 && {twins}), ...former};
	}

	const again =
		wait === 0 && !isUnchecked && !isClaimed
			? listedAgain(context, operation, listing).filter(id => !found.includes(id))
			: [];
	if (again.length > 0) {
		return {kind: 'ambiguous', ids: [...found, ...again], isRewritten: false, ...former};
	}

	const isConfirmed = posts.some(({outcome}) => outcome === 'ok');
	const [only, ...others] = found;
	if (
		only !== undefined &&
		others.length === 0 &&
		!isUnchecked &&
		(wait === 0 ||
			(isConfirmed &&
				!hasName &&
				operation.isPriorRecent !== true &&
				overwritten === undefined &&
				exact.length === 1 &&
				!wasListedBefore(context, only, posts)))
	) {
		return {kind: 'certified', id: only as CertifiedId, isUnconfirmed: true, ...former};
	}

	if (only !== undefined && (wait === 0 || (isUnchecked && !hasName))) {
		return {kind: 'ambiguous', ids: found, isRewritten: exact.length === 0, ...former};
	}

	// An unreadable record may have the content that was sent, but nothing is concluded from it.
	const unreadable = listing.records
		.filter(record => record.kind === 'unreadable')
		.map(record => idOfRecord(record))
		.filter(id => id !== undefined);
	const ids = unreadable.filter(id => named.includes(id) && !operation.knownIds.includes(id));
	if (ids.length > 0) {
		return {kind: 'ambiguous', ids, isRewritten: true};
	}

	if (!listing.complete || wait > 0 || isClaimed) {
		// In a listing that is behind, the notification named in the response may be missing, and a listed one may be gone.
		return {
			kind: 'pending',
			wait,
			...(found.length === 1 && {probableId: only!}),
			...(overwritten !== undefined && {former: overwritten}),
		};
	}

	const untilSecond = untilSecondListing(context, operation.missingSince, sighting);
	if (untilSecond > 0) {
		return {kind: 'pending', wait: untilSecond, isMissing: true};
	}

	const adoptedId = adoptedElsewhere(context, operation, listing);
	const goneId = goneSince(context, operation, sighting);
	return {kind: 'absent', ...(adoptedId !== undefined && {adoptedId}), ...(goneId !== undefined && {goneId})};
}

/** The ID of a notification that the listing before showed with the content that was sent, that had not been listed before the POST, and that nobody deleted here. */
function goneSince(
	{log}: JudgeContext,
	operation: Operation,
	{listing: {records}, before = []}: Sighting,
): string | undefined {
	const {profile, knownIds, input} = operation;
	if (before.length === 0 || before === records || knownIds.includes(unknownPriorId)) {
		return undefined;
	}

	const listed = recordsById(records);
	return findCandidates(input!, before)
		.filter(({id}) => !listed.has(id) && !knownIds.includes(id))
		.find(
			record =>
				isAlike(record, input!) && !log.isDeletedHere(profile, record.id) && !log.isOfAnother(operation, record.id),
		)?.id;
}

/** Whether a notification was listed here before any of these requests was answered: a listing that is behind may show what is gone. */
const wasListedBefore = ({knownSince, elapsed}: JudgeContext, id: string, posts: readonly RequestEntry[]): boolean => {
	const since = knownSince(id);
	return since !== undefined && posts.every(({moment}) => moment !== undefined && elapsed.between(since, moment) > 1);
};

/** The IDs of notifications with the content that was sent that were not listed before the POST, although an earlier operation was to replace or delete one with this ID: the service may have given the ID again. */
function listedAgain({log}: JudgeContext, operation: Operation, {records}: Listing): readonly string[] {
	const input = operation.input!;
	return findCandidates(input, records)
		.filter(
			record =>
				isAlike(record, input) &&
				contentBefore(operation, record.id) === undefined &&
				log.isOldOfEarlier(operation, record.id),
		)
		.map(({id}) => id);
}

/** The ID of a listed notification with the content that was sent that another operation counts as its own, although it may be the new one (`isAdoptedByAnother`). */
function adoptedElsewhere({log}: JudgeContext, operation: Operation, {records}: Listing): string | undefined {
	const input = operation.input!;
	return findCandidates(input, records).find(
		record =>
			isAlike(record, input) && !operation.knownIds.includes(record.id) && log.isAdoptedByAnother(operation, record.id),
	)?.id;
}

/** The listed notifications that an operation may have created. */
type Matches = {
	/** The IDs of notifications with exactly the content that was sent. */
	readonly exact: readonly string[];
	/** The IDs of notifications that differ only as services rewrite text, if none matches exactly. */
	readonly rewritten: readonly string[];
	/** Whether one of them is rather that of another operation. */
	readonly isClaimed: boolean;
};

/** Finds the notifications that may be the new one. */
function matchesIn(
	context: JudgeContext,
	operation: Operation,
	posts: readonly RequestEntry[],
	sighting: Sighting,
): Matches {
	const {log} = context;
	const {
		listing: {records},
	} = sighting;
	const input = operation.input!;
	const named = posts.map(({target}) => target);
	const isNew = (id: string) => {
		if (isKept(operation, named, id) || isGivenAgain(context, operation, id, posts, sighting)) {
			return true;
		}

		// The response may name a notification of another operation: some services overwrite instead of creating.
		return (
			!operation.knownIds.includes(id) &&
			operation.overwritten?.id !== id &&
			(named.includes(id) || !log.isOfAnother(operation, id))
		);
	};

	// The journal stores no API key: an input read back from it may contain `[API key]` instead.
	const idsAlike = (candidates: readonly Notification[], isSent: (record: Notification) => boolean) =>
		candidates.filter(record => isSent(record) && isNew(record.id)).map(({id}) => id);
	const alike = idsAlike(findCandidates(input, records), matcherOfSent(input, hideSecrets));
	const similar = alike.length > 0 ? [] : idsAlike(findCandidates(input, records), record => isAlike(record, input));
	const wait = waitFor(context, posts, sighting);
	const count = alike.length + similar.length;
	/** Whether it is rather the one of another operation that the response names by mistake. */
	const isOthers = (id: string) => {
		if (!named.includes(id)) {
			return log.isNamedToAnother(operation, id);
		}

		return (
			(wait > 0 || count > 1) &&
			!isKept(operation, named, id) &&
			log.isOfAnother(operation, id) &&
			!log.isDeletedHere(operation.profile, id)
		);
	};

	const [exact, rewritten] = [alike, similar].map(ids => ids.filter(id => !isOthers(id))) as [string[], string[]];
	return {exact, rewritten, isClaimed: exact.length + rewritten.length < count};
}

/** The content that a notification was listed with before the POST; undefined if it was not listed. */
function contentBefore({knownIds, overwritten, input}: Operation, id: string): NotificationFields | undefined {
	return knownIds.includes(id) ? input : overwritten?.id === id ? overwritten.input : undefined;
}

/** Whether an ID belonged to a notification that was deleted here, and every listing shows so by now: what is listed under it is new. Before the POST, a listing that was behind may have shown the deleted one, with its content. */
function isGivenAgain(
	context: JudgeContext,
	operation: Operation,
	id: string,
	posts: readonly RequestEntry[],
	sighting: Sighting,
): boolean {
	// A complete listing before the POST did not show it, after its DELETE was confirmed.
	const wasMissing = !operation.knownIds.some(known => known === id || known === unknownPriorId);
	const deletion = context.log.deletionBefore(operation, id, wasMissing || isNamed(posts, id));
	if (deletion === undefined || waitFor(context, [deletion], sighting) > 0) {
		return false;
	}

	const before = contentBefore(operation, id);
	if (before === undefined) {
		return true;
	}

	const deleted = context.log.get(deletion.operation);
	const content = deleted?.snapshot?.id === id ? deleted.snapshot.input : deleted?.input;
	const mayBeBehind = content === undefined || isAlike(content, before);
	return (
		mayBeBehind &&
		posts.some(
			({moment}) => moment !== undefined && context.elapsed.between(deletion.moment, moment) < context.settlingTime,
		)
	);
}

/** The IDs of the new notifications besides its own that have the content that an operation sent: a proxy may have sent its request twice. */
export function twinsOf(
	context: JudgeContext,
	operation: Operation,
	requests: readonly RequestEntry[],
	sighting: Sighting,
): readonly string[] {
	const {input, newId} = operation;
	if (input === undefined || newId === undefined) {
		return [];
	}

	const {exact, rewritten} = matchesIn(
		context,
		operation,
		requests.filter(({method}) => method === 'POST'),
		sighting,
	);
	return [...exact, ...rewritten].filter(id => id !== newId);
}

/** Whether the service named the replaced notification as the new one and its content changed: some services overwrite instead of creating. */
function isKept({snapshot, input}: Operation, named: ReadonlyArray<string | undefined>, id: string): boolean {
	return id === snapshot?.id && named.includes(id) && canonicalForm(snapshot.input) !== canonicalForm(input!);
}

/** Finds the notification that was listed before with another content, or was created with another content by the same batch, and is listed now with the content that was sent: the one that the answer named, or any other. */
function overwrittenIn(
	{log}: JudgeContext,
	operation: Operation,
	{listing: {records}, before = []}: Sighting,
): NotificationSnapshot | undefined {
	const {overwritten, input, snapshot, knownIds, batch} = operation;
	const sent = input!;
	if (overwritten !== undefined) {
		const after = recordsById(records).get(overwritten.id);
		if (after?.kind === 'notification' && isAlike(after, sent) && !isAlike(overwritten.input, sent)) {
			return overwritten;
		}
	}

	const hasBefore = before.length > 0 && before !== records;
	if (!hasBefore && batch === undefined) {
		return undefined;
	}

	for (const {id} of findCandidates(sent, records).filter(
		record => record.id !== snapshot?.id && !knownIds.includes(record.id) && isAlike(record, sent),
	)) {
		const earlier = hasBefore ? recordsById(before).get(id) : undefined;
		if (earlier?.kind === 'notification' && !isAlike(earlier, sent)) {
			return takeSnapshot(earlier);
		}

		const made = log.otherItemOf(operation, id)?.input;
		if (made !== undefined && !isAlike(made, sent)) {
			return snapshotOfSent(id, made);
		}
	}

	return undefined;
}
