import {fileOfOtherProfile} from '../files/plan-changes.ts';
import {planFiles} from '../files/plan.ts';
import type {Notification} from '../domain/notification.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {ManagedPlace} from '../storage/planned-files.ts';
import type {NotificationFiles} from './notification-files.ts';
import {stateOfFile} from './remember-plan.ts';

/** The file and the line that describe a notification. */
export type ManagedBy = {
	/** The absolute path. */
	readonly path: string;
	readonly line: number;
	/** The number of other files that describe it as well. */
	readonly others: number;
};

/** The parts of the ledger that know what was planned here, and which notification replaced which. */
export type PlannedLedger = Pick<AwaitedLedger, 'planned'> & {readonly journal: Pick<AwaitedLedger['journal'], 'predecessor' | 'successor'>};

/** The places of a notification in files that were planned here, under its ID or one that it had before an edit or a recreation. Of each file the newest. May throw LedgerError. */
export function rememberedPlaces({planned, journal}: PlannedLedger, profileKey: string, id: string): readonly ManagedPlace[] {
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

export type ManagedPlaceOptions = {
	readonly ledger: PlannedLedger;
	readonly profileKey: string;
	/** The name of the profile. */
	readonly profile: string;
	readonly files: () => Promise<Pick<NotificationFiles, 'read'>>;
	/** The listed notifications of the account. */
	readonly listed: () => readonly Notification[];
};

/** Finds the file that describes a notification; undefined if none was planned here. A file that is gone does not count, and one that was changed since is read again: it counts if it still has an entry for the notification. May throw LedgerError. */
export async function managedPlace(id: string, {ledger, profileKey, profile, files, listed}: ManagedPlaceOptions): Promise<ManagedBy | undefined> {
	const found: Array<Pick<ManagedPlace, 'path' | 'line'>> = [];
	for (const place of rememberedPlaces(ledger, profileKey, id)) {
		const line = stateOfFile(place.path) === undefined ? undefined : (isAsPlanned(place) ? place.line : await lineNow(place.path, id));
		if (line !== undefined) {
			found.push({path: place.path, line});
		}
	}

	return found.length === 0 ? undefined : {...found[0]!, others: found.length - 1};

	async function lineNow(path: string, of: string): Promise<number | undefined> {
		const reader = await files();
		const read = await reader.read(path);
		if (read.kind !== 'files' || fileOfOtherProfile(read.files, profile) !== undefined) {
			return undefined;
		}

		const planning = planFiles(read.files, listed(), {sent: () => undefined, pending: new Map(), isPruning: false, replacesUnknown: false});
		return planning.ok ? planning.plan.pairs.find(pair => pair.listed.id === of)?.entry.place.line : undefined;
	}
}
