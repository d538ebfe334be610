import {inSlices} from '../platform/time-slices.ts';
import {canonicalForm, duplicateForm} from './equivalence.ts';
import type {ListedRecord, Notification} from './notification.ts';
import type {Policy} from './policies/account-rules.ts';
import {refusingPolicy, type FindBroken} from './policies/broken-policies.ts';

/** A decision about each notification that is to be copied from one account to another. */
export type CopyPlan = {
	/** The notifications to create in the target, as the source lists them. */
	readonly copies: readonly Notification[];
	/** Not copied: the target has an identical one, or an earlier one of these is identical. The name is not compared. */
	readonly duplicates: readonly Notification[];
	/** Not copied: the source does not list this content any more. */
	readonly gone: readonly Notification[];
	/** Not copied: a policy of the target refuses it. */
	readonly refused?: ReadonlyArray<{readonly record: Notification; readonly policy: Policy}>;
	/** The number of copies that policies of the target warn of. */
	readonly warned?: number;
	/** The number of copies whose name another notification of the target has. */
	readonly namesakes: number;
};

/** Decides which notifications are copied, by content and not by ID: each one that is wanted needs one in the source with the same content, and nothing is created that the target has already, or refuses. It runs in slices between key presses. `findBroken`: the policies of the target. */
export async function planCopy(
	wanted: readonly Notification[],
	source: readonly ListedRecord[],
	target: readonly ListedRecord[],
	findBroken: FindBroken = () => [],
): Promise<CopyPlan> {
	const listed = new Map<string, Notification[]>();
	await forEachIn(wanted, record => {
		listed.set(canonicalForm(record), []);
	});
	await forEachIn(source, record => {
		listed.get(canonicalForm(record))?.push(record);
	});

	const taken = new Set<string>();
	const names = new Set<string>();
	await forEachIn(target, record => {
		taken.add(duplicateForm(record));
		names.add(record.name);
	});

	const plan = {
		copies: [] as Notification[],
		duplicates: [] as Notification[],
		gone: [] as Notification[],
		refused: [] as Array<{record: Notification; policy: Policy}>,
		warned: 0,
		namesakes: 0,
	};
	await forEachIn(wanted, record => {
		const found = takeOne(listed.get(canonicalForm(record))!, record.id);
		if (found === undefined) {
			plan.gone.push(record);
			return;
		}

		const form = duplicateForm(found);
		if (taken.has(form)) {
			plan.duplicates.push(found);
			return;
		}

		const broken = findBroken(found);
		const policy = refusingPolicy(broken);
		if (policy !== undefined) {
			plan.refused.push({record: found, policy});
			return;
		}

		taken.add(form);
		plan.warned += Number(broken.length > 0);
		plan.copies.push(found);
		plan.namesakes += Number(found.name !== '' && names.has(found.name));
	});
	return plan;
}

async function forEachIn(records: readonly ListedRecord[], act: (record: Notification) => void): Promise<void> {
	for await (const slice of inSlices(records)) {
		for (const record of slice) {
			if (record.kind === 'notification') {
				act(record);
			}
		}
	}
}

/** Removes one of several identical notifications: the one with this ID if it is there, because its template may be known. */
function takeOne(alike: Notification[], id: string): Notification | undefined {
	const at = alike.findIndex(record => record.id === id);
	return alike.splice(Math.max(0, at), 1)[0];
}
