import path from 'node:path';
import type {Listing} from '../service/listing/list-notifications.ts';
import {replaceOwnFile} from '../config/config-file.ts';
import type {FileEntry, NotificationFile} from '../files/notification-file.ts';
import {pullFile, type Pulling} from '../files/pull.ts';
import {sourcesOf} from '../files/read-file.ts';
import type {ReferenceSources} from '../files/find-files.ts';
import type {Look} from '../changes/context.ts';
import {judgeBehind, type Behind} from '../changes/look.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {accountState} from './account-state.ts';
import {isAsPlanned, rememberedPlaces, rememberPlan, stateOfFile, type PlannedLedger} from './remember-plan.ts';
import type {Services} from './services.ts';
import type {Session} from './session.ts';

/** An account with its ledger and the clock that listings are timed with. */
type PullAccount = Pick<Session, 'profileKey' | 'settlingTime'> &
	Pick<Services, 'clock'> & {
		readonly ledger: AwaitedLedger;
	};

/** A file to write an account into. */
type PulledFile = {
	/** The path at which it is read and written. */
	readonly path: string;
	readonly text: string;
	/** The text, parsed. */
	readonly file: NotificationFile;
	readonly env: ReferenceSources['env'];
};

/**
Compares a file with a complete listing of an account: what a pull would write into it. Where entries would be changed or removed, it is compared with a second listing as well, because what one listing lacks would be lost from the file.

@param account - The account.
@param source - The file.
@param look - A complete listing.
@param listAgain - Lists the account once more, after a pause.
@returns The effect of the pull; `behind`: why the listings may be behind a change of this machine, see `judgeBehind`.
@throws LedgerError
*/
export async function comparePull(
	account: PullAccount,
	source: PulledFile,
	look: Look,
	listAgain: () => Promise<Look>,
): Promise<Pulling | {readonly kind: 'differs'} | {readonly kind: 'behind'; readonly behind: Behind}> {
	const first = compareOnce(account, source, look.listing);
	const behind = first.kind === 'changed' ? await judgeListing(account, look) : undefined;
	if (behind !== undefined) {
		return {kind: 'behind', behind};
	}

	if (first.kind !== 'changed' || first.pulled.changed + first.pulled.removed === 0) {
		return first;
	}

	const {listing} = await listAgain();
	const second = listing.complete ? compareOnce(account, source, listing) : undefined;
	return second?.kind === 'changed' && second.lines.join('\n') === first.lines.join('\n') ? second : {kind: 'differs'};
}

/** Judges whether a listing is behind a change of this machine. @throws LedgerError */
export const judgeListing = async (
	{ledger, profileKey, settlingTime, clock}: PullAccount,
	look: Look,
): Promise<Behind | undefined> =>
	judgeBehind(
		{changes: ledger.changes, profile: profileKey, elapsed: clock.elapsed, settlingTime, now: clock.now},
		look,
	);

function compareOnce(
	{ledger, profileKey}: PullAccount,
	{path: name, text, file, env}: PulledFile,
	listing: Listing,
): Pulling {
	return pullFile(
		{
			text,
			file,
			sources: sourcesOf(name, env),
			linked: editedEntries(ledger, profileKey, path.resolve(name), file.entries),
			isElsewhere: id =>
				rememberedPlaces(ledger, profileKey, id).some(
					place => place.path !== path.resolve(name) && stateOfFile(place.path) !== undefined,
				),
		},
		accountState(ledger, profileKey, listing),
	);
}

/** The entries whose notification was edited or recreated here since the file was planned, with its ID now. Only of a file that is as it was planned: otherwise its lines may be others. */
function editedEntries(
	{planned, changes}: PlannedLedger,
	profileKey: string,
	file: string,
	entries: readonly FileEntry[],
): ReadonlyMap<FileEntry, string> {
	const places = planned.placesIn(profileKey, file);
	if (places[0] === undefined || !isAsPlanned(places[0])) {
		return new Map();
	}

	const idNow = (id: string) => {
		let now = id;
		for (
			let next = changes.successor(profileKey, id, 0);
			next?.newId !== undefined;
			next = changes.successor(profileKey, now, next.id)
		) {
			now = next.newId;
		}

		return now;
	};

	const byLine = new Map(places.map(({line, id}) => [line, id]));
	return new Map(
		entries.flatMap(entry => {
			const id = byLine.get(entry.place.line);
			const now = id === undefined ? undefined : idNow(id);
			return now === undefined || now === id ? [] : [[entry, now] as const];
		}),
	);
}

/** Writes a pull, unless the file was changed since it was read. Returns whether it was written. The file is replaced as a whole and keeps its permissions. @throws an error of the file system */
export async function writePull(
	{ledger, profileKey}: Pick<PullAccount, 'ledger' | 'profileKey'>,
	{path: name, text}: PulledFile,
	{pulled, after}: Extract<Pulling, {readonly kind: 'changed'}>,
	readText: (file: string) => Promise<string>,
): Promise<boolean> {
	if ((await readText(name)) !== text) {
		return false;
	}

	await replaceOwnFile(name, pulled.text);
	await rememberPlan(ledger, {profileKey, files: [after.file], plan: after.plan});
	return true;
}
