import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {ManagedPlace} from '../storage/small-stores.ts';
import {stateOfFile} from './remember-plan.ts';

/** The parts of the ledger that know what was planned here, and which notification replaced which. */
export type PlannedLedger = Pick<AwaitedLedger, 'planned'> & {
	readonly journal: Pick<AwaitedLedger['journal'], 'predecessor' | 'successor'>;
};

/** The places of a notification in files that were planned here, under its ID or one that it had before an edit or a recreation. Of each file the newest. May throw LedgerError. */
export function rememberedPlaces(
	{planned, journal}: PlannedLedger,
	profileKey: string,
	id: string,
): readonly ManagedPlace[] {
	const found = new Map<string, ManagedPlace>();
	const ids = new Set<string>();
	for (let next: string | undefined = id; next !== undefined && !ids.has(next);) {
		ids.add(next);
		for (const place of planned.placesOf(profileKey, next)) {
			found.set(place.path, found.get(place.path) ?? place);
		}

		next = journal.predecessor(profileKey, next)?.snapshot?.id;
	}

	return found.values().toArray();
}

/** Whether a file is as it was when it was planned. Otherwise its lines may be others. */
export function isAsPlanned(place: ManagedPlace): boolean {
	const now = stateOfFile(place.path);
	return now?.size === place.size && now.modified === place.modified;
}
