import {pagedItems} from '../ledger/item.ts';
import {statSync} from 'node:fs';
import path from 'node:path';
import {lineText, type FileEntry, type NotificationFile} from '../files/notification-file.ts';
import type {FilePlan} from '../files/plan.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import type {ManagedPlace, PlannedFile} from '../ledger/small-stores.ts';

/** The state of a file on this machine; undefined if it is none, such as standard input. */
export function stateOfFile(file: string): PlannedFile | undefined {
	const absolute = path.resolve(file);
	try {
		const found = statSync(absolute, {throwIfNoEntry: false});
		return found?.isFile() === true
			? {path: absolute, size: found.size, modified: Math.floor(found.mtimeMs)}
			: undefined;
	} catch {
		return undefined;
	}
}

type RememberedPlan = {
	readonly profileKey: string;
	readonly files: readonly NotificationFile[];
	readonly plan: Pick<FilePlan, 'pairs'>;
	/** The change that the plan has become. */
	readonly set?: number;
};

/** Saves which file and line each notification of a plan comes from, if the ledger can be written: nothing depends on it. */
export async function rememberPlan(
	{planned, changes, problem}: Pick<AwaitedLedger, 'planned' | 'changes' | 'problem'>,
	{profileKey, files, plan, set}: RememberedPlan,
): Promise<void> {
	if (problem !== undefined) {
		return;
	}

	await bestEffort(async () => {
		const ids = new Map<FileEntry, string>(plan.pairs.map(({entry, listed}) => [entry, listed.id]));
		const created = set === undefined ? undefined : idsByPlace(changes, set);
		for (const {name, path: file = name, entries, isImport = false, isAccount = false} of files) {
			const state = isImport || isAccount ? undefined : stateOfFile(file);
			if (state !== undefined) {
				await planned.remember(
					profileKey,
					state,
					entries.flatMap(entry => {
						const id = created?.get(lineText(entry.place)) ?? ids.get(entry);
						return id === undefined ? [] : [{id, line: entry.place.line}];
					}),
				);
			}
		}
	});
}

/** The IDs that a change has created, by the lines of their entries. */
const idsByPlace = (changes: Pick<AwaitedLedger['changes'], 'items'>, set: number): ReadonlyMap<string, string> =>
	new Map(
		pagedItems(page => changes.items(set, {phases: ['done'], ...page})).flatMap(({place, newId}) =>
			place === undefined || newId === undefined ? [] : [[place, newId] as const],
		),
	);

/** The parts of the ledger that know what was planned here, and which notification replaced which. */
export type PlannedLedger = Pick<AwaitedLedger, 'planned'> & {
	readonly changes: Pick<AwaitedLedger['changes'], 'predecessor' | 'successor'>;
};

/** The places of a notification in files that were planned here, under its ID or one that it had before an edit or a recreation. Of each file the newest. May throw LedgerError. */
export function rememberedPlaces(
	{planned, changes}: PlannedLedger,
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

		next = changes.predecessor(profileKey, next)?.snapshot?.id;
	}

	return found.values().toArray();
}

/** Whether a file is as it was when it was planned. Otherwise its lines may be others. */
export function isAsPlanned(place: ManagedPlace): boolean {
	const now = stateOfFile(place.path);
	return now?.size === place.size && now.modified === place.modified;
}
