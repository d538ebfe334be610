import {statSync} from 'node:fs';
import path from 'node:path';
import {lineText, type FileEntry, type NotificationFile} from '../files/notification-file.ts';
import type {FilePlan} from '../files/plan.ts';
import {pagedRows} from '../operations/bulk/paged-rows.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import type {PlannedFile} from '../storage/small-stores.ts';

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

export type RememberedPlan = {
	readonly profileKey: string;
	readonly files: readonly NotificationFile[];
	readonly plan: Pick<FilePlan, 'pairs'>;
	/** The batch that has made the changes of the plan. */
	readonly batch?: number;
};

/** Saves which file and line each notification of a plan comes from, if the ledger can be written: nothing depends on it. */
export async function rememberPlan(
	{planned, journal, problem}: Pick<AwaitedLedger, 'planned' | 'journal' | 'problem'>,
	{profileKey, files, plan, batch}: RememberedPlan,
): Promise<void> {
	if (problem !== undefined) {
		return;
	}

	await bestEffort(async () => {
		const ids = new Map<FileEntry, string>(plan.pairs.map(({entry, listed}) => [entry, listed.id]));
		const created = batch === undefined ? undefined : idsByPlace(journal, batch);
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

/** The IDs that a batch has created, by the lines of their entries. */
const idsByPlace = (journal: Pick<AwaitedLedger['journal'], 'itemsIn'>, batch: number): ReadonlyMap<string, string> =>
	new Map(
		pagedRows(page => journal.itemsIn(batch, 'done', page)).flatMap(({place, newId}) =>
			place === undefined || newId === undefined ? [] : [[place, newId] as const],
		),
	);
