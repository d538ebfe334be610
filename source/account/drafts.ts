import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {UnsavedDraft, DraftEntry} from '../ledger/small-stores.ts';
import {bestEffort} from '../ledger/ledger-error.ts';
import {isDeepStrictEqual} from 'node:util';
import {toSentInput} from '../service/body.ts';

/**
Creates a saver for the newest version of one draft, always in the same row of the ledger.

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

	const save = (profileKey: string, draft: Omit<UnsavedDraft, 'id'>) => {
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

type DraftLedger = Pick<AwaitedLedger, 'drafts' | 'changes'>;

/** The number of changes in which the content of a draft is looked for, the newest first: sent drafts are discarded at every start. */
const searched = 100;

/** The drafts of an account whose content was not sent after they were saved, by this or another process, newest first. */
export function unsentDrafts(ledger: DraftLedger, profileKey: string): DraftEntry[] {
	const isSent = sentCheck(ledger, profileKey);
	return ledger.drafts.list(profileKey).filter(entry => !isSent(entry));
}

/** Whether an account has drafts whose content was not sent. `ledger`: undefined if it cannot be opened. */
export const hasUnsentDrafts = (ledger: DraftLedger | undefined, profileKey: string): boolean =>
	ledger !== undefined && unsentDrafts(ledger, profileKey).length > 0;

/** Discards the drafts whose content was sent, for example because a listing has settled their change, or the program ended too early to discard them. */
export async function discardSentDrafts(ledger: DraftLedger, profileKey: string) {
	await bestEffort(async () => {
		const isSent = sentCheck(ledger, profileKey);
		for (const entry of ledger.drafts.list(profileKey).filter(each => isSent(each))) {
			await ledger.drafts.discard(entry.id);
		}
	});
}

function sentCheck({changes}: DraftLedger, profileKey: string): (entry: DraftEntry) => boolean {
	let sent: ReturnType<typeof changes.lastSent> | undefined;
	return ({draft, at}) => {
		sent ??= changes.lastSent(profileKey, searched);
		const input = toSentInput(draft);
		return sent.some(item => at <= (item.endedAt ?? Infinity) && isDeepStrictEqual(item.input, input));
	};
}
