import {canonicalForm, findCandidates, matcherOfSent} from '../notification/equivalence.ts';
import type {Notification, NotificationFields} from '../notification/notification.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {isAlike, isNamed, unknownPriorId, waitFor, type JudgeContext, type Sighting} from './operation-context.ts';

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
export function matchesIn(
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
export function contentBefore({knownIds, overwritten, input}: Operation, id: string): NotificationFields | undefined {
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
