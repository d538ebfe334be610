import {findSimilar} from '../query/duplicates.ts';
import type {Notification} from '../notification/notification.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {notificationsIn, isAlike, type JudgeContext, type Sighting} from './operation-context.ts';

/** Searches a listing once for the notifications that somebody else replaced the old ones of these replacements with. The function that it returns finds the one of a replacement: what a colleague's journal says, or else the only one that is similar to its old one, was not there before, and was not created here. */
export async function findTheirs(
	{log, profile}: Pick<JudgeContext, 'log' | 'profile'>,
	replacements: readonly Operation[],
	{listing}: Sighting,
): Promise<(replacement: Operation) => Notification | undefined> {
	const {records} = listing;
	const similarTo = await findSimilar(
		replacements.map(({snapshot}) => snapshot!.input),
		records,
	);
	// A creation of unknown outcome may have made any of them.
	const hasUnknown =
		replacements.length > 0 &&
		[...log.unfinished(profile), ...log.pendingCreations(profile)].some(({state}) => state === 'creating');
	return operation => {
		const {snapshot, newId, similarIds} = operation;
		const theirs = log.colleagueOf(operation);
		// Some services use IDs again: theirs is of the same notification only if that said the same.
		if (theirs !== undefined && theirs.newId !== newId && isAlike(theirs.snapshot!.input, snapshot!.input)) {
			return notificationsIn(listing).find(record => record.id === theirs.newId && isAlike(record, theirs.input!));
		}

		if (similarIds === undefined || hasUnknown) {
			return undefined;
		}

		const found =
			similarTo(snapshot!.input)?.filter(
				({id}) => id !== newId && id !== snapshot!.id && !similarIds.includes(id) && !log.isOfAnother(operation, id),
			) ?? [];
		return found.length === 1 ? found[0] : undefined;
	};
}
