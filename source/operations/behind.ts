import {recordsById} from '../query/changes.ts';
import type {AwaitedJournal} from '../storage/awaited-ledger.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import {numberText} from '../platform/text.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {isAlike, isListedIn, type Sighting, type OperationContext} from './operation-context.ts';

/** What the judgement needs of an account. */
type BehindContext = Pick<OperationContext, 'profile' | 'elapsed' | 'settlingTime' | 'now'> & {
	readonly journal: Pick<AwaitedJournal, 'recentEnds' | 'pendingIds'>;
};

/** A listing that may be behind: why, in a sentence without a beginning, and when to try again. Both are safe to show. */
export type Behind = {readonly why: string; readonly advice: string};

/**
Judges whether a listing contradicts a change that ended here within the settling time: until that is over, a listing may be behind (docs/decisions/settling-time.md), and several can be behind alike. So nothing must be concluded from what such a listing lacks or still shows.

@returns The contradiction; undefined if there is none.
@throws LedgerError
*/
export function judgeBehind(
	{journal, profile, elapsed, settlingTime, now}: BehindContext,
	sighting: Sighting,
): Behind | undefined {
	// The moments of another boot cannot be compared with this one's, and count by the time of day.
	const ageOf = ({moment, at}: RequestEntry) =>
		moment?.era === sighting.startedAt.era ? elapsed.between(moment, sighting.startedAt) : Math.abs(now() - at);
	const ends = journal.recentEnds(profile, request => ageOf(request) < settlingTime);
	const judged = new Set(ends.length === 0 ? [] : journal.pendingIds(profile).keys());
	for (const {operation, request} of ends) {
		// The newest change of a notification says what it is now.
		const found = [missing(operation, sighting), returned(operation, sighting)].find(
			contradiction => contradiction !== undefined && !judged.has(contradiction.id),
		);
		if (found !== undefined) {
			const age = ageOf(request);
			return {
				why: `the listing may be behind, because it ${found.what} here ${seconds(age)} ago.`,
				advice: `Try again in ${seconds(settlingTime - age)}.`,
			};
		}

		for (const id of [operation.newId, oldIdOf(operation)].filter(each => each !== undefined)) {
			judged.add(id);
		}
	}

	return undefined;
}

const seconds = (milliseconds: number): string => `${numberText(Math.max(0, Math.ceil(milliseconds / 1000)))} s`;

/** The notification that an operation was to replace or delete. */
const oldIdOf = ({kind, snapshot}: Operation): string | undefined => (kind === 'recreate' ? undefined : snapshot?.id);

/** What an operation created and a listing does not show, or shows as it was before. */
function missing(operation: Operation, sighting: Sighting): Contradiction | undefined {
	const {state, newId, input, snapshot} = operation;
	if (state !== 'done' || newId === undefined) {
		return undefined;
	}

	const listed = recordsById(sighting.listing.records).get(newId);
	if (listed === undefined) {
		return {id: newId, what: `does not show ${sanitiseCell(newId)}, which was created`};
	}

	// Some services keep the ID of what is replaced.
	const isFormer =
		newId === oldIdOf(operation) &&
		listed.kind === 'notification' &&
		isAlike(listed, snapshot!.input) &&
		!isAlike(listed, input!);
	return isFormer ? {id: newId, what: `shows ${sanitiseCell(newId)} as it was before it was replaced`} : undefined;
}

/** What an operation deleted and a listing still shows. Under an ID that is used again there is another content. */
function returned(operation: Operation, sighting: Sighting): Contradiction | undefined {
	const {state, newId, snapshot, input} = operation;
	const oldId = oldIdOf(operation);
	if (state === 'done' && oldId !== undefined && oldId !== newId && isListedIn(sighting, oldId, snapshot!.input)) {
		return {
			id: oldId,
			what: `still shows ${sanitiseCell(oldId)}, which was ${operation.kind === 'replace' ? 'replaced' : 'deleted'}`,
		};
	}

	return state === 'rolled-back' && newId !== undefined && isListedIn(sighting, newId, input)
		? {id: newId, what: `still shows ${sanitiseCell(newId)}, which was deleted`}
		: undefined;
}

type Contradiction = {readonly id: string; readonly what: string};
