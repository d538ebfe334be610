import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {UnsavedDraft} from '../storage/drafts.ts';
import {bestEffort} from '../storage/best-effort.ts';

/** Saves the newest version of one draft, in one row of the ledger however often it is called. */
export type DraftSaver = {
	/** Starts to save at once; while another version is being saved, once that has ended. A ledger that cannot take it is ignored. Saved for another account, the draft moves to that. */
	readonly save: (profileKey: string, draft: Omit<UnsavedDraft, 'id'>) => void;
	/** Deletes the draft; what is saved later is a new one. */
	readonly drop: () => void;
	/** Deletes the draft, and saves no more. */
	readonly discard: () => void;
	/** Whether there is a stored draft, or one on its way. */
	readonly hasDraft: () => boolean;
	/** The ID of the stored draft; undefined while there is none. */
	readonly id: () => number | undefined;
};

/**
Creates a saver for one draft.

@param drafts - The ledger's.
@param savedId - Where an earlier version is stored.
*/
export function createDraftSaver(drafts: AwaitedLedger['drafts'], savedId?: number): DraftSaver {
	let id = savedId;
	let isSaving = false;
	let isDiscarded = false;
	/** What to do once a version is saved. */
	let next: (() => void) | undefined;

	const discardStored = () => {
		const stored = id;
		if (stored === undefined) {
			return;
		}

		id = undefined;
		void bestEffort(async () => drafts.discard(stored));
	};

	const save: DraftSaver['save'] = (profileKey, draft) => {
		if (isDiscarded) {
			return;
		}

		if (isSaving) {
			next = () => {
				save(profileKey, draft);
			};

			return;
		}

		isSaving = true;
		void (async () => {
			await bestEffort(async () => {
				id = await drafts.save(profileKey, {...draft, id});
			});
			isSaving = false;
			if (isDiscarded) {
				discardStored();
			} else {
				const newest = next;
				next = undefined;
				newest?.();
			}
		})();
	};

	return {
		save,
		drop() {
			if (isSaving) {
				next = discardStored;
			} else {
				discardStored();
			}
		},
		discard() {
			isDiscarded = true;
			if (!isSaving) {
				discardStored();
			}
		},
		hasDraft: () => isSaving ? next !== discardStored : id !== undefined,
		id: () => id,
	};
}
