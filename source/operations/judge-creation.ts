import {recordsById} from '../query/changes.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {findCandidates} from '../notification/equivalence.ts';
import {idOfRecord} from '../notification/notification.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import {contentBefore, matchesIn} from './creation-matches.ts';
import {
	isAlike,
	isAwaited,
	unknownPriorId,
	untilSecondListing,
	waitFor,
	type CertifiedId,
	type CreationVerdict,
	type JudgeContext,
	type Sighting,
} from './operation-context.ts';
import {overwrittenIn} from './overwritten-in.ts';

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
