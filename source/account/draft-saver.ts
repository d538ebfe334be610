import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {UnsavedDraft} from '../ledger/small-stores.ts';
import {bestEffort} from '../ledger/best-effort.ts';

/** Saves the newest version of one draft, always in the same row of the ledger. */
export type DraftSaver = ReturnType<typeof createDraftSaver>;

/**
Creates a saver for one draft.

@param drafts - The draft store of the ledger.
@param savedId - The ID of an earlier version.
*/
export function createDraftSaver(drafts: AwaitedLedger['drafts'], savedId?: number) {
	let id = savedId;
	let isSaving = false;
	let isDiscarded = false;
	/** The action to run after the current save. */
	let next: (() => void) | undefined;

	const discardStored = () => {
		const stored = id;
		if (stored === undefined) {
			return;
		}

		id = undefined;
		void bestEffort(async () => drafts.discard(stored));
	};

	const save = (profileKey: string, draft: Omit<UnsavedDraft, 'id'>): void => {
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
		/** Starts to save immediately, or as soon as the current save has ended. Errors of the ledger are ignored. If the draft was saved for another account, it moves to this one. */
		save,
		/** Deletes the draft. A later save creates a new one. */
		drop() {
			if (isSaving) {
				next = discardStored;
			} else {
				discardStored();
			}
		},
		/** Deletes the draft and ignores later saves. */
		discard() {
			isDiscarded = true;
			if (!isSaving) {
				discardStored();
			}
		},
		/** Whether a draft is stored or being saved. */
		hasDraft: () => (isSaving ? next !== discardStored : id !== undefined),
		/** The ID of the stored draft; undefined while there is none. */
		id: () => id,
	};
}
